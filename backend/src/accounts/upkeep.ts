import { localReader } from './authenticate.ts';
import { isLeaving, type Profile } from './profile.ts';

export type Standing = {
  user_id: string;
  /** Null where there is none, or no more. */
  profile: Pick<Profile, 'leaving_at'> | null;
  /** Is on the owner's list. Whoever signs in is, before they can do anything else. */
  isListed: boolean;
  isFollowing: boolean;
};

/**
 * What work that is begun for every reader comes to for one of them. Whoever leaves goes on leaving. Who has gone gets
 * nothing, so that no job is left in their name; but what was written too late, a feed that still sends them its
 * articles, is taken away by leaving once more. Null for nothing.
 */
export const upkeepOf = <K extends string>(
  kind: K,
  { user_id, profile, isListed, isFollowing }: Standing,
): K | 'leave' | null => {
  if (profile !== null) return isLeaving(profile) ? 'leave' : kind;
  // Without sign-in there is no list, and a profile only once there is something to keep in it.
  if (user_id === localReader.user_id) return kind;
  if (!isFollowing) return null;
  return isListed ? kind : 'leave';
};
