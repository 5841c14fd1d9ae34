import { useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { useNoteReadThrough } from '../marks/mutations.ts';

/** The time an article must be visible before reaching its end counts as reading it, in milliseconds. */
export const SCROLLED_MS = 5_000;
/** The same for a short article whose end is visible without scrolling. It is longer: no scrolling shows interest. */
export const SHORT_MS = 10_000;

type Watch = {
  /** Reports if the end of the text is on screen. */
  seen: (isInView: boolean) => void;
  /** Reports if the page is visible. Time in another tab does not count. */
  shown: (isShown: boolean) => void;
  stop: () => void;
};

type Parts = {
  /** Returns the time of a clock that never goes back, in milliseconds. */
  now: () => number;
  /** Calls `run` after this many milliseconds. Returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
  onEnd: () => void;
};

/** Calls `onEnd` once when the article has been read to its end. The article counts as open from this call on. */
export const watchEnd = ({ now, after, onEnd }: Parts): Watch => {
  let required: number | null = null;
  let isInView = false;
  let shownSince: number | null = now();
  let shownBefore = 0;
  let isDone = false;
  let cancel = (): void => undefined;

  const plan = (): void => {
    cancel();
    if (isDone || !isInView || shownSince === null || required === null) return;
    const open = shownBefore + (now() - shownSince);
    cancel = after(Math.max(0, required - open), () => {
      isDone = true;
      onEnd();
    });
  };

  return {
    seen: (inView) => {
      required ??= inView ? SHORT_MS : SCROLLED_MS;
      isInView = inView;
      plan();
    },
    shown: (isShown) => {
      if (isShown === (shownSince !== null)) return;
      if (shownSince !== null) shownBefore += now() - shownSince;
      shownSince = isShown ? now() : null;
      plan();
    },
    stop: () => {
      isDone = true;
      cancel();
    },
  };
};

const after = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

const Marker = ({ onEnd }: { onEnd: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const watch = watchEnd({ now: () => performance.now(), after, onEnd });
    const onShown = () => watch.shown(document.visibilityState === 'visible');
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      if (last !== undefined) watch.seen(last.isIntersecting);
    });
    onShown();
    observer.observe(element);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      observer.disconnect();
      watch.stop();
    };
  }, [onEnd]);
  return <div ref={ref} aria-hidden="true" style={{ height: 1 }} />;
};

/**
 * Marks the end of an article's text, and tells the server once when the reader gets there. It does so only if the
 * reader has switched learning on, and only while the article is marked read.
 */
export const EndOfText = ({ articleId, isRead }: { articleId: string; isRead: boolean }) => {
  const { learns: isWanted } = usePreferences();
  const { mutate: note, isIdle } = useNoteReadThrough();
  const [isReached, setIsReached] = useState(false);
  const [reach] = useState(() => () => setIsReached(true));
  const isDue = isWanted && isReached && isRead && isIdle;
  useEffect(() => {
    if (isDue) note(articleId);
  }, [isDue, note, articleId]);
  return isWanted && !isReached ? <Marker onEnd={reach} /> : null;
};
