import type { PreferenceChanges, PreferenceChoices, RetentionChoice } from '../contract/index.ts';
import type { Retention } from '../retention/expiry.ts';
import type { ScoreSketch } from '../scoring/rank.ts';

export type Profile = PreferenceChoices & {
  user_id: string;
  email: string | null;
  name: string | null;
  /** Raised by every keyword write; an entry's score is replaced only by one of this version or a newer one. */
  keywords_version: number;
  /** How the reader's scores are spread, for the rank from 0 to 100; null before the first recalculation. */
  scores: ScoreSketch | null;
  /** The model that the reader's entries were last scored with throughout; null before the first recalculation. */
  scored_model: string | null;
  /** What the reader's entries last had their expiries from throughout; null before the first cleanup. */
  retention_applied: RetentionChoice | null;
  /** Since when the account is being deleted; null for all others. Nobody signs in to it. */
  leaving_at: string | null;
  created_at: string;
};

/** Is everything of this reader being deleted? */
export const isLeaving = (profile: Pick<Profile, 'leaving_at'> | null): boolean =>
  (profile?.leaving_at ?? null) !== null;

export type ProfileStore = {
  /** Null before the reader's first write. */
  get: (userId: string) => Promise<Profile | null>;
  /** Raises keywords_version by one, creating the profile if need be, and answers with the new version. */
  raiseKeywordsVersion: (userId: string, now: string) => Promise<number>;
  /**
   * Sets the preferences that are named and no others, creating the profile if need be. Naming `like_saved`, which scores
   * depend on, raises keywords_version.
   */
  setPreferences: (userId: string, changes: PreferenceChanges, now: string) => Promise<Profile>;
  /** Marks the account as one that is being deleted, creating the profile if need be; the first time counts. */
  markLeaving: (userId: string, now: string) => Promise<void>;
  /** Who the reader is by the identity that they signed in with, creating the profile if need be. */
  setPerson: (userId: string, person: { email: string; name: string | null }, now: string) => Promise<void>;
  /** 0 where there is no profile yet. */
  keywordsVersion: (userId: string) => Promise<number>;
  /** Nothing where there is no profile. */
  setRetentionApplied: (userId: string, retention: Retention) => Promise<void>;
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
