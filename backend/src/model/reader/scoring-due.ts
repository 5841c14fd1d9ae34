import type { Profile } from './profile.ts';

/** The version of how scores and the order by them are stored. It is raised when entries must be written again. */
const SCORES_VERSION = 3;

/** Returns what tells apart how a reader's entries were scored: the model and the version of what is stored. */
export const scoredWith = (model: string): string => `${model} v${SCORES_VERSION}`;

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
