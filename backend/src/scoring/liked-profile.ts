import type { ProfileStore } from '../model/reader/profile.ts';
import type { Entry, EntryStore } from '../model/article/entry.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { EntryVectors } from './entry-vectors.ts';
import type { Calibration } from '../model/score/calibration.ts';
import type { Embedding } from '../model/score/embedder.ts';
import { ModelUnavailableError } from './errors.ts';
import type { LoadCalibrate } from './keyword-vector.ts';
import { toStored, unpack } from '../model/score/vector-codec.ts';
import type { StoredVector } from '../model/score/vector.ts';

/** The weight of the liked profile, compared with a keyword of weight 1. */
export const LIKED_PROFILE_WEIGHT = 1;
/** The weight of an article read to its end, compared with a saved one. */
export const READ_THROUGH_WEIGHT = 1 / 3;
const DAY_MS = 86_400_000;
/** The time in milliseconds in which an article's weight halves: 30 days. */
const HALF_LIFE_MS = 30 * DAY_MS;
/** The time after which an article read to its end is forgotten: 90 days. Its weight has then fallen to an eighth. */
const REMEMBERED_MS = 90 * DAY_MS;

/** Returns the weight of an article of this age in milliseconds. It is 1 for an article that arrived now. */
export const likedProfileWeight = (ageMs: number): number => 2 ** (-Math.max(0, ageMs) / HALF_LIFE_MS);

export type LikedProfilePart = { vector: StoredVector; weight: number };

/**
 * Returns the weighted mean of vectors of one model, scaled to unit length like every vector. Returns null if there are
 * no parts or if they cancel each other out.
 */
export const likedProfileVector = (parts: LikedProfilePart[]): StoredVector | null => {
  const [first] = parts;
  if (first === undefined) return null;
  const mean = meanOf(parts);
  if (!mean.values.some((value) => value !== 0)) return null;
  return toStored(mean, first.vector.model, '');
};

const meanOf = (parts: LikedProfilePart[]): Embedding => {
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

/**
 * An article read to its end. Its vector is stored, because the entry is deleted a day later and the article within a
 * week.
 */
export type ReadThrough = {
  user_id: string;
  article_id: string;
  /** The time when the article reached the reader. It determines the article's weight. */
  created_at: string;
  vector: StoredVector;
  /** The expiry in seconds since 1970. */
  ttl: number;
};

export type LikedProfile = { vector: StoredVector; calibration: Calibration };

export type LikedProfileStore = {
  /** Returns the liked profile. Its revision is 0 if none was written yet. */
  get: (userId: string) => Promise<{ revision: number; profile: LikedProfile | null }>;
  /** Stores a liked profile. Returns false if another one was stored after the revision `after`. */
  put: (userId: string, profile: LikedProfile | null, after: number) => Promise<boolean>;
  /** Returns the articles that arrived last, at most `limit`. An article that arrived twice may be listed twice. */
  listReadThrough: (userId: string, limit: number) => Promise<ReadThrough[]>;
  /** Stores an article read to its end. Storing it again changes nothing. */
  putReadThrough: (read: ReadThrough) => Promise<void>;
  removeReadThrough: (read: Pick<ReadThrough, 'user_id' | 'article_id' | 'created_at'>) => Promise<void>;
  /** Deletes the liked profile and all articles read to their end. */
  forget: (userId: string) => Promise<void>;
};

/** Number of the newest articles of each kind, saved and read to their end, that make up the liked profile. */
const COUNTED = 100;

export type RefreshLikedProfile = (userId: string) => Promise<void>;

export type RefreshLikedProfileDeps = {
  profiles: Pick<ProfileStore, 'get'>;
  entries: Pick<EntryStore, 'list'>;
  likedProfiles: Pick<LikedProfileStore, 'get' | 'put' | 'listReadThrough' | 'forget'>;
  entryVectors: EntryVectors;
  loadCalibrate: LoadCalibrate;
  /** The name of the embedder's model. */
  model: string;
  now: Clock;
  log: Log;
};

/**
 * Creates the function that computes a reader's liked profile again from the saved articles and those read to their
 * end. Repeating it changes nothing. Of two concurrent calls the one with the older data tries again. If the reader has
 * not asked for a liked profile, the stored one is deleted. If the model does not answer, the profile stays as it was.
 */
export const createRefreshLikedProfile = (deps: RefreshLikedProfileDeps): RefreshLikedProfile => {
  const { likedProfiles, model } = deps;

  /** Returns the weighted vectors of the articles. An article both saved and read to its end counts once, as saved. */
  const partsOf = async (user_id: string, at: Date): Promise<LikedProfilePart[]> => {
    const { rows } = await deps.entries.list({
      user_id,
      sort: 'published_at',
      filter: 'saved',
      feed_ids: null,
      limit: COUNTED,
      after: null,
      now: at.toISOString(),
    });
    const read = await likedProfiles.listReadThrough(user_id, COUNTED);
    const { vectors, failures } = await deps.entryVectors(rows);
    if (failures.some(({ error }) => error.is_retryable)) throw new ModelUnavailableError();
    const weightOf = (created_at: string) => likedProfileWeight(at.getTime() - Date.parse(created_at));
    const parts = new Map<string, LikedProfilePart>();
    for (const { article_id, created_at } of rows) {
      const vector = vectors.get(article_id);
      if (vector !== undefined) parts.set(article_id, { vector, weight: weightOf(created_at) });
    }
    for (const { article_id, created_at, vector } of read)
      if (vector.model === model && !parts.has(article_id))
        parts.set(article_id, { vector, weight: READ_THROUGH_WEIGHT * weightOf(created_at) });
    return [...parts.values()];
  };

  const likedProfileOf = async (parts: LikedProfilePart[]): Promise<LikedProfile | null> => {
    const vector = likedProfileVector(parts);
    if (vector === null) return null;
    const calibrate = await deps.loadCalibrate();
    return { vector, calibration: calibrate(vector) };
  };

  return async (user_id) => {
    if ((await deps.profiles.get(user_id))?.like_saved !== true) {
      await likedProfiles.forget(user_id);
      return;
    }
    try {
      for (;;) {
        const before = await likedProfiles.get(user_id);
        const made = await likedProfileOf(await partsOf(user_id, deps.now()));
        if (await likedProfiles.put(user_id, made, before.revision)) return;
      }
    } catch (error) {
      if (!(error instanceof ModelUnavailableError)) throw error;
      deps.log.warn('liked profile could not be refreshed', { user_id, error });
    }
  };
};

/**
 * Records that an article was read to its end, or no longer counts as such. Calls may be repeated; the last one
 * applies.
 */
export type NoteReadThrough = (entry: Entry, isReadThrough: boolean) => Promise<void>;

export const createNoteReadThrough =
  ({
    profiles,
    likedProfiles,
    entryVectors,
    refreshLikedProfile,
  }: {
    profiles: Pick<ProfileStore, 'get'>;
    likedProfiles: Pick<LikedProfileStore, 'putReadThrough' | 'removeReadThrough'>;
    entryVectors: EntryVectors;
    refreshLikedProfile: RefreshLikedProfile;
  }): NoteReadThrough =>
  async (entry, isReadThrough) => {
    const { user_id, article_id, created_at } = entry;
    if ((await profiles.get(user_id))?.like_saved !== true) return;
    if (isReadThrough) {
      const vector = (await entryVectors([entry])).vectors.get(article_id);
      // If there is no vector, the model did not answer when the article arrived, so there is nothing to learn yet.
      if (vector === undefined) return;
      const ttl = Math.ceil((Date.parse(created_at) + REMEMBERED_MS) / 1000);
      await likedProfiles.putReadThrough({ user_id, article_id, created_at, vector, ttl });
    } else await likedProfiles.removeReadThrough({ user_id, article_id, created_at });
    await refreshLikedProfile(user_id);
  };
