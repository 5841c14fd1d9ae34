import { randomUUID } from 'node:crypto';
import { digest } from '../../lib/digest.ts';
import { foldEmail } from '../../lib/email.ts';
import type { Context } from '../../model/context.ts';
import { identityIdOf, userIdOf } from '../../model/reader/sign-in.ts';
import { isLeaving, type Profile } from '../../model/reader/profile.ts';
import { SignInRefusedError, type Admission } from '../providers/admission.ts';
import type { Claims } from '../providers/openid-provider.ts';
import { closedPolicy, type SignInPolicy } from '../providers/sign-in-policy.ts';

export type AdmitContext = Pick<Context, 'identities' | 'profiles' | 'readers' | 'now'> & {
  signInPolicy: SignInPolicy;
};

/**
 * Returns the address that admitted the reader before; null unless another identity that they still have proves it.
 */
const provenBefore = async (
  { identities }: AdmitContext,
  profile: Profile | null,
  identityId: string,
): Promise<string | null> => {
  const before = profile?.email ?? null;
  if (profile === null || before === null) return null;
  const others = (await identities.list(profile.user_id)).filter(
    ({ identity_id, is_email_verified }) => identity_id !== identityId && is_email_verified,
  );
  return others.some(({ email }) => email !== null && foldEmail(email) === foldEmail(before)) ? before : null;
};

const admittedEmail = (admission: Admission, claims: Claims, before: string | null): string => {
  const verified = claims.is_email_verified ? claims.email : null;
  // The owner stays the owner with any of their identities.
  const candidates = [admission.isOwner(verified) ? verified : null, before, verified];
  const email = candidates.find((candidate) => candidate !== null && admission.admits(candidate));
  if (typeof email === 'string') return email;
  throw claims.email !== null && !claims.is_email_verified
    ? new SignInRefusedError('email_unverified', 'the provider has not verified the e-mail address')
    : new SignInRefusedError('not_allowed', 'the e-mail address is not on the list');
};

/**
 * Returns the user_id for a new reader. If the usual id already has a profile, its identity was taken from that
 * reader, so a random id is used instead.
 */
const freeUserId = async ({ profiles }: AdmitContext, claims: Claims): Promise<string> => {
  const userId = userIdOf(claims.issuer, claims.subject);
  return (await profiles.get(userId)) === null ? userId : digest(32, 'user', randomUUID());
};

/**
 * Returns the reader that an identity belongs to, created at the first sign-in, if the reader is on the current list.
 * `email` is the address that admitted them. A new reader is admitted by the verified e-mail of the identity. An existing
 * reader is admitted by that, or by their previous address if another of their identities has verified it. Throws
 * SignInRefusedError email_unverified, not_allowed or leaving.
 */
export const admit = async (
  ctx: AdmitContext,
  claims: Claims,
  provider: string,
): Promise<{ user_id: string; email: string }> => {
  const { identities, profiles, readers, now, signInPolicy } = ctx;
  // Without sign-in there is no provider either, so this admission is never asked.
  const admission = signInPolicy.admission ?? closedPolicy.admission;
  const identity_id = identityIdOf(claims.issuer, claims.subject);
  const known = await identities.ownerOf(identity_id);
  const profile = known === null ? null : await profiles.get(known);
  if (isLeaving(profile)) throw new SignInRefusedError('leaving', 'the account is being deleted');
  const email = admittedEmail(admission, claims, await provenBefore(ctx, profile, identity_id));
  const user_id = known ?? (await identities.claim(identity_id, await freeUserId(ctx, claims)));
  const at = now().toISOString();
  // Written at every sign-in, so the next sign-in repairs one that was interrupted here.
  await identities.record({
    user_id,
    identity_id,
    provider,
    email: claims.email,
    is_email_verified: claims.is_email_verified,
    label: null,
    created_at: at,
    last_used_at: at,
  });
  await readers.enlist(user_id, at);
  await profiles.setPerson(user_id, { email, name: claims.name }, at);
  return { user_id, email };
};
