import type { Reader, Viewer } from '../../contract/endpoints/handlers.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import type { Context } from '../../model/context.ts';
import { identityIdOf, type LoginAttempt, userIdOf } from '../../model/reader/sign-in.ts';
import { SignInRefusedError, type Admission } from '../providers/admission.ts';
import type { Claims } from '../providers/openid-provider.ts';
import { enterBrowser } from '../browser.ts';
import { beginLogin, CALLBACK, checkFresh, providerNamed, readerMark, type LoginContext } from './login.ts';
import { randomUUID } from 'node:crypto';
import { digest } from '../../lib/digest.ts';
import { foldEmail } from '../../lib/email.ts';
import { isLeaving, type Profile } from '../../model/reader/profile.ts';
import { closedPolicy, type SignInPolicy } from '../providers/sign-in-policy.ts';

export type CompleteContext = AdmitContext & LoginContext & Pick<Context, 'sessions'>;

/** The query with which the provider sends the browser back. */
export type CallbackQuery = { state?: string | undefined; error?: string | undefined } & Record<
  string,
  unknown
>;

/** A login whose provider has answered: who it says the person is, and what the login was begun for. */
type Answered = { claims: Claims; attempt: LoginAttempt; viewer: Viewer };

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

/** Ends a sign-in: begins a session for the reader, if they are admitted. */
const signIn = async (ctx: CompleteContext, answered: Answered): Promise<BrowserAnswer> => {
  const { claims, attempt, viewer } = answered;
  const { user_id, email } = await admit(ctx, claims, attempt.provider);
  const cookie = await enterBrowser(ctx, viewer, {
    user_id,
    email,
    is_owner: false,
    identity_id: identityOf(answered),
    authenticated_at: authenticatedAt(answered, ctx.now()),
  });
  return { location: attempt.return_to, cookies: [cookie] };
};

/**
 * Ends a fresh sign-in that was asked for before linking: sends the browser to the other provider at once. A page of
 * ours in between would count as opened by another site, since the browser comes from the provider.
 */
const confirm = async (
  ctx: CompleteContext,
  answered: Answered,
  user_id: string,
  provider: string,
): Promise<BrowserAnswer> => {
  if ((await ctx.identities.ownerOf(identityOf(answered))) !== user_id)
    throw new SignInRefusedError('other_reader', 'the fresh sign-in was that of another reader');
  const { cookies } = await signIn(ctx, answered);
  const { attempt, viewer } = answered;
  const next = await beginLogin(ctx, { provider, return_to: attempt.return_to }, viewer, {
    kind: 'link',
    user_id,
  });
  return { ...next, cookies: [...cookies, ...next.cookies] };
};

/** Ends a login that adds an identity to a reader. */
const linkIdentity = async (
  { identities, now }: CompleteContext,
  answered: Answered,
  user_id: string,
): Promise<BrowserAnswer> => {
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
    label: null,
    created_at: at,
    last_used_at: at,
  });
  if ((await identities.claim(identity_id, user_id)) !== user_id) {
    await identities.delete(user_id, identity_id);
    throw new SignInRefusedError('identity_taken', 'the identity is another reader’s');
  }
  return { location: attempt.return_to, cookies: [] };
};

const callbackUrl = (query: CallbackQuery, { origin }: Viewer): string => {
  const url = new URL(CALLBACK, origin);
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string') url.searchParams.set(name, value);
  return url.href;
};

/** Throws SignInRefusedError if the reader who began the login is signed in no longer, or said no at the provider. */
const checkAnswer = ({ purpose }: LoginAttempt, query: CallbackQuery, user_id: string): void => {
  if (purpose.kind !== 'sign_in' && readerMark(query.state ?? '', user_id) !== purpose.reader_mark)
    throw new SignInRefusedError('other_reader', 'the reader who asked is no longer signed in');
  if (query.error === 'access_denied')
    throw new SignInRefusedError('cancelled', 'the reader said no at the provider');
};

/**
 * The second half of the flow, which begins when the provider sends the browser back:
 *
 * 1. Check that the same reader is still signed in, and that they did not say no.
 * 2. Exchange the answer for the provider's claims about the person.
 * 3. Check that they have just authenticated, where the purpose needs that.
 * 4. Do what the login was begun for.
 */
export const completeLogin = async (
  ctx: CompleteContext,
  attempt: LoginAttempt,
  query: CallbackQuery,
  viewer: Viewer,
  reader: Reader | null,
): Promise<BrowserAnswer> => {
  const { purpose, nonce, code_verifier } = attempt;
  const user_id = reader?.user_id ?? '';
  checkAnswer(attempt, query, user_id);
  const provider = providerNamed(ctx.signInPolicy.providers, attempt.provider);
  const claims = await provider.finish({
    callback_url: callbackUrl(query, viewer),
    state: query.state ?? '',
    nonce,
    code_verifier,
  });
  checkFresh(attempt, claims.authenticated_at, provider.hides_auth_time);
  const answered: Answered = { claims, attempt, viewer };
  switch (purpose.kind) {
    case 'sign_in':
      return signIn(ctx, answered);
    case 'confirm':
      return confirm(ctx, answered, user_id, purpose.link_provider);
    case 'link':
      return linkIdentity(ctx, answered, user_id);
  }
};

type AdmitContext = Pick<Context, 'identities' | 'profiles' | 'readers' | 'now'> & {
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
const admit = async (
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
