import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../lib/listeners.ts';

/** Minutes after which a reader can let recordings stop. */
export const sleeps = [15, 30, 45, 60] as const;
export type Sleep = (typeof sleeps)[number];

let chosen: Sleep | null = null;
let timer = 0;
const listeners = createListeners();

const set = (next: Sleep | null): void => {
  chosen = next;
  listeners.callAll();
};

const pauseAll = (): void => {
  for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause();
  set(null);
};

/** Pauses every recording after so many minutes, whichever plays then, in its article or without it. Null: never. */
export const sleepAfter = (minutes: Sleep | null): void => {
  window.clearTimeout(timer);
  if (minutes !== null) timer = window.setTimeout(pauseAll, minutes * 60_000);
  set(minutes);
};

/** Returns the minutes that were chosen last; null if recordings do not stop by themselves. */
export const useSleep = (): Sleep | null => useSyncExternalStore(listeners.add, () => chosen);
