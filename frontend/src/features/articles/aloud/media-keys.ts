import { useEffect, useState } from 'react';
import { useMediaSession } from '../../../lib/use-media-session.ts';

const [HEADER_BYTES, RATE, SECONDS] = [44, 8_000, 10];

/** The value of a sample of 8 bits at rest. */
const REST = 0x80;

/** Returns ten seconds of silence as a WAV file: PCM, one channel, 8 bits, 8 kHz. */
export const silentWav = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(HEADER_BYTES + RATE * SECONDS).fill(REST);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string): void => {
    for (const [n, character] of Array.from(text).entries()) view.setUint8(at + n, character.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, RATE * SECONDS, true);
  return bytes;
};

/**
 * Creates a sound without a sound, which plays on and on. Browsers give the keys of a headset only to a page that plays a media
 * element of more than a few seconds, and their voices are none.
 */
const createSilence = (): { audio: HTMLAudioElement; end: () => void } => {
  const url = URL.createObjectURL(new Blob([silentWav()], { type: 'audio/wav' }));
  const audio = new Audio(url);
  audio.loop = true;
  return {
    audio,
    end: () => {
      audio.pause();
      URL.revokeObjectURL(url);
    },
  };
};

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
