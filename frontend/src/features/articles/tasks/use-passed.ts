import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';

/** The part of a row that tells whether it was passed by. */
type ShownRow = { article_id: string; is_read: boolean };

/**
 * Returns the articles that stand above the one that was opened, that were on screen, and that are not read: they were
 * passed by.
 */
export const passedAbove = (
  rows: readonly ShownRow[],
  openedId: string,
  seen: ReadonlySet<string>,
): string[] => {
  const at = rows.findIndex(({ article_id }) => article_id === openedId);
  return rows
    .slice(0, Math.max(0, at))
    .filter(({ article_id, is_read }) => !is_read && seen.has(article_id))
    .map(({ article_id }) => article_id);
};

/** The most articles of a report. */
const MOST = 200;

/** Collects passed articles until they are reported. Each is reported once, and never if it is opened before. */
export const createPassed = (report: (articleIds: string[]) => void) => {
  const waiting = new Set<string>();
  const settled = new Set<string>();
  return {
    add: (articleIds: readonly string[]): void => {
      for (const id of articleIds) if (!settled.has(id)) waiting.add(id);
    },
    opened: (articleId: string): void => {
      settled.add(articleId);
      waiting.delete(articleId);
    },
    flush: (): void => {
      const batch = [...waiting].slice(0, MOST);
      if (batch.length === 0) return;
      for (const id of batch) {
        waiting.delete(id);
        settled.add(id);
      }
      report(batch);
    },
  };
};

/** The time between two reports, in milliseconds. */
const REPORT_MS = 60_000;

// An error is not shown: the reader asked for nothing, and losing one of these signals does little harm.
const report = (article_ids: string[]): void => {
  call('notePassed', { body: { article_ids } }).catch(() => undefined);
};

/** Calls `onSeen` with each article whose row comes on the screen. Returns the function that ends it. */
const watchRows = (onSeen: (articleId: string) => void): (() => void) => {
  const screen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const id = isIntersecting ? target.getAttribute('data-article') : null;
      if (id !== null) onSeen(id);
    }
  });
  const rows = document.querySelectorAll('[data-article]');
  for (const row of rows) screen.observe(row);
  // A long list renders a row when it comes near the screen.
  const rendered = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => Array.from(addedNodes)))
      if (node instanceof Element && node.hasAttribute('data-article')) screen.observe(node);
  });
  const list = rows[0]?.parentElement;
  if (list) rendered.observe(list, { childList: true });
  return () => {
    screen.disconnect();
    rendered.disconnect();
  };
};

/**
 * Reports articles that were on screen and not opened while one below them was, for a reader who lets Omomi learn: once a
 * minute, and when the page is hidden.
 */
export const usePassed = (rows: readonly ShownRow[], openId: string | null): void => {
  const { learns } = usePreferences();
  const [passed] = useState(() => createPassed(report));
  const seen = useRef(new Set<string>());
  useEffect(() => (learns ? watchRows((id) => seen.current.add(id)) : undefined), [learns]);
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
