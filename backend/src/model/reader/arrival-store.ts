import type { Subscription } from '../feed/subscription.ts';
import type { ReaderRules } from '../rules/rule.ts';
import type { Profile } from './profile.ts';

/** The items of a reader that decide how articles of a feed arrive. */
type ArrivalTerms = {
  /** Null before the reader's first write. */
  profile: Profile | null;
  /** Null if the reader does not follow the feed. */
  subscription: Subscription | null;
  rules: ReaderRules;
};

/** Reads several items of a reader by one strongly consistent request; they may be of slightly different times. */
export type ArrivalStore = {
  /** Returns what is needed of a reader before entries are written. */
  getTerms: (userId: string, feedId: string) => Promise<ArrivalTerms>;
  /** Returns what may have changed while entries were written: the profile, and whether the reader still follows the feed. */
  getChangeable: (
    userId: string,
    feedId: string,
  ) => Promise<{ profile: Profile | null; is_followed: boolean }>;
};
