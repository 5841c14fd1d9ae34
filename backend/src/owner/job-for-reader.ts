import { localReader } from '../accounts/authenticate.ts';
import { isLeaving, type Profile } from '../model/reader/profile.ts';

export type ReaderFacts = {
  user_id: string;
  /** The profile; null if there is none, or if it was deleted. */
  profile: Pick<Profile, 'leaving_at'> | null;
  /** True if the reader is on the owner's list. A sign-in adds them before they can do anything else. */
  isListed: boolean;
  isFollowing: boolean;
};

/**
 * Returns the kind of job that one reader gets when a job is started for every reader; null for none. A reader being
 * deleted gets another 'leave' job. A deleted reader gets no job, so that none remains in their name; but if a late
 * write made a feed deliver to them again, a 'leave' job removes it.
 */
export const jobForReader = <K extends string>(
  kind: K,
  { user_id, profile, isListed, isFollowing }: ReaderFacts,
): K | 'leave' | null => {
  if (profile !== null) return isLeaving(profile) ? 'leave' : kind;
  // Without sign-in there is no owner's list, and a profile exists only once something was stored in it.
  if (user_id === localReader.user_id) return kind;
  if (!isFollowing) return null;
  return isListed ? kind : 'leave';
};
