import type { ScoreSketch } from '../scoring/rank.ts';

export type Profile = {
  user_id: string;
  email: string | null;
  name: string | null;
  /** Raised by every keyword write; an entry's score is replaced only by one of this version or a newer one. */
  keywords_version: number;
  /** What resembles the saved articles ranks higher. */
  like_saved: boolean;
  /** How the reader's scores are spread, for the rank from 0 to 100; null before the first recalculation. */
  scores: ScoreSketch | null;
  /** The model that the reader's entries were last scored with throughout; null before the first recalculation. */
  scored_model: string | null;
  created_at: string;
};

export type ProfileStore = {
  /** Null before the reader's first write. */
  get: (userId: string) => Promise<Profile | null>;
  /** Raises keywords_version by one, creating the profile if need be, and answers with the new version. */
  raiseKeywordsVersion: (userId: string, now: string) => Promise<number>;
  /** Sets preferences that scores depend on, raising keywords_version, and creates the profile if need be. */
  setPreferences: (userId: string, preferences: Pick<Profile, 'like_saved'>, now: string) => Promise<Profile>;
  /** 0 where there is no profile yet. */
  keywordsVersion: (userId: string) => Promise<number>;
  /** What a recalculation with these keywords came to. Nothing where the keywords have changed since. */
  setRecalculated: (
    userId: string,
    version: number,
    outcome: { scores: ScoreSketch; scored_model: string },
  ) => Promise<void>;
  /** Nothing where another wrote since `before` was read, or the keywords changed: the sketch is a statistic. */
  setScores: (
    before: Pick<Profile, 'user_id' | 'keywords_version' | 'scores'>,
    scores: ScoreSketch,
  ) => Promise<void>;
};
