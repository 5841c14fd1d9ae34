import { useEffect, useState } from 'react';
import { useMediaSession } from '../../../lib/use-media-session.ts';
import { createSilence } from './silence.ts';

type Keys = {
  title: string;
  feed: string;
  isPlaying: boolean;
  onToggle: () => void;
  onNext: () => void;
};

const actions = ['play', 'pause', 'nexttrack'] as const;

/** Lets a locked screen and the keys of a headset rule the reading, where the browser can. */
export const useMediaKeys = ({ title, feed, isPlaying, onToggle, onNext }: Keys): void => {
  const [silence] = useState(createSilence);
  useEffect(() => silence.end, [silence]);
  useEffect(() => {
    // Refused without a gesture of the reader; then only the keys of a headset are missing.
    if (isPlaying) void silence.audio.play().catch(() => undefined);
    else silence.audio.pause();
  }, [silence, isPlaying]);
  useMediaSession({
    title,
    artist: feed,
    actions,
    onAction: (action) => (action === 'nexttrack' ? onNext() : onToggle()),
  });
  useEffect(() => {
    const session: MediaSession | undefined = navigator.mediaSession;
    if (session === undefined) return undefined;
    session.playbackState = isPlaying ? 'playing' : 'paused';
    return () => {
      session.playbackState = 'none';
    };
  }, [isPlaying]);
};
