import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { rowId } from '../list/row-parts.tsx';
import { createPassed, passedAbove, type ShownRow } from './passed.ts';

/** The time between two reports, in milliseconds. */
const REPORT_MS = 60_000;

// An error is not shown: the reader asked for nothing, and losing one of these signals does little harm.
const report = (article_ids: string[]): void => {
  call('notePassed', { body: { article_ids } }).catch(() => undefined);
};

/**
 * Reports articles that were on screen and not opened while one below them was, for a reader who lets Omomi learn: once a
 * minute, and when the page is hidden.
 */
export const usePassed = (rows: readonly ShownRow[], openId: string | null): void => {
  const { like_saved: learns } = usePreferences();
  const [passed] = useState(() => createPassed(report));
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (!learns) return undefined;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) seen.current.add(target.id.slice(rowId('').length));
    });
    for (const { article_id } of rows) {
      const element = document.getElementById(rowId(article_id));
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [learns, rows]);
  useEffect(() => {
    if (!learns || openId === null) return;
    passed.add(passedAbove(rows, openId, seen.current));
    passed.opened(openId);
    // The rows at the time of opening count, not those that come later.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [learns, openId, passed]);
  useEffect(() => {
    if (!learns) return undefined;
    const timer = setInterval(passed.flush, REPORT_MS);
    const onHidden = () => {
      if (document.visibilityState === 'hidden') passed.flush();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHidden);
      passed.flush();
    };
  }, [learns, passed]);
};
