import pMap from 'p-map';
import { z } from 'zod';
import { tidyMarks, type MarkContext } from '../articles/reading/mark-all.ts';
import { retentionChoice } from '../contract/index.ts';
import { tidyLeaving } from '../feeds/unsubscribe.ts';
import type { Context } from '../model/context.ts';
import {
  type RetentionSettings,
  type Retention,
  longestKept,
  renewed,
  withLimit,
} from '../model/article/expiry.ts';
import { tidySegment } from '../search/keep/note-use.ts';
import { addFigures } from '../lib/add-figures.ts';
import { cleanupFigures, type CleanupFigures } from './figures.ts';
import { checkCounts, correctCounts } from './recount.ts';
import { keepArticles } from './keep-articles.ts';
import { removeExpired } from './remove-expired.ts';
import type { Entry } from '../model/article/entry.ts';
import { countUnread, type CountContext } from '../articles/reading/unread.ts';

const phases = ['expiries', 'kept', 'entries', 'copies', 'counts', 'suspects'] as const;

/** A phase of a cleanup. They run in this order: expiries, kept, entries, copies, counts, suspects. */
type CleanupPhase = (typeof phases)[number];

/** The position that a cleanup has reached. */
export const cleanupCursor = z.object({
  phase: z.enum(phases),
  /** The time when the run began. Entries that have expired by then are removed. */
  at: z.string(),
  /** The position that the phase has reached; null at its start. */
  after: z.string().nullable(),
  /** The retention that the entries' expiries follow. */
  retention: retentionChoice,
  /** The days for which the reader keeps articles of feeds (`keptIn`), which the expiries follow too. */
  kept: z.string().default(''),
  /**
   * True if the retention changed since the entries last followed it, so that older counts rely on the old expiries.
   */
  is_changed: z.boolean(),
  /** The ids of the feeds whose count is to be checked once more. */
  suspect: z.array(z.string()),
  figures: cleanupFigures,
});

export type CleanupCursor = z.infer<typeof cleanupCursor>;

export type CleanedSlice = {
  is_done: boolean;
  reached: CleanupCursor;
  /** The time in seconds to wait before the next slice. */
  delay_seconds?: number;
};

/** Number of saved copies that a slice reads, about 3 KB each. */
const COPIES = 500;
/** The wait in seconds before suspect counts are checked again. Even a slow writer has counted its writes by then. */
const DOUBT_SECONDS = 60;

/** The context for a cleanup. */
export type CleanupContext = MarkContext &
  Pick<Context, 'articles' | 'blobs' | 'entryNotes' | 'saved' | 'profiles' | 'feeds' | 'log'> & {
    settings: RetentionSettings;
  };

/** Does a slice of one phase, and returns where the next slice begins: in this phase or in the following one. */
type RunPhase = (ctx: CleanupContext, userId: string, cursor: CleanupCursor) => Promise<CleanedSlice>;

/** Returns the cursor after a slice of a phase, whose `next` is null at its end. */
const through = (
  cursor: CleanupCursor,
  { next, figures = {} }: { next: string | null; figures?: Partial<CleanupFigures> },
  following: CleanupPhase,
): CleanupCursor => ({
  ...cursor,
  phase: next === null ? following : cursor.phase,
  after: next,
  figures: addFigures(cursor.figures, figures),
});

/** Checks whether wrong counts are expected, because the run gave the counted entries another expiry. */
const areExpected = ({ is_changed, figures }: CleanupCursor): boolean =>
  is_changed || figures.changed_expiries > 0;

/**
 * Removes leftovers of marks that were undone, and of feeds that were left, by a call that was interrupted. They would
 * make counts wrong.
 */
const tidyLeftovers = async (ctx: CleanupContext, userId: string): Promise<void> => {
  await tidyMarks(ctx, userId);
  await tidyLeaving(ctx, userId);
};

/** Returns the feeds for which a reader has days of their own, with these; empty if there are none. */
export const keptIn = async (
  { subscriptions }: Pick<Context, 'subscriptions'>,
  userId: string,
): Promise<string> =>
  (await subscriptions.list(userId))
    .flatMap(({ feed_id, keep_days }) => (keep_days === null ? [] : `${feed_id} ${keep_days}`))
    .toSorted()
    .join();

/** The phases of a cleanup, in their order. Any slice of them can be interrupted and repeated. */
export const cleanupPhases: Readonly<Record<CleanupPhase, RunPhase>> = {
  /** Renews expiries after a changed retention. */
  expiries: async (ctx, userId, cursor) => {
    const { retention, after } = cursor;
    const reached = through(cursor, await renewExpiries(ctx, userId, retention, after), 'kept');
    if (reached.phase !== 'kept') return { is_done: false, reached };
    await ctx.profiles.setRetentionApplied(userId, retention);
    // A change of a feed's days that comes later than this read clears retention_applied again, so the next cleanup sees it.
    const kept = await keptIn(ctx, userId);
    if (kept === cursor.kept) return { is_done: false, reached };
    return { is_done: false, reached: { ...reached, phase: 'expiries', kept } };
  },
  /** Looks after the articles of feeds that the reader keeps for days of their own, if there are any. */
  kept: async (ctx, userId, cursor) => {
    if (cursor.kept === '') return { is_done: false, reached: through(cursor, { next: null }, 'entries') };
    const terms = { retention: cursor.retention, isChanged: cursor.figures.changed_expiries > 0 };
    const { next } = await keepArticles(ctx, userId, cursor.after, terms);
    return { is_done: false, reached: through(cursor, { next }, 'entries') };
  },
  /** Removes expired entries. */
  entries: async (ctx, userId, cursor) => {
    const removed = await removeExpired(ctx, userId, cursor.at, cursor.after);
    return { is_done: false, reached: through(cursor, removed, 'copies') };
  },
  /** Deletes saved copies that were released, and what is left over of the search segment. */
  copies: async (ctx, userId, cursor) => {
    if (cursor.after === null) await tidySegment(ctx, userId);
    const { deleted, next } = await ctx.saved.sweep(userId, ctx.now(), cursor.after, COPIES);
    const figures = { deleted_copies: deleted, deleted_blobs: deleted };
    return { is_done: false, reached: through(cursor, { next, figures }, 'counts') };
  },
  /** Compares the unread count of each feed with what it should be, and notes those that differ. */
  counts: async (ctx, userId, cursor) => {
    if (cursor.after === null) await tidyLeftovers(ctx, userId);
    const { next, suspect: more } = await checkCounts(ctx, userId, cursor.after);
    const suspect = [...new Set([...cursor.suspect, ...more])];
    const reached = { ...through(cursor, { next }, 'suspects'), suspect };
    if (next !== null) return { is_done: false, reached };
    if (suspect.length === 0) return { is_done: true, reached };
    return { is_done: false, reached, ...(areExpected(cursor) ? {} : { delay_seconds: DOUBT_SECONDS }) };
  },
  /** Looks at the noted counts once more, and corrects them. */
  suspects: async (ctx, userId, cursor) => {
    const drifted_counts = await correctCounts(ctx, userId, cursor.suspect, areExpected(cursor));
    return { is_done: true, reached: { ...cursor, figures: addFigures(cursor.figures, { drifted_counts }) } };
  },
};

const SLICE = 500;
/**
 * Number of writes at once, as in a recalculation. A rewritten entry takes about five of the 1,000 write units a second
 * of one reader's partition.
 */
const CONCURRENT_WRITES = 2;

/**
 * Renews the expiries of a slice of a reader's entries after a changed retention, of the reader or of a feed. `next` is the
 * `after` of the next slice, or null at the end.
 */
const renewExpiries = async (
  ctx: CountContext,
  userId: string,
  retention: Retention,
  after: string | null,
): Promise<{ next: string | null; figures: Partial<CleanupFigures> }> => {
  const { entries, now } = ctx;
  const [slice, subscriptions] = await Promise.all([
    entries.scan(userId, after, SLICE),
    ctx.subscriptions.list(userId),
  ]);
  const daysOf = new Map(subscriptions.map(({ feed_id, keep_days }) => [feed_id, keep_days]));
  const renew = (entry: Entry): Entry | null => {
    const followed = entry.feed_ids.filter((feedId) => daysOf.has(feedId));
    const days = longestKept(
      followed.map((feedId) => daysOf.get(feedId) ?? null),
      retention,
    );
    const kept = withLimit(entry, { kept_days: days }, { retention, now: now() });
    return renewed(kept, retention, now()) ?? (kept === entry ? null : kept);
  };
  const due = slice.filter((entry) => renew(entry) !== null);
  await pMap(due, ({ article_id }) => entries.change(userId, article_id, renew), {
    concurrency: CONCURRENT_WRITES,
  });
  // Count again: the stored count expects the entries to expire at another time.
  const feeds = new Set(due.filter(({ is_read }) => !is_read).map(({ feed_ids: [feed_id] }) => feed_id));
  for (const feedId of feeds) await countUnread(ctx, userId, feedId);
  return {
    next: slice.length === SLICE ? (slice.at(-1)?.article_id ?? null) : null,
    figures: { changed_expiries: due.length },
  };
};
