import type { Clock } from '../../lib/clock.ts';
import { SignInRefusedError } from '../identities/errors.ts';
import { identityIdOf, type IdentityStore } from '../../model/reader/identity.ts';
import { readSessionText } from '../identities/secret.ts';
import { deviceOf } from '../sessions/device.ts';
import { ABSOLUTE_DAYS, type BeginSession } from '../sessions/session.ts';
import type { SessionStore } from '../../model/reader/session.ts';
import type { Admit } from './admit.ts';
import type { BeginLogin } from './begin-login.ts';
import type { AfterLogin, Answered } from './complete-login.ts';
import { sessionCookie, setCookie } from './cookies.ts';

/**
 * Returns the time of authentication; null after a sign-in that may have been silent. It is never later than now, even
 * if the provider's clock is ahead.
 */
const authenticatedAt = ({ claims, attempt: { purpose } }: Answered, at: Date): string | null => {
  const { authenticated_at } = claims;
  if (authenticated_at === null) return purpose.kind === 'sign_in' ? null : at.toISOString();
  return new Date(Math.min(authenticated_at.getTime(), at.getTime())).toISOString();
};

const identityOf = ({ claims }: Answered): string => identityIdOf(claims.issuer, claims.subject);

type SignedInDeps = {
  sessions: Pick<SessionStore, 'delete'>;
  admit: Admit;
  beginSession: BeginSession;
  now: Clock;
};

/** Creates what follows a sign-in: a new session for the reader, if they are admitted. */
export const createSignedIn =
  ({ sessions, admit, beginSession, now }: SignedInDeps): AfterLogin['signIn'] =>
  async (answered) => {
    const { claims, attempt, viewer } = answered;
    const { user_id, email } = await admit(claims, attempt.provider);
    const { text } = await beginSession({
      user_id,
      email,
      identity_id: identityOf(answered),
      device: deviceOf(viewer.user_agent),
      authenticated_at: authenticatedAt(answered, now()),
    });
    // A sign-in never reuses the previous session, so an attacker who planted or copied that one gains nothing.
    const before = readSessionText(viewer.cookies[sessionCookie] ?? '');
    if (before !== null) await sessions.delete(before.user_id, before.hash);
    return {
      location: attempt.return_to,
      cookies: [setCookie(sessionCookie, text, ABSOLUTE_DAYS * 86_400)],
    };
  };

/**
 * Creates what follows a fresh sign-in that was asked for before linking: it continues to the other provider at once. A
 * page of ours in between would count as opened by another site, since the browser comes from the provider.
 */
export const createConfirmed =
  (
    identities: Pick<IdentityStore, 'ownerOf'>,
    signedIn: AfterLogin['signIn'],
    begin: BeginLogin,
  ): AfterLogin['confirm'] =>
  async (answered, user_id, provider) => {
    if ((await identities.ownerOf(identityOf(answered))) !== user_id)
      throw new SignInRefusedError('other_reader', 'the fresh sign-in was that of another reader');
    const { cookies } = await signedIn(answered);
    const { attempt, viewer } = answered;
    const next = await begin({ provider, return_to: attempt.return_to }, viewer, { kind: 'link', user_id });
    return { ...next, cookies: [...cookies, ...next.cookies] };
  };

/** Creates what follows a login that adds an identity to a reader. */
export const createLinked =
  (identities: Pick<IdentityStore, 'record' | 'claim' | 'delete'>, now: Clock): AfterLogin['link'] =>
  async (answered, user_id) => {
    const { claims, attempt } = answered;
    const identity_id = identityOf(answered);
    const at = now().toISOString();
    // Write the reader's own record first: deleting the account deletes only the identities that it lists.
    await identities.record({
      user_id,
      identity_id,
      provider: attempt.provider,
      email: claims.email,
      is_email_verified: claims.is_email_verified,
      created_at: at,
      last_used_at: at,
    });
    if ((await identities.claim(identity_id, user_id)) !== user_id) {
      await identities.delete(user_id, identity_id);
      throw new SignInRefusedError('identity_taken', 'the identity is another reader’s');
    }
    return { location: attempt.return_to, cookies: [] };
  };
