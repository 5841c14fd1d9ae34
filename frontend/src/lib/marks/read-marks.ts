import { articleId, feedId } from '@omomi/backend/contract';
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../api/api.ts';
import { offline } from '../api/api-error.ts';
import { onReachedAgain } from '../offline/connection.ts';
import { type MarkAll, onOutbox, waitingMarkAlls } from '../offline/outbox.ts';
import { readSession, writeSession } from '../storage.ts';
import type { ReadMark } from './mark-book.ts';
import { adoptUnsent, keepUnsent } from './unsent.ts';
import { type ReadQueue, createReadQueue } from './read-queue.ts';

/** The storage of this tab for marks that the server does not have yet, so that a reload does not lose them. */
const storageKey = 'omomi.read-marks';

const keptMarks = z.array(z.object({ article_id: articleId, feed_id: feedId, is_read: z.boolean() }));

const readKept = (): ReadMark[] => {
  try {
    return keptMarks.safeParse(JSON.parse(readSession(storageKey) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
};

type Listener = Pick<Parameters<typeof createReadQueue>[0], 'onSettled' | 'onRefused'> & {
  /** Called with the articles that the server marked because others of their stories were read. */
  onFinished: (marks: ReadMark[]) => void;
};

type ReadMarks = ReadQueue & {
  /** Sets whom to tell what became of marks. */
  listen: (listener: Listener) => void;
  /** Notes that all articles of feeds were marked read, so that what was marked unread before does not stay so. */
  markedAll: (mark: Pick<MarkAll, 'feed_ids'>) => void;
};

const after = (milliseconds: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

const createReadMarks = (): ReadMarks => {
  let listener: Listener = {
    onSettled: () => undefined,
    onRefused: () => undefined,
    onFinished: () => undefined,
  };
  const queue = createReadQueue({
    send: async (article_ids, is_read) => {
      // A mark of all articles that waits was made before these, and must reach the server before them.
      if (waitingMarkAlls().length > 0) throw offline();
      // The browser finishes the request even if the page is closed meanwhile.
      const { finished } = await call('setReadOfMany', { body: { article_ids, is_read }, keepalive: true });
      if (finished.length > 0) listener.onFinished(finished.map((each) => ({ ...each, is_read: true })));
    },
    after,
    now: () => performance.now(),
    keep: (marks) => {
      writeSession(storageKey, marks.length === 0 ? null : JSON.stringify(marks));
      keepUnsent(marks);
    },
    onSettled: (marks, isTaken) => listener.onSettled(marks, isTaken),
    onRefused: (marks, error) => listener.onRefused(marks, error),
  });
  queue.add(...readKept());
  adoptUnsent((marks) => queue.add(...marks));
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') void queue.flush();
  };
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', queue.leave);
  onReachedAgain(() => void queue.resume());
  window.addEventListener('online', () => void queue.resume());
  let isHeld = waitingMarkAlls().length > 0;
  onOutbox(() => {
    const wasHeld = isHeld;
    isHeld = waitingMarkAlls().length > 0;
    if (wasHeld && !isHeld) void queue.resume();
  });
  return {
    ...queue,
    listen: (told) => void (listener = told),
    markedAll: ({ feed_ids }) =>
      queue.add(
        ...queue
          .later(Infinity)
          .filter(({ is_read, feed_id }) => !is_read && (feed_ids?.includes(feed_id) ?? true))
          .map((mark) => ({ ...mark, is_read: true })),
      ),
  };
};

const marksOf = new WeakMap<QueryClient, ReadMarks>();

/** Returns the read marks that belong to a query client's cache. */
export const readMarksOf = (client: QueryClient): ReadMarks => {
  const known = marksOf.get(client);
  if (known !== undefined) return known;
  const marks = createReadMarks();
  marksOf.set(client, marks);
  return marks;
};

/** Returns the changes of unread counts that marks make, by feed_id. Two opposite marks of an article cancel out. */
export const countChanges = (marks: readonly ReadMark[]): Map<string, number> => {
  const changes = new Map<string, number>();
  for (const { feed_id, is_read } of marks)
    changes.set(feed_id, (changes.get(feed_id) ?? 0) + (is_read ? -1 : 1));
  return changes;
};

/** Returns those that an answer asked for at `since` may not know yet. */
export const laterCounts = (marks: ReadMarks, since: number): Map<string, number> =>
  countChanges(marks.later(since));
