import type { ProfileStore } from '../accounts/profile.ts';
import type { EntryStore } from '../articles/entry.ts';
import type { Clock, Log } from '../config/log.ts';
import { likedKeywordId } from '../contract/index.ts';
import type { EntryVectors } from './article-vectors.ts';
import { ModelUnavailableError } from './errors.ts';
import type { KeywordStore } from './keyword.ts';
import type { LoadCalibrate } from './keyword-vector.ts';
import type { Embedding } from './embedder.ts';
import { toStored, unpack } from './vector-codec.ts';
import type { StoredVector } from './vector.ts';

/** What the taste counts beside a keyword of weight 1. */
export const TASTE_WEIGHT = 1;
/** A saved article counts half as much with every month. */
const HALF_LIFE_MS = 30 * 86_400_000;

/** 1 for an article saved now. */
export const tasteWeight = (ageMs: number): number => 2 ** (-Math.max(0, ageMs) / HALF_LIFE_MS);

export type TastePart = { vector: StoredVector; weight: number };

/**
 * The weighted mean of vectors of one model, scaled to unit length like any. Null without parts, or where they cancel
 * each other out.
 */
export const tasteVector = (parts: TastePart[]): StoredVector | null => {
  const [first] = parts;
  if (first === undefined) return null;
  const mean = meanOf(parts);
  if (!mean.values.some((value) => value !== 0)) return null;
  return toStored(mean, first.vector.model, '');
};

const meanOf = (parts: TastePart[]): Embedding => {
  const sums = new Map<number, number>();
  let dimension = 0;
  for (const { vector, weight } of parts) {
    const unpacked = unpack(vector);
    dimension = vector.dimension;
    unpacked.values.forEach((value, at) => {
      const index = unpacked.kind === 'sparse' ? (unpacked.indexes[at] ?? 0) : at;
      sums.set(index, (sums.get(index) ?? 0) + weight * value);
    });
  }
  if (dimension > 0)
    return { kind: 'dense', values: Float32Array.from({ length: dimension }, (_, at) => sums.get(at) ?? 0) };
  const indexes = Uint32Array.from(sums.keys()).toSorted();
  return { kind: 'sparse', indexes, values: Float32Array.from(indexes, (index) => sums.get(index) ?? 0) };
};

/** Saved articles the taste is made of, the newest ones. */
const COUNTED = 100;

export type RefreshTaste = (userId: string) => Promise<void>;

export type RefreshTasteDeps = {
  profiles: Pick<ProfileStore, 'get'>;
  entries: Pick<EntryStore, 'list' | 'getMany'>;
  keywords: Pick<KeywordStore, 'putVector' | 'deleteVector'>;
  entryVectors: EntryVectors;
  loadCalibrate: LoadCalibrate;
  now: Clock;
  log: Log;
};

/**
 * Makes the vector of what a reader saved anew, from the saved articles as they are: doing it twice changes nothing.
 * Does nothing for a reader who has not asked for it. Where the model does not answer, the vector stays as it was.
 */
export const createRefreshTaste =
  ({ profiles, entries, keywords, entryVectors, loadCalibrate, now, log }: RefreshTasteDeps): RefreshTaste =>
  async (user_id) => {
    if ((await profiles.get(user_id))?.like_saved !== true) return;
    const at = now();
    const { rows } = await entries.list({
      user_id,
      sort: 'published_at',
      filter: 'saved',
      feed_ids: null,
      limit: COUNTED,
      after: null,
      now: at.toISOString(),
    });
    const saved = await entries.getMany(
      user_id,
      rows.map(({ article_id }) => article_id),
    );
    try {
      const { vectors } = await entryVectors(saved);
      const parts = saved.flatMap(({ article_id, created_at }): TastePart[] => {
        const vector = vectors.get(article_id);
        return vector === undefined
          ? []
          : [{ vector, weight: tasteWeight(at.getTime() - Date.parse(created_at)) }];
      });
      const vector = tasteVector(parts);
      if (vector === null) {
        await keywords.deleteVector(user_id, likedKeywordId);
        return;
      }
      const calibrate = await loadCalibrate();
      await keywords.putVector({
        user_id,
        keyword_id: likedKeywordId,
        vector,
        calibration: calibrate(vector),
      });
    } catch (error) {
      if (!(error instanceof ModelUnavailableError)) throw error;
      log.warn('what was saved could not be learned from', { user_id, error });
    }
  };
