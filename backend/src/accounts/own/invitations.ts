import { DomainError } from '../../lib/errors.ts';
import type { Context } from '../../model/context.ts';
import type { Invitation, InvitationPurpose } from '../../model/reader/sign-in.ts';
import { isLeaving } from '../../model/reader/profile.ts';
import { FIRST_OWNER, memberIdOf } from '../members.ts';
import { hashSecret, newSecret } from '../secret.ts';

const DAY = 86_400_000;

/** Returns the path of the page that accepts an invitation. Browsers send what follows `#` to nobody. */
export const invitationPath = (code: string): string => `/invitation#${code}`;

/** Returns a new invitation, which ends after a day, with its code. */
export const newInvitation = (
  purpose: InvitationPurpose,
  now: Date,
): { invitation: Invitation; code: string } => {
  const code = newSecret();
  const expires_at = new Date(now.getTime() + DAY).toISOString();
  return { invitation: { invitation_id: hashSecret(code), purpose, expires_at }, code };
};

const unknown = () =>
  new DomainError('INVITATION_UNKNOWN', 'The link was used already, is older than a day, or never was one.');

/** Returns whether the owner by invitation can sign in: making the owner may have been cut off. */
export const hasOwner = async ({
  invitations,
  identities,
}: Pick<Context, 'invitations' | 'identities'>): Promise<boolean> => {
  const owner = await invitations.owner();
  return owner !== null && (await identities.list(owner)).length > 0;
};

/**
 * Returns the invitation of a code. One for the first owner is void once there is one, and one that lets a reader in again
 * once their account is deleted. Throws INVITATION_UNKNOWN, which does not say why.
 */
export const invitationOf = async (
  ctx: Pick<Context, 'invitations' | 'identities' | 'profiles' | 'now'>,
  code: string,
): Promise<Invitation> => {
  const { invitations, profiles, now } = ctx;
  const found = await invitations.get(hashSecret(code));
  if (found === null || found.expires_at <= now().toISOString()) throw unknown();
  if (found.purpose.kind === 'owner' && (await hasOwner(ctx))) throw unknown();
  if (found.purpose.kind === 'recover') {
    const profile = await profiles.get(found.purpose.user_id);
    if (profile === null || isLeaving(profile)) throw unknown();
  }
  return found;
};

/** Returns the id of the reader whom an invitation lets in, the same at each try. */
export const invitedReader = ({ invitation_id, purpose }: Invitation): string => {
  switch (purpose.kind) {
    case 'owner':
      return FIRST_OWNER;
    case 'recover':
      return purpose.user_id;
    case 'reader':
      return memberIdOf('invitation', invitation_id);
  }
};

/** Uses an invitation up, which one caller can do. Throws INVITATION_UNKNOWN for the others. */
export const useUp = async (
  { invitations }: Pick<Context, 'invitations'>,
  { invitation_id, purpose }: Invitation,
  userId: string,
): Promise<void> => {
  if (!(await invitations.take(invitation_id))) throw unknown();
  if (purpose.kind === 'owner' && !(await invitations.claimOwner(userId))) throw unknown();
};
