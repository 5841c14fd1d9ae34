import { useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { watchEnd } from './end-watch.ts';
import { useNoteReadThrough } from '../marks/mutations.ts';

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
  const { like_saved: isWanted } = usePreferences();
  const { mutate: note, isIdle } = useNoteReadThrough();
  const [isReached, setIsReached] = useState(false);
  const [reach] = useState(() => () => setIsReached(true));
  const isDue = isWanted && isReached && isRead && isIdle;
  useEffect(() => {
    if (isDue) note(articleId);
  }, [isDue, note, articleId]);
  return isWanted && !isReached ? <Marker onEnd={reach} /> : null;
};
