import { ApiError, mayPass } from '../api/api-error.ts';
import { retryAfter } from '../api/limit.ts';
import { createMarkBook, type MarkBook, type ReadMark } from './mark-book.ts';

/** The most articles of a request. */
const MOST_IDS = 200;
/** The time for which marks are collected before they are sent, in milliseconds. */
const COLLECTED_MS = 2_000;
/** The time until the next attempt after a failure that may pass, in milliseconds; the last one repeats. */
const RETRIES_MS = [2_000, 5_000, 15_000, 60_000] as const;

type QueueParts = {
  /** Tells the server of up to 200 articles that all get the same mark. */
  send: (articleIds: string[], isRead: boolean) => Promise<unknown>;
  /** Calls `run` after this many milliseconds. Returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
  /** Returns the milliseconds of a clock that never goes back. */
  now: () => number;
  /** Called with all marks that the server does not have yet, whenever they change. */
  keep: (marks: ReadMark[]) => void;
  /** Called after the server took the marks of a batch, or refused them for good. */
  onSettled: (marks: ReadMark[], isTaken: boolean) => void;
  /** Called then with those that it refused and that the reader has not replaced meanwhile. */
  onRefused: (marks: ReadMark[], error: unknown) => void;
};

export type ReadQueue = Pick<MarkBook, 'later'> & {
  /**
   * Notes that articles were marked read or unread. The opposite mark within two seconds takes both back. Returns the marks that
   * did so.
   */
  add: (...marks: ReadMark[]) => ReadMark[];
  /** Sends what waits, unless the server asked for a pause. Resolves when it was sent or has failed; never rejects. */
  flush: () => Promise<void>;
  /** Sends what waits because the server can be reached again. It ends a pause after failures, but not that of a rate limit. */
  resume: () => Promise<void>;
  /** Sends what waits because the page is being left, after which nothing can wait for a batch that is on its way. */
  leave: () => void;
  /** Notes marks that another tab has made and sends itself. */
  told: (marks: readonly ReadMark[]) => void;
  /** Notes that the server took such marks, or that it will never get them. */
  settled: (marks: readonly ReadMark[], isTaken: boolean) => void;
  now: () => number;
};

/** Returns the milliseconds to the next attempt, or null if a repetition would fail again. */
const retryIn = (error: unknown, failures: number): number | null => {
  const limit = retryAfter(error);
  if (limit !== null) return (limit + 1) * 1_000;
  return mayPass(error) ? (RETRIES_MS[Math.min(failures, RETRIES_MS.length) - 1] ?? RETRIES_MS[0]) : null;
};

/** The pause after a failure, which grows with the failures in a row. */
const createPause = (now: () => number) => {
  let failures = 0;
  let until = 0;
  let isLimited = false;
  return {
    /** Returns the milliseconds left; 0 or less if there is no pause. */
    left: (): number => until - now(),
    /** Notes what came of an attempt: null, or the failure. */
    note: (error: unknown): void => {
      failures = error === null ? 0 : failures + 1;
      if (error === null) return;
      until = now() + (retryIn(error, failures) ?? 0);
      isLimited = error instanceof ApiError && error.status === 429;
    },
    endUnlessLimited: (): void => {
      if (isLimited) return;
      until = 0;
      failures = 0;
    },
  };
};

/** Sends the next batch. Returns null, or the failure if the batch has to be sent again. */
const sendNext = async (book: MarkBook, parts: QueueParts): Promise<unknown> => {
  const batch = book.begin();
  const ids = batch.map(({ article_id }) => article_id);
  try {
    await parts.send(ids, batch[0]?.is_read ?? true);
    book.took(parts.now());
    parts.onSettled(batch, true);
  } catch (error) {
    if (retryIn(error, 1) === null) {
      parts.onSettled(batch, false);
      parts.onRefused(book.refused(), error);
    } else {
      book.failed(retryAfter(error) === null);
      return error;
    }
  } finally {
    parts.keep(book.unsent());
  }
  return null;
};

/** Sends all marks at once. The server takes repetitions calmly, and what is lost is sent when a page is opened again. */
const sendAll = (book: MarkBook, { send }: QueueParts): void => {
  for (const isRead of [true, false]) {
    const marks = book.unsent().filter(({ is_read }) => is_read === isRead);
    const ids = marks.slice(0, MOST_IDS).map(({ article_id }) => article_id);
    if (ids.length > 0) send(ids, isRead).catch(() => undefined);
  }
};

/**
 * Collects read marks and sends them in batches, one after the other, so that the latest mark of an article is applied
 * last. A batch that fails and may succeed later is sent again until it does.
 */
export const createReadQueue = (parts: QueueParts): ReadQueue => {
  const { after, now, keep } = parts;
  const book = createMarkBook();
  let running: Promise<void> | null = null;
  let cancel: (() => void) | null = null;
  const pause = createPause(now);

  const plan = (milliseconds: number): void => {
    cancel ??= after(milliseconds, () => {
      cancel = null;
      void flush();
    });
  };

  /** Sends what waits now. Marks that come meanwhile are collected for two seconds of their own. */
  const drain = async (): Promise<void> => {
    for (let left = book.batches(); left > 0; left -= 1) {
      const error = await sendNext(book, parts);
      pause.note(error);
      if (error !== null) return;
    }
  };

  const flush = (): Promise<void> => {
    if (pause.left() > 0) {
      if (book.hasWaiting()) plan(pause.left());
      return running ?? Promise.resolve();
    }
    if (running !== null) return running.then(flush);
    if (!book.hasWaiting()) return Promise.resolve();
    cancel?.();
    cancel = null;
    running = drain().finally(() => {
      running = null;
      if (book.hasWaiting()) plan(Math.max(COLLECTED_MS, pause.left()));
    });
    return running;
  };

  return {
    add: (...marks) => {
      const takenBack = marks.filter((mark) => book.add(mark));
      keep(book.unsent());
      if (book.hasWaiting()) plan(COLLECTED_MS);
      return takenBack;
    },
    flush,
    resume: () => {
      pause.endUnlessLimited();
      return flush();
    },
    leave: () => (running === null ? void flush() : sendAll(book, parts)),
    later: book.later,
    told: (marks) => book.told(marks, now()),
    settled: (marks, isTaken) => book.settled(marks, isTaken, now()),
    now,
  };
};
