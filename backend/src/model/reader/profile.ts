import type { PreferenceChanges, PreferenceChoices, RetentionChoice } from '../../contract/index.ts';
import type { Retention } from '../article/expiry.ts';

export type Profile = PreferenceChoices & {
  user_id: string;
  email: string | null;
  name: string | null;
  /** True if an invitation or a trusted proxy admitted the reader, whatever their address is. */
  is_member: boolean;
  /**
   * The version of the keywords, raised by every keyword write. An entry's score is replaced only by one of the same
   * version or a newer one.
   */
  keywords_version: number;
  /**
   * The model and version with which all of the reader's entries were last scored (`scoredWith`); null before the first
   * recalculation.
   */
  scored_model: string | null;
  /**
   * The time when articles or a keyword last remained without a score; null if there is none. Only older versions wrote
   * it, before `WaitingStore`.
   */
  unscored_at: string | null;
  /** The time when the last complete recalculation began; null before the first. */
  recalculated_at: string | null;
  /** The time of the first signal that was not learned from yet; null if there is none. */
  learn_due_at: string | null;
  /** The retention last applied to all of the reader's entries; null before the first cleanup. */
  retention_applied: RetentionChoice | null;
  /** The time when deletion of the account began; null for all others. Nobody can sign in to the account after that. */
  leaving_at: string | null;
  /** The time when the reader's last visit of Today began, and the time from which it shows; null before the first. */
  today_seen_at: string | null;
  today_since: string | null;
  /** The time of the last search, to a day; null before the first. */
  searched_at: string | null;
  created_at: string;
};

/** Returns true if the account is being deleted. */
export const isLeaving = (profile: Pick<Profile, 'leaving_at'> | null): boolean =>
  (profile?.leaving_at ?? null) !== null;

export type ProfileStore = {
  /** Returns the profile; null before the reader's first write. */
  get: (userId: string) => Promise<Profile | null>;
  /** Raises keywords_version by one and returns the new version. Creates the profile if necessary. */
  raiseKeywordsVersion: (userId: string, now: string) => Promise<number>;
  /**
   * Sets only the given preferences, creating the profile if necessary. Setting one of `scoringPreferences`
   * raises keywords_version.
   */
  setPreferences: (userId: string, changes: PreferenceChanges, now: string) => Promise<Profile>;
  /** Marks the account as being deleted, creating the profile if necessary. The time of the first call is kept. */
  markLeaving: (userId: string, now: string) => Promise<void>;
  /** Sets the e-mail and name from the identity that the reader signed in with, creating the profile if necessary. */
  setPerson: (userId: string, person: { email: string; name: string | null }, now: string) => Promise<void>;
  /** Notes that the reader was admitted without an address, creating the profile if necessary. */
  setMember: (userId: string, name: string, now: string) => Promise<void>;
  /** Notes the beginning of a visit of Today, creating the profile if necessary. */
  setToday: (userId: string, visit: { today_seen_at: string; today_since: string }) => Promise<void>;
  /** Notes that the reader searched, creating the profile if necessary. */
  noteSearch: (userId: string, at: string) => Promise<void>;
  /** Returns keywords_version; 0 if there is no profile yet. */
  keywordsVersion: (userId: string) => Promise<number>;
  /** Sets retention_applied; null if the expiries have to be looked at. Does nothing if there is no profile. */
  setRetentionApplied: (userId: string, retention: Retention | null) => Promise<void>;
  /**
   * Stores the outcome of a recalculation with the keywords of `version`. Does nothing if the keywords have changed
   * since.
   */
  setRecalculated: (
    userId: string,
    version: number,
    outcome: { scored_model: string; recalculated_at: string },
  ) => Promise<void>;
  /** Sets learn_due_at. Does nothing if it is set already, or there is no profile. */
  noteLearnDue: (userId: string, at: string) => Promise<void>;
  /** Clears learn_due_at. Does nothing if it is no longer `due`. */
  clearLearnDue: (userId: string, due: string) => Promise<void>;
};
