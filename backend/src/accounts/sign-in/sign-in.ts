import type { Log } from '../../logging/log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import type { Reader, Viewer } from '../../contract/endpoints/handlers.ts';
import type { Admit } from './admit.ts';
import { clearCookie, loginCookie, sessionCookie, setCookie } from './cookies.ts';
import { deviceOf } from '../sessions/device.ts';
import { SignInRefusedError } from '../identities/errors.ts';
import { identityIdOf, type IdentityStore } from '../identities/identity.ts';
import {
  checkFresh,
  createTakeAttempt,
  FRESH_MS,
  LOGIN_MINUTES,
  loginExpiry,
  purposeOf,
  readerMark,
  type Goal,
  type LoginAttempt,
  type LoginStore,
} from './login.ts';
import type { Claims, SignInProvider } from './openid-provider.ts';
import { createOrToPage } from './refusal-page.ts';
import { safeReturnTo } from './return-to.ts';
import { hashSecret, readSessionText } from '../identities/secret.ts';
import { ABSOLUTE_DAYS, type BeginSession, type SessionStore } from '../sessions/session.ts';

const CALLBACK = '/api/auth/callback';

export type SignInDeps = {
  providers: readonly SignInProvider[];
  identities: IdentityStore;
  logins: LoginStore;
  sessions: Pick<SessionStore, 'get' | 'delete'>;
  admit: Admit;
  beginSession: BeginSession;
  now: Clock;
  newSecret: () => string;
  log: Log;
};

type CallbackQuery = { state?: string | undefined; error?: string | undefined } & Record<string, unknown>;

type Asked = { provider?: string | undefined; return_to?: string | undefined };

/** Creates the flows that go through a provider. They do not throw because of what a provider or a visitor sent. */
export const createSignIn = (deps: SignInDeps) => {
  const { providers, identities, logins, sessions, admit, beginSession, now, newSecret, log } = deps;
  const orToPage = createOrToPage(log);
  const takeAttempt = createTakeAttempt({ logins, now });

  const providerNamed = (name: string | undefined): SignInProvider => {
    const found = name === undefined ? providers.at(0) : providers.find(({ provider }) => provider === name);
    if (found === undefined) throw new SignInRefusedError('unknown_provider', 'there is no such provider');
    return found;
  };

  const begin = async (asked: Asked, viewer: Viewer, goal: Goal): Promise<BrowserAnswer> => {
    const provider = providerNamed(asked.provider);
    const [state, nonce, code_verifier] = [newSecret(), newSecret(), newSecret()];
    const location = await provider.begin({
      state,
      nonce,
      code_verifier,
      redirect_uri: viewer.origin + CALLBACK,
      is_fresh: goal.kind !== 'sign_in',
    });
    const at = now();
    await logins.put({
      login_id: hashSecret(state),
      provider: provider.provider,
      nonce,
      code_verifier,
      return_to: safeReturnTo(asked.return_to),
      purpose: purposeOf(goal, state),
      created_at: at.toISOString(),
      expires_at: loginExpiry(at),
    });
    return { location, cookies: [setCookie(loginCookie, state, LOGIN_MINUTES * 60)] };
  };

  /**
   * Returns the time of authentication; null after a sign-in that may have been silent. It is never later than now,
   * even if the provider's clock is ahead.
   */
  const authenticatedAt = ({ authenticated_at }: Claims, { purpose }: LoginAttempt): string | null => {
    const at = now();
    if (authenticated_at === null) return purpose.kind === 'sign_in' ? null : at.toISOString();
    return new Date(Math.min(authenticated_at.getTime(), at.getTime())).toISOString();
  };

  const signedIn = async (claims: Claims, attempt: LoginAttempt, viewer: Viewer): Promise<BrowserAnswer> => {
    const { user_id, email } = await admit(claims, attempt.provider);
    const { text } = await beginSession({
      user_id,
      email,
      identity_id: identityIdOf(claims.issuer, claims.subject),
      device: deviceOf(viewer.user_agent),
      authenticated_at: authenticatedAt(claims, attempt),
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
   * Continues to the other provider at once. A page of ours in between would count as opened by another site, since the
   * browser comes from the provider.
   */
  const confirmed = async (
    claims: Claims,
    attempt: LoginAttempt,
    { user_id, link_provider }: { user_id: string; link_provider: string },
    viewer: Viewer,
  ): Promise<BrowserAnswer> => {
    if ((await identities.ownerOf(identityIdOf(claims.issuer, claims.subject))) !== user_id)
      throw new SignInRefusedError('other_reader', 'the fresh sign-in was that of another reader');
    const { cookies } = await signedIn(claims, attempt, viewer);
    const asked = { provider: link_provider, return_to: attempt.return_to };
    const next = await begin(asked, viewer, { kind: 'link', user_id });
    return { ...next, cookies: [...cookies, ...next.cookies] };
  };

  const linked = async (claims: Claims, attempt: LoginAttempt, userId: string): Promise<BrowserAnswer> => {
    const identity_id = identityIdOf(claims.issuer, claims.subject);
    const at = now().toISOString();
    // Write the reader's own record first: deleting the account deletes only the identities that it lists.
    await identities.record({
      user_id: userId,
      identity_id,
      provider: attempt.provider,
      email: claims.email,
      is_email_verified: claims.is_email_verified,
      created_at: at,
      last_used_at: at,
    });
    if ((await identities.claim(identity_id, userId)) !== userId) {
      await identities.delete(userId, identity_id);
      throw new SignInRefusedError('identity_taken', 'the identity is another reader’s');
    }
    return { location: attempt.return_to, cookies: [] };
  };

  const complete = async (
    attempt: LoginAttempt,
    query: CallbackQuery,
    viewer: Viewer,
    reader: Reader | null,
  ): Promise<BrowserAnswer> => {
    const { purpose, nonce, code_verifier } = attempt;
    const user_id = reader?.user_id ?? '';
    if (purpose.kind !== 'sign_in' && readerMark(query.state ?? '', user_id) !== purpose.reader_mark)
      throw new SignInRefusedError('other_reader', 'the reader who asked is no longer signed in');
    if (query.error === 'access_denied')
      throw new SignInRefusedError('cancelled', 'the reader said no at the provider');
    const url = new URL(CALLBACK, viewer.origin);
    for (const [name, value] of Object.entries(query))
      if (typeof value === 'string') url.searchParams.set(name, value);
    const provider = providerNamed(attempt.provider);
    const claims = await provider.finish({
      callback_url: url.href,
      state: query.state ?? '',
      nonce,
      code_verifier,
    });
    checkFresh(attempt, claims.authenticated_at, provider.hides_auth_time);
    switch (purpose.kind) {
      case 'sign_in':
        return signedIn(claims, attempt, viewer);
      case 'confirm':
        return confirmed(claims, attempt, { ...purpose, user_id }, viewer);
      case 'link':
        return linked(claims, attempt, user_id);
    }
  };

  const finish = async (query: CallbackQuery, viewer: Viewer, reader: Reader | null) => {
    const attempt = await takeAttempt(query.state, viewer.cookies[loginCookie]);
    return orToPage(complete(attempt, query, viewer, reader), attempt.return_to);
  };

  const isFresh = async ({ user_id, session_id }: Reader): Promise<boolean> => {
    const session = session_id === undefined ? null : await sessions.get(user_id, session_id);
    const at = session?.authenticated_at ?? null;
    return at !== null && now().getTime() - new Date(at).getTime() < FRESH_MS;
  };

  const link = async (asked: Asked & { provider: string }, viewer: Viewer, reader: Reader) => {
    const { user_id } = reader;
    const [first] = await identities.list(user_id);
    if (first === undefined || reader.via !== 'session')
      throw new SignInRefusedError('sign_in_failed', 'linking takes a reader who signed in');
    providerNamed(asked.provider);
    if (await isFresh(reader)) return begin(asked, viewer, { kind: 'link', user_id });
    const { provider, return_to } = asked;
    return begin({ provider: first.provider, return_to }, viewer, {
      kind: 'confirm',
      user_id,
      link_provider: provider,
    });
  };

  return {
    begin: (asked: Asked, viewer: Viewer) =>
      orToPage(begin(asked, viewer, { kind: 'sign_in' }), asked.return_to),
    finish: async (...request: Parameters<typeof finish>): Promise<BrowserAnswer> => {
      const { cookies, ...answer } = await orToPage(finish(...request));
      const goesOn = cookies.some((cookie) => cookie.startsWith(`${loginCookie}=`));
      return { ...answer, cookies: goesOn ? cookies : [...cookies, clearCookie(loginCookie)] };
    },
    link: (...request: Parameters<typeof link>) => orToPage(link(...request), request[0].return_to),
  };
};

export type SignIn = ReturnType<typeof createSignIn>;
