import pMap from 'p-map';
import type { ProfileStore } from '../model/reader/profile.ts';
import { scoredWith } from '../model/reader/scoring-due.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entry, EntryStore } from '../model/article/entry.ts';
import type { EntryVectors } from './entry-vectors.ts';
import { ModelUnavailableError } from './errors.ts';
import { scoreFor, withScore } from './entry-score.ts';
import { factorIn } from '../model/score/score.ts';
import type { LoadKeywords, ReaderKeywords } from './reader-keywords.ts';
import type { Learn } from '../model/learning/learning-store.ts';
import type { LoadSourceFactors } from './source-factors.ts';

/** Number of entries in a slice: some seconds of work for a function, which are lost if it dies. */
const SLICE = 500;
/**
 * Number of writes at once. A rewritten entry takes five write units, and DynamoDB takes 1,000 a second for one
 * reader's partition, which is 200 entries a second. Two entries at a time, each a read and a write of about 5 ms,
 * reach that rate.
 */
const CONCURRENT_WRITES = 2;

export type RecalculateDeps = {
  entries: Pick<EntryStore, 'scan' | 'change' | 'count'>;
  profiles: Pick<ProfileStore, 'keywordsVersion' | 'setRecalculated'>;
  entryVectors: EntryVectors;
  learn: Learn;
  /**
   * Called if the model did not answer: for articles, which remain without a score, or for keywords (`isAll`), so that
   * nothing is scored.
   */
  noteAway: (userId: string, isAll: boolean) => Promise<void>;
  loadKeywords: LoadKeywords;
  loadSourceFactors: LoadSourceFactors;
  /** The name of the embedder's model. */
  model: string;
  now: Clock;
};

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

const loadOrNote = async (
  { loadKeywords, noteAway }: Pick<RecalculateDeps, 'loadKeywords' | 'noteAway'>,
  userId: string,
): Promise<ReaderKeywords> => {
  try {
    return await loadKeywords(userId);
  } catch (error) {
    if (error instanceof ModelUnavailableError) await noteAway(userId, true);
    throw error;
  }
};

const factorsOf = (entry: Entry, sources: ReadonlyMap<string, number>) => ({
  source: sources.get(entry.feed_ids[0]) ?? 1,
  rule: factorIn(entry.reasons, 'rule'),
});

/** Returns the cursor of a run that begins now. */
const begin = async (
  { entries, now }: Pick<RecalculateDeps, 'entries' | 'now'>,
  userId: string,
  { version, changed }: { version: number; changed: number },
): Promise<RecalculateCursor> => ({
  after: null,
  version,
  seen: 0,
  total: await entries.count(userId),
  changed,
  begun_at: now().toISOString(),
});

/** Checks whether an entry waits for the model and has a score meanwhile, which only a recalculation of all replaces. */
const isStale = (entry: Entry, awaited: ReadonlySet<string>): boolean =>
  entry.importance_score !== null && awaited.has(entry.article_id);

/**
 * Creates the function that scores a slice of a reader's entries with the current keywords. Entries keep their read and
 * saved state, scores that did not change are not written, and entries deleted meanwhile stay deleted. If the keywords
 * changed since the run began, the run begins again, so that the newest keywords always apply.
 * If the model does not answer for articles, the others are scored, and dispatch has those tried again.
 * @throws ModelUnavailableError if it does not answer for a keyword.
 */
export const createRecalculateSlice = (deps: RecalculateDeps) => {
  return async (userId: string, cursor: RecalculateCursor | null): Promise<RecalculatedSlice> => {
    if (cursor === null || cursor.version === -1) await deps.learn(userId);
    const keywords = await loadOrNote(deps, userId);
    const { version } = keywords;
    const from =
      cursor?.version === version
        ? cursor
        : await begin(deps, userId, { version, changed: cursor?.changed ?? 0 });
    const entries = await deps.entries.scan(userId, from.after, SLICE);
    const sources = await deps.loadSourceFactors(userId, entries);
    const needsVectors = keywords.keywords.length > 0 || (keywords.learned?.learner ?? null) !== null;
    const { vectors, failures } = await deps.entryVectors(needsVectors ? entries : []);

    const written = await pMap(
      entries,
      async (entry) => {
        const vector = vectors.get(entry.article_id);
        if (vector === undefined && needsVectors) return false;
        const scored = scoreFor(vector, keywords, factorsOf(entry, sources));
        if (withScore(entry, scored) === null) return false;
        await deps.entries.change(userId, entry.article_id, (existing) => withScore(existing, scored));
        return true;
      },
      { concurrency: CONCURRENT_WRITES },
    );
    const awaited = new Set(
      failures.filter(({ error }) => error.is_retryable).map(({ article_id }) => article_id),
    );
    if (awaited.size > 0)
      await deps.noteAway(
        userId,
        entries.some((entry) => isStale(entry, awaited)),
      );

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
    if ((await deps.profiles.keywordsVersion(userId)) !== version)
      return {
        is_done: false,
        reached: await begin(deps, userId, { version: -1, changed: reached.changed }),
      };
    await deps.profiles.setRecalculated(userId, version, {
      scored_model: scoredWith(deps.model),
      recalculated_at: from.begun_at ?? '',
    });
    return { is_done: true, reached };
  };
};
