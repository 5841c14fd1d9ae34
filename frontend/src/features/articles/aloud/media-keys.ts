import { useEffect, useRef } from 'react';

type Keys = {
  title: string;
  feed: string;
  isPlaying: boolean;
  onToggle: () => void;
  onNext: () => void;
};

const actions = ['play', 'pause', 'nexttrack'] as const satisfies MediaSessionAction[];

/** Lets a locked screen and the keys of a headset rule the reading, where the browser can. */
export const useMediaKeys = (keys: Keys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const { title, feed, isPlaying } = keys;
  useEffect(() => {
    const session: MediaSession | undefined = navigator.mediaSession;
    if (session === undefined) return undefined;
    const toggle = (): void => latest.current.onToggle();
    session.setActionHandler('play', toggle);
    session.setActionHandler('pause', toggle);
    session.setActionHandler('nexttrack', () => latest.current.onNext());
    return () => {
      for (const action of actions) session.setActionHandler(action, null);
      session.metadata = null;
      session.playbackState = 'none';
    };
  }, []);
  useEffect(() => {
    if (navigator.mediaSession === undefined) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: feed });
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
  }, [title, feed, isPlaying]);
};
