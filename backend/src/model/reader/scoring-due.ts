import type { Profile } from './profile.ts';

/**
 * Number of milliseconds for which articles that the model failed on are left to their message, which is delivered
 * again after 30 seconds, then 2, 8 and 15 minutes.
 */
const LEFT_TO_MESSAGES_MS = 30 * 60_000;

/**
 * Returns true if articles of the reader remained unscored because the model did not answer, and neither their messages
 * nor a recalculation will score them. A recalculation scores them, at most one each half hour.
 */
export const isScoringDue = (
  { unscored_at, recalculated_at }: Pick<Profile, 'unscored_at' | 'recalculated_at'>,
  now: Date,
): boolean =>
  unscored_at !== null &&
  (recalculated_at ?? '') <= unscored_at &&
  Date.parse(unscored_at) + LEFT_TO_MESSAGES_MS <= now.getTime();
