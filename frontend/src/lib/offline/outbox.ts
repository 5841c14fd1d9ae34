import { articleId } from '@omomi/backend/contract';
import { z } from 'zod';
import { readStored, writeStored } from '../storage.ts';

/*
 * Changes that could not be sent because the server was not reached. They are stored in this browser for all tabs, so that
 * closing the page loses none of them. Read marks have a queue of their own: see `lib/marks`.
 */

const waiting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('save'), article_id: articleId, is_saved: z.boolean() }),
  z.object({ kind: z.literal('follow'), url: z.string() }),
]);

export type Waiting = z.infer<typeof waiting>;

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

const isOfSame = (a: Waiting, b: Waiting): boolean =>
  a.kind === 'save'
    ? b.kind === 'save' && a.article_id === b.article_id
    : b.kind === 'follow' && a.url === b.url;

const listeners = new Set<() => void>();

const store = (changes: readonly Waiting[]): void => {
  writeStored(storageKey, JSON.stringify(changes));
  for (const listener of listeners) listener();
};

/** Calls `listener` after each change of what waits, in this tab or another. Returns the function that ends it. */
export const onOutbox = (listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKey) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};

/** Removes what waits for the same article or address, because a later change of it has reached the server. */
export const takeBack = (change: Waiting): void => {
  const before = waitingChanges();
  const left = before.filter((other) => !isOfSame(other, change));
  if (left.length < before.length) store(left);
};

/** Stores a change until it can be sent. It replaces an earlier one of the same article or address. */
export const sendLater = (change: Waiting): void =>
  store([...waitingChanges().filter((other) => !isOfSame(other, change)), change]);

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
