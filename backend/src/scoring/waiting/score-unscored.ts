import type { EntryStore } from '../../model/article/entry.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import { ModelUnavailableError } from '../errors.ts';
import { createRecalculateSlice, type RecalculateDeps } from '../recalculate.ts';

/** The most entries without a score that one run deals with. */
const LISTED = 5000;

export type ScoreUnscoredDeps = Omit<RecalculateDeps, 'entries' | 'profiles' | 'learn' | 'noteAway'> & {
  entries: Pick<EntryStore, 'listUnscored' | 'getMany' | 'change'>;
  profiles: Pick<ProfileStore, 'keywordsVersion'>;
};

/**
 * Creates the function that scores a slice of a reader's entries without a score. It does what a recalculation does, but
 * reads no other entry.
 * @throws ModelUnavailableError if the model does not answer, after every entry that can be scored is scored.
 */
export const createScoreUnscored = ({ entries, profiles, ...deps }: ScoreUnscoredDeps) =>
  createRecalculateSlice({
    ...deps,
    entries: {
      change: entries.change,
      count: () => Promise.resolve(0),
      scan: async (userId, after, limit) => {
        const ids = (await entries.listUnscored(userId, LISTED)).toSorted();
        const next = ids.filter((id) => after === null || id > after).slice(0, limit);
        const found = await entries.getMany(userId, next);
        return found.toSorted((a, b) => (a.article_id < b.article_id ? -1 : 1));
      },
    },
    profiles: { keywordsVersion: profiles.keywordsVersion, setRecalculated: () => Promise.resolve() },
    learn: () => Promise.resolve(null),
    noteAway: () => Promise.reject(new ModelUnavailableError()),
  });
