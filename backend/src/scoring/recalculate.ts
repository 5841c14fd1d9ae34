import pMap from 'p-map';
import { scoredWith } from '../model/reader/waiting.ts';
import type { Entry } from '../model/article/entry.ts';
import { entryVectors } from './vectors.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import { loadSourceFactors, scoreFor, withScore } from './entry-score.ts';
import { factorIn, isFactor } from '../model/score/score.ts';
import { typicalWeight } from '../model/ranking/place.ts';
import { isWorthWriting } from './worth-writing.ts';
import { loadKeywords, type ReaderKeywords, type ScoringContext } from './reader-keywords.ts';
import { learn } from './learn.ts';
import { z } from 'zod';
import { inSlices, type JobDefinition } from '../jobs/job-definition.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { Context } from '../model/context.ts';

/** Number of entries in a slice: some seconds of work for a function, which are lost if it dies. */
const SLICE = 500;
/**
 * Number of writes at once. A rewritten entry takes five write units, and DynamoDB takes 1,000 a second for one
 * reader's partition, which is 200 entries a second. Two entries at a time, each a read and a write of about 5 ms,
 * reach that rate.
 */
const CONCURRENT_WRITES = 2;

/** The context for scoring a reader's entries. */
export type RecalculateContext = ScoringContext & Pick<Context, 'feeds' | 'subscriptions'>;

/** The progress of a run. If its version is no longer the reader's, the run begins again. */
export type RecalculateCursor = {
  after: string | null;
  version: number;
  seen: number;
  /** Number of entries when the run began. */
  total: number;
  changed: number;
  /** The time when the run began; missing in positions that an older version stored. */
  begun_at?: string | undefined;
};

export type RecalculatedSlice = { is_done: boolean; reached: RecalculateCursor };

/**
 * The steps in which a recalculation, which goes through all entries of a reader, differs from the scoring of those without a
 * score.
 */
type Run = {
  /** Returns the entries after this id in the order of their ids, at most `limit`. */
  scan: (after: string | null, limit: number) => Promise<Entry[]>;
  /** Returns the number of all entries. */
  count: () => Promise<number>;
  /**
   * Called if the model did not answer: for articles, which remain without a score, or for keywords (`isAll`), so that
   * nothing is scored.
   */
  noteAway: (isAll: boolean) => Promise<void>;
  finish: (version: number, begunAt: string) => Promise<void>;
};

const loadOrNote = async (
  ctx: RecalculateContext,
  userId: string,
  { noteAway }: Run,
): Promise<ReaderKeywords> => {
  try {
    return await loadKeywords(ctx, userId);
  } catch (error) {
    if (error instanceof ModelUnavailableError) await noteAway(true);
    throw error;
  }
};

const factorsOf = (entry: Entry, sources: ReadonlyMap<string, number>) => ({
  source: sources.get(entry.feed_ids[0]) ?? 1,
  rule: factorIn(entry.reasons, 'rule'),
});

/** Returns the cursor of a run that begins now. */
const begin = async (
  { now }: Pick<Context, 'now'>,
  { count }: Run,
  { version, changed }: { version: number; changed: number },
): Promise<RecalculateCursor> => ({
  after: null,
  version,
  seen: 0,
  total: await count(),
  changed,
  begun_at: now().toISOString(),
});

/**
 * Checks whether an entry came as read, as the older items of a document do, and was neither saved nor marked since. Such
 * an article is not embedded.
 */
const isUnasked = ({ is_read, read_at, is_saved, importance_score, reasons }: Entry): boolean =>
  is_read && read_at === null && !is_saved && importance_score === 0 && reasons.every(isFactor);

/** Returns the weight with which scores are compared to place them, and the ids of the keywords that count. */
const scaleOf = ({ keywords }: ReaderKeywords) => ({
  typical: typicalWeight(
    keywords.map(({ weight }) => ({ weight, is_active: true, is_excluding: weight < 0 })),
  ),
  active: new Set(keywords.map(({ keyword_id }) => keyword_id)),
});

/** Checks whether an entry waits for the model and has a score meanwhile, which only a recalculation of all replaces. */
const isStale = (entry: Entry, awaited: ReadonlySet<string>): boolean =>
  entry.importance_score !== null && awaited.has(entry.article_id);

/**
 * Scores a slice of a reader's entries with the current keywords. Entries keep their read and saved state, those of which a reader
 * would see the same are not written (`isWorthWriting`), and entries deleted meanwhile stay deleted. If the keywords changed since the run began, the
 * run begins again, so that the newest keywords always apply. If the model does not answer for articles, the others are
 * scored.
 * @throws ModelUnavailableError if it does not answer for a keyword.
 */
export const scoreSlice = async (
  ctx: RecalculateContext,
  userId: string,
  cursor: RecalculateCursor | null,
  run: Run,
): Promise<RecalculatedSlice> => {
  const keywords = await loadOrNote(ctx, userId, run);
  const { version } = keywords;
  const from =
    cursor?.version === version ? cursor : await begin(ctx, run, { version, changed: cursor?.changed ?? 0 });
  const entries = await run.scan(from.after, SLICE);
  const sources = await loadSourceFactors(ctx, userId, entries);
  const { typical, active } = scaleOf(keywords);
  const needsVectors = keywords.keywords.length > 0 || (keywords.learned?.learner ?? null) !== null;
  const { vectors, failures } = await entryVectors(
    ctx,
    needsVectors ? entries.filter((entry) => !isUnasked(entry)) : [],
  );

  const written = await pMap(
    entries,
    async (entry) => {
      const vector = vectors.get(entry.article_id);
      if (vector === undefined && needsVectors) return false;
      const scored = scoreFor(vector, keywords, factorsOf(entry, sources));
      if (withScore(entry, scored) === null || !isWorthWriting(entry, scored, typical, active)) return false;
      await ctx.entries.change(userId, entry.article_id, (existing) => withScore(existing, scored));
      return true;
    },
    { concurrency: CONCURRENT_WRITES },
  );
  const awaited = new Set(
    failures.filter(({ error }) => error.is_retryable).map(({ article_id }) => article_id),
  );
  if (awaited.size > 0) await run.noteAway(entries.some((entry) => isStale(entry, awaited)));

  const last = entries.at(-1);
  const seen = from.seen + entries.length;
  const reached: RecalculateCursor = {
    after: last?.article_id ?? from.after,
    version,
    seen,
    total: Math.max(from.total, seen),
    changed: from.changed + written.filter(Boolean).length,
    begun_at: from.begun_at,
  };
  if (entries.length === SLICE) return { is_done: false, reached };
  if ((await ctx.profiles.keywordsVersion(userId)) !== version)
    return {
      is_done: false,
      reached: await begin(ctx, run, { version: -1, changed: reached.changed }),
    };
  await run.finish(version, from.begun_at ?? '');
  return { is_done: true, reached };
};

/** Scores a slice of all entries. Entries that wait for the model are scored later: dispatch has them tried again. */
const recalculateSlice = async (
  ctx: RecalculateContext & Pick<Context, 'waiting'>,
  userId: string,
  cursor: RecalculateCursor | null,
): Promise<RecalculatedSlice> => {
  if (cursor === null || cursor.version === -1) await learn(ctx, userId);
  return scoreSlice(ctx, userId, cursor, {
    scan: (after, limit) => ctx.entries.scan(userId, after, limit),
    count: () => ctx.entries.count(userId),
    noteAway: (isAll) => ctx.waiting.note(userId, ctx.now().toISOString(), isAll),
    finish: (version, recalculated_at) =>
      ctx.profiles.setRecalculated(userId, version, {
        scored_model: scoredWith(ctx.embedder.model),
        recalculated_at,
      }),
  });
};

const position = z.object({
  after: z.string().nullable(),
  version: z.int(),
  seen: z.int(),
  total: z.int(),
  changed: z.int(),
  begun_at: z.string().optional(),
});

/** The job that recalculates a reader's scores. */
export const recalculateJob = (ctx: RecalculateContext & Pick<Context, 'waiting'>): JobDefinition => ({
  run: inSlices(position, async (job, from) => {
    const { is_done, reached } = await recalculateSlice(ctx, job.user_id, from);
    const { seen, total, changed, version } = reached;
    if (!is_done) return { state: 'more', cursor: reached, done: seen, total };
    return { state: 'done', done: seen, result: { changed_entries: changed, keywords_version: version } };
  }),
  // A keyword that the reader wrote after the last slice, but before the release of the lock, started no job of its
  // own.
  startAgain: async ({ user_id, result }) =>
    (await ctx.profiles.keywordsVersion(user_id)) !== result?.['keywords_version'],
});

/**
 * Has a reader's articles scored again after a change of what scores depend on. The new version makes a recalculation
 * that is under way begin again.
 */
export const rescore = async (ctx: JobContext & Pick<Context, 'profiles'>, userId: string): Promise<void> => {
  await ctx.profiles.raiseKeywordsVersion(userId, ctx.now().toISOString());
  await startJob(ctx, userId, 'recalculate');
};
