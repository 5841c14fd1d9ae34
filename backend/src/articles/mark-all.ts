import pMap from 'p-map';
import type { Clock } from '../config/log.ts';
import type { Job } from '../contract/index.ts';
import type { Subscription, SubscriptionStore } from '../feeds/subscription.ts';
import type { CountUnread } from '../feeds/unread.ts';
import type { JobStore } from '../jobs/job.ts';
import type { HoldJob } from '../jobs/start-job.ts';
import { mostUnread, type Mark, type MarkStore } from './marks.ts';

/** For so long a mark can be taken back; then a job writes it into the entries. */
export const UNDO_MS = 10 * 60_000;
const CONCURRENT_COUNTS = 8;

export type MarkAllDeps = {
  marks: MarkStore;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  countUnread: CountUnread;
  holdJob: HoldJob;
  now: Clock;
  newId: () => string;
};

/**
 * Marks what arrived up to `before` in the given feeds (null: all) read, with one write however many they are. Answers
 * with the job that settles it after ten minutes, until when cancelling that job takes it back.
 */
export type MarkAll = (userId: string, before: string, feedIds: string[] | null) => Promise<Job>;

export const createMarkAll =
  ({ marks, subscriptions, countUnread, holdJob, now, newId }: MarkAllDeps): MarkAll =>
  async (userId, before, feedIds) => {
    const at = now();
    const marked_at = at.toISOString();
    // What arrives from now on is new, whatever the clock of the reader's machine says.
    const upTo = before < marked_at ? before : marked_at;
    const mark_id = newId();
    const inScope = feedsIn({ feed_ids: feedIds }, await subscriptions.list(userId));
    const standing = await marks.get(userId);
    // First the job: a mark that nobody settles would stay for ever, a job without a mark has nothing to do.
    const job = await holdJob(userId, 'mark-read', {
      jobId: mark_id,
      notBefore: new Date(at.getTime() + UNDO_MS),
      total: upTo === marked_at ? mostUnread(inScope, standing.marks) : null,
      result: null,
    });
    await marks.change(userId, ({ seq, marks: others }) => ({
      seq: seq + 1,
      marks: [
        ...others,
        { mark_id, seq: seq + 1, feed_ids: feedIds, before: upTo, marked_at, undone_at: null },
      ],
    }));
    // A count from before the mark is known to have come to nothing; one that some of it outlives is made again.
    await pMap(
      inScope.filter(({ unread_count, counted_at }) => unread_count > 0 && counted_at > upTo),
      ({ feed_id }) => countUnread(userId, feed_id, marked_at),
      { concurrency: CONCURRENT_COUNTS },
    );
    return job;
  };

/** The subscriptions in a mark's scope. */
export const feedsIn = ({ feed_ids }: Pick<Mark, 'feed_ids'>, all: Subscription[]): Subscription[] => {
  const scope = new Set(feed_ids);
  return feed_ids === null ? all : all.filter(({ feed_id }) => scope.has(feed_id));
};

/** Takes a mark back: what it covered is unread again. Nothing for one that is settled; doing it twice is harmless. */
export type UndoMark = (userId: string, markId: string) => Promise<void>;

export const createUndoMark =
  ({
    marks,
    subscriptions,
    countUnread,
    now,
  }: Pick<MarkAllDeps, 'marks' | 'subscriptions' | 'countUnread' | 'now'>): UndoMark =>
  async (userId, markId) => {
    const undone_at = now().toISOString();
    const ofThis = ({ mark_id }: Mark) => mark_id === markId;
    const standing = await marks.change(userId, ({ seq, marks: all }) =>
      all.some((mark) => ofThis(mark) && mark.undone_at === null)
        ? { seq, marks: all.map((mark) => (ofThis(mark) ? { ...mark, undone_at } : mark)) }
        : null,
    );
    const undone = standing.marks.find(ofThis);
    if (undone === undefined) return;
    // Counts that honoured it are too low; those that did not stand.
    const counted = feedsIn(undone, await subscriptions.list(userId)).filter(
      ({ counted_seq }) => counted_seq >= undone.seq,
    );
    await pMap(counted, ({ feed_id }) => countUnread(userId, feed_id), { concurrency: CONCURRENT_COUNTS });
    await marks.change(userId, ({ seq, marks: all }) => ({
      seq,
      marks: all.filter((mark) => !ofThis(mark)),
    }));
  };

/** Finishes what a call that took a mark back and was cut off left over. */
export const createTidyMarks =
  ({
    marks,
    jobs,
    undoMark,
  }: {
    marks: Pick<MarkStore, 'get'>;
    jobs: Pick<JobStore, 'get'>;
    undoMark: UndoMark;
  }) =>
  async (userId: string): Promise<void> => {
    const standing = await marks.get(userId);
    for (const { mark_id, undone_at } of standing.marks) {
      const isCancelled = (await jobs.get(userId, mark_id))?.state === 'cancelled';
      if (undone_at !== null || isCancelled) await undoMark(userId, mark_id);
    }
  };
