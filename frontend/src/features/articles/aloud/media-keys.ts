import { useEffect, useRef, useState } from 'react';
import { createSilence } from './silence.ts';

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
  const [silence] = useState(createSilence);
  useEffect(() => silence.end, [silence]);
  useEffect(() => {
    // Refused without a gesture of the reader; then only the keys of a headset are missing.
    if (isPlaying) void silence.audio.play().catch(() => undefined);
    else silence.audio.pause();
  }, [silence, isPlaying]);
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
