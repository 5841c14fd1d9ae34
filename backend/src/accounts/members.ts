import { digest } from '../lib/digest.ts';
import type { Context } from '../model/context.ts';
import type { Identity } from '../model/reader/sign-in.ts';
import type { Profile } from '../model/reader/profile.ts';
import { admitsMembers, type SignInPolicy } from './providers/sign-in-policy.ts';

/** The ways in that are no provider of OpenID Connect. They are the issuers of their identities, too. */
export type OwnWay = 'password' | 'passkey' | 'proxy';

/** The reader of a runner without sign-in, who becomes the first owner with everything they have. */
export const FIRST_OWNER = 'local';

/** Returns true if the reader is a member, and members are admitted here. */
export const isMemberAdmitted = (policy: SignInPolicy, profile: Pick<Profile, 'is_member'> | null): boolean =>
  profile?.is_member === true && admitsMembers(policy);

/** Returns the form in which names are compared: without regard to case and width. */
export const foldName = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** Returns the id of a reader who is added under a key, the same each time. */
export const memberIdOf = (...key: string[]): string => digest(32, 'member', ...key);

type RecordContext = Pick<Context, 'identities' | 'now'>;

/** Writes a reader's own record of a way in, or that it was used. */
export const recordWay = async (
  { identities, now }: RecordContext,
  way: Pick<Identity, 'user_id' | 'identity_id' | 'label'> & { provider: OwnWay },
): Promise<void> => {
  const at = now().toISOString();
  await identities.record({
    ...way,
    email: null,
    is_email_verified: false,
    created_at: at,
    last_used_at: at,
  });
};
