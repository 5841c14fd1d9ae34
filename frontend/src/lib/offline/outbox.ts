import { articleId, feedId } from '@omomi/backend/contract';
import { z } from 'zod';
import { readStored, writeStored } from '../storage.ts';
import { createListeners } from '../listeners.ts';

/*
 * Changes that could not be sent because the server was not reached. They are stored in this browser for all tabs, so that
 * closing the page loses none of them. Read marks have a queue of their own: see `lib/marks`.
 */

const markAll = z.object({
  kind: z.literal('mark-all'),
  /** The arrival of the last article that is marked, an ISO date. */
  before: z.string(),
  /** The feeds whose articles are marked; null for all. */
  feed_ids: z.array(feedId).nullable(),
  /** The folder that has these feeds; null if they are not those of a folder. */
  folder: z.string().nullable(),
  /** True if it leaves none unread that had arrived when the reader asked for it. */
  is_whole: z.boolean(),
  /** The number of articles; null if it is not known. */
  count: z.number().nullable(),
});

const waiting = z.discriminatedUnion('kind', [
  markAll,
  z.object({
    kind: z.literal('keyword'),
    text: z.string(),
    weight: z.number(),
    is_excluding: z.boolean(),
  }),
  z.object({
    kind: z.literal('save'),
    article_id: articleId,
    is_saved: z.boolean(),
    /** The time when the reader saved it. Absent in what an older version stored. */
    saved_at: z.string().optional(),
  }),
  z.object({ kind: z.literal('tags'), article_id: articleId, tags: z.array(z.string()) }),
  /** `is` is the whole highlight; null removes it. */
  z.object({
    kind: z.literal('highlight'),
    article_id: articleId,
    highlight_id: z.string(),
    is: z.unknown(),
  }),
  z.object({ kind: z.literal('follow'), url: z.string() }),
  z.object({ kind: z.literal('save-page'), url: z.string() }),
]);

export type Waiting = z.infer<typeof waiting>;
/** Marks all articles of some feeds, or all, as read that had arrived up to a time. */
export type MarkAll = z.infer<typeof markAll>;

const storageKey = 'omomi.outbox';
const lockName = 'omomi.outbox';

/** Returns the changes that wait, the oldest first. */
export const waitingChanges = (): Waiting[] => {
  try {
    return z.array(waiting).safeParse(JSON.parse(readStored(storageKey) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
};

/** Returns the marks of many articles that wait. */
export const waitingMarkAlls = (): MarkAll[] =>
  waitingChanges().filter((change) => change.kind === 'mark-all');

/** Names what a change is about. A later change of the same replaces an earlier one. */
const subjectOf = (change: Waiting): string => {
  switch (change.kind) {
    case 'save':
    case 'tags':
      return `${change.kind} ${change.article_id}`;
    case 'highlight':
      return `highlight ${change.highlight_id}`;
    case 'follow':
    case 'save-page':
      return `${change.kind} ${change.url}`;
    case 'keyword':
      return `keyword ${change.text}`;
    case 'mark-all':
      return `mark-all ${change.before} ${change.feed_ids?.join() ?? ''}`;
    default:
      return change satisfies never;
  }
};

const isOfSame = (a: Waiting, b: Waiting): boolean => subjectOf(a) === subjectOf(b);

const listeners = createListeners();

const store = (changes: readonly Waiting[]): void => {
  writeStored(storageKey, JSON.stringify(changes));
  listeners.callAll();
};

/** Calls `listener` after each change of what waits, in this tab or another. Returns the function that ends it. */
export const onOutbox = (listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKey) listener();
  };
  const end = listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    end();
    window.removeEventListener('storage', onStorage);
  };
};

/** Removes what waits about the same. Returns false if nothing did. */
export const takeBack = (change: Waiting): boolean => {
  const before = waitingChanges();
  const left = before.filter((other) => !isOfSame(other, change));
  if (left.length < before.length) store(left);
  return left.length < before.length;
};

/** Marks of many articles go first, because single marks that were made after them wait for them. */
const rank = ({ kind }: Waiting): number => (kind === 'mark-all' ? 0 : 1);

/** Stores a change until it can be sent. It replaces an earlier one about the same. */
export const sendLater = (change: Waiting): void =>
  store(
    [...waitingChanges().filter((other) => !isOfSame(other, change)), change].toSorted(
      (a, b) => rank(a) - rank(b),
    ),
  );

/** The outcome of sending a change: it is done with, whether the server took or refused it, or it must wait longer. */
export type Sent = 'done' | 'waits';

/** Lets one tab at a time send. Without the lock, which only secure pages have, the server takes repetitions calmly. */
const alone = async (run: () => Promise<void>): Promise<void> => {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return run();
  await locks.request(lockName, { ifAvailable: true }, (lock) => (lock === null ? undefined : run()));
};

/** Sends what waits, the oldest first, until one change has to wait longer. */
export const sendWaiting = (send: (change: Waiting) => Promise<Sent>): Promise<void> =>
  alone(async () => {
    for (let change = waitingChanges()[0]; change !== undefined; change = waitingChanges()[0]) {
      if ((await send(change)) === 'waits') return;
      const sent = change;
      // A change that the reader made meanwhile stays.
      store(waitingChanges().filter((other) => JSON.stringify(other) !== JSON.stringify(sent)));
    }
  });
