import { z } from 'zod';
import { useMemo } from 'react';
import { episode, type Episode } from '../media/recordings.ts';
import { useKept, writeKept } from '../media/kept.ts';
import { readStored } from '../../../lib/storage.ts';

/** Recordings that can wait; further ones take the place of the last. */
const MOST = 100;
const storageKey = 'omomi.media-queue';

/** Recordings that are played one after the other, each once. */
type Queue = readonly Episode[];

const stored = z.array(episode);

/** Reads a stored queue. Returns an empty one if the text is missing or damaged. Never throws. */
export const parseQueue = (text: string | null): Queue => {
  try {
    return stored.safeParse(JSON.parse(text ?? '[]')).data ?? [];
  } catch {
    return [];
  }
};

export const without = (queue: Queue, url: string): Queue => queue.filter((each) => each.url !== url);

/** Returns the queue with a recording as its first or last, wherever it was. */
export const withNext = (queue: Queue, added: Episode): Queue =>
  [added, ...without(queue, added.url)].slice(0, MOST);
export const withLast = (queue: Queue, added: Episode): Queue => [
  ...without(queue, added.url).slice(0, MOST - 1),
  added,
];

/** Returns the queue with one recording a place further up or down, if there is a place. */
export const moved = (queue: Queue, url: string, by: -1 | 1): Queue => {
  const at = queue.findIndex((each) => each.url === url);
  const one = queue[at];
  const other = queue[at + by];
  if (one === undefined || other === undefined) return queue;
  return queue.with(at, other).with(at + by, one);
};

export const readQueue = (): Queue => parseQueue(readStored(storageKey));

/** Keeps what a change makes of the queue. Read first, because another tab may have changed it. */
export const changeQueue = (change: (queue: Queue) => Queue): void =>
  writeKept(storageKey, JSON.stringify(change(readQueue())));

export const useQueue = (): Queue => {
  const text = useKept(storageKey);
  return useMemo(() => parseQueue(text), [text]);
};
