import { z } from 'zod';
import { useMemo } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { episode, type Episode } from './recordings.ts';
import { useKept, writeKept } from './kept.ts';

/** Positions are kept of the recordings that were played last. */
const MOST_KEPT = 50;
/** A position this close to the beginning or the end is not worth keeping, in seconds. */
const NEAR_EDGE = 10;
const storageKey = 'omomi.media-positions';
const speedKey = 'omomi.media-speed';

/** A recording with its length in seconds, which is null if it is not known. */
const about = episode.extend({ duration: z.number().nullable() });
type About = z.infer<typeof about>;

/**
 * The addresses of recordings, each with the second at which the reader stopped; the last played comes first. Positions that an older
 * version stored do not have the recording.
 */
export type Positions = readonly (readonly [url: string, seconds: number, about?: About | undefined])[];

const stored = z.array(z.tuple([z.string(), z.number().min(0), about.optional()]));

/** Reads stored positions. Returns none if the text is missing or damaged. Never throws. */
export const parsePositions = (text: string | null): Positions => {
  try {
    return stored.safeParse(JSON.parse(text ?? '[]')).data ?? [];
  } catch {
    return [];
  }
};

/** Returns the positions with a new one. Near the beginning or the end of a recording, its position is forgotten. */
export const withPosition = (
  positions: Positions,
  url: string,
  { seconds, duration, played }: { seconds: number; duration: number; played?: Episode },
): Positions => {
  const others = positions.filter(([other]) => other !== url);
  const isOver = Number.isFinite(duration) && seconds > duration - NEAR_EDGE;
  if (!Number.isFinite(seconds) || seconds < NEAR_EDGE || isOver) return others;
  const length = Number.isFinite(duration) ? Math.round(duration) : null;
  const whole = Math.floor(seconds);
  const kept =
    played === undefined ? ([url, whole] as const) : ([url, whole, { ...played, duration: length }] as const);
  return [kept, ...others].slice(0, MOST_KEPT);
};

/** Returns where the reader was in a recording, in seconds; 0 if that is not known. */
export const positionIn = (positions: Positions, url: string): number =>
  positions.find(([other]) => other === url)?.[1] ?? 0;

export const readPosition = (url: string): number => positionIn(parsePositions(readStored(storageKey)), url);

const changePositions = (change: (positions: Positions) => Positions): void =>
  writeKept(storageKey, JSON.stringify(change(parsePositions(readStored(storageKey)))));

/** Forgets where the reader was in a recording. */
export const forgetPosition = (url: string): void =>
  changePositions((positions) => positions.filter(([other]) => other !== url));

/** A recording that the reader began and did not end; `seconds` is where it goes on. */
export type Begun = About & { seconds: number };

/** Returns what the reader began and did not end, the last played first. */
export const useBegun = (): Begun[] => {
  const text = useKept(storageKey);
  return useMemo(
    () => parsePositions(text).flatMap(([, seconds, of]) => (of === undefined ? [] : [{ ...of, seconds }])),
    [text],
  );
};

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
export type Speed = (typeof speeds)[number];

/** Returns a speed on offer; 1 for any other value. */
export const speedOf = (text: string | null): Speed => speeds.find((speed) => String(speed) === text) ?? 1;
export const readSpeed = (): Speed => speedOf(readStored(speedKey));
export const keepSpeed = (speed: Speed): void => writeStored(speedKey, String(speed));

/** How far the buttons of a player go, in seconds. */
export const BACK_SECONDS = 15;
export const FORTH_SECONDS = 30;
/** Seconds of playing after which the position is kept again. */
const KEPT_EVERY = 5;

/** Returns a time of a recording for people, such as `1:02:03`. */
export const clockText = (seconds: number): string => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), (seconds / 60) % 60];
  return `${hours === 0 ? '' : `${hours}:`}${hours === 0 ? Math.floor(minutes) : two(minutes)}:${two(seconds % 60)}`;
};

/** Sets the speed, also that to which loading a recording resets it. */
export const setRate = (media: HTMLMediaElement, speed: Speed): void => {
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
};

export const move = (media: HTMLMediaElement, by: number): void => {
  media.currentTime = Math.max(0, media.currentTime + by);
};

/** Plays a recording from this second on. */
export const playFrom = (media: HTMLMediaElement, seconds: number): void => {
  media.currentTime = seconds;
  void media.play().catch(() => undefined);
};

/**
 * Keeps where the reader is in a recording as long as its element exists, in the article or after it was left, and goes on there
 * the next time. Returns the function that keeps it once more and no longer, before the element plays another recording.
 */
export const followPosition = (media: HTMLMediaElement, played: Episode): (() => void) => {
  let kept = 0;
  const ending = new AbortController();
  const { signal } = ending;
  const keep = (): void => {
    // Paused before it was loaded, it was nowhere yet: where the reader was before stays.
    if (media.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    kept = media.currentTime;
    const at = { seconds: media.currentTime, duration: media.duration, played };
    changePositions((positions) => withPosition(positions, played.url, at));
  };
  const goOn = (): void => {
    const from = readPosition(played.url);
    if (from > 0 && media.currentTime === 0) media.currentTime = from;
  };
  // Before it is loaded, the browser begins there. A slow one may tell that it has loaded only after it has begun to play, so the
  // event alone is too late; it is for those that know no place before they have loaded.
  goOn();
  media.addEventListener('loadedmetadata', goOn, { signal });
  media.addEventListener(
    'timeupdate',
    () => {
      if (Math.abs(media.currentTime - kept) >= KEPT_EVERY) keep();
    },
    { signal },
  );
  media.addEventListener('pause', keep, { signal });
  media.addEventListener('ended', keep, { signal });
  return () => {
    keep();
    ending.abort();
  };
};
