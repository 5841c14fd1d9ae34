import type { Log } from '../../logging/log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import type { Reader, Viewer } from '../../contract/endpoints/handlers.ts';
import { SignInRefusedError } from '../identities/errors.ts';
import type { IdentityStore } from '../../model/reader/identity.ts';
import type { BeginSession } from '../sessions/session.ts';
import type { SessionStore } from '../../model/reader/session.ts';
import type { Admit } from './admit.ts';
import { createConfirmed, createLinked, createSignedIn } from './after-login.ts';
import { createBeginLogin, providerNamed, type Asked, type BeginLogin } from './begin-login.ts';
import { createCompleteLogin, type CallbackQuery } from './complete-login.ts';
import { clearCookie, loginCookie } from './cookies.ts';
import { createTakeAttempt, FRESH_MS } from './login.ts';
import type { LoginStore } from '../../model/reader/login.ts';
import type { SignInProvider } from '../providers/openid-provider.ts';
import { createOrToPage } from './refusal-page.ts';

export type SignInDeps = {
  providers: readonly SignInProvider[];
  stores: { identities: IdentityStore; logins: LoginStore; sessions: Pick<SessionStore, 'get' | 'delete'> };
  admit: Admit;
  beginSession: BeginSession;
  now: Clock;
  newSecret: () => string;
  log: Log;
};

/** Returns whether the reader authenticated within the last minutes. */
const createIsFresh =
  (sessions: Pick<SessionStore, 'get'>, now: Clock) =>
  async ({ user_id, session_id }: Reader): Promise<boolean> => {
    const session = session_id === undefined ? null : await sessions.get(user_id, session_id);
    const at = session?.authenticated_at ?? null;
    return at !== null && now().getTime() - new Date(at).getTime() < FRESH_MS;
  };

/** Begins a login that adds an identity to a reader. One who has not just signed in must do so first. */
const createLink =
  ({ providers, stores, now }: SignInDeps, begin: BeginLogin) =>
  async (asked: Asked & { provider: string }, viewer: Viewer, reader: Reader): Promise<BrowserAnswer> => {
    const { user_id } = reader;
    const [first] = await stores.identities.list(user_id);
    if (first === undefined || reader.via !== 'session')
      throw new SignInRefusedError('sign_in_failed', 'linking takes a reader who signed in');
    const { provider, return_to } = asked;
    providerNamed(providers, provider);
    const isFresh = createIsFresh(stores.sessions, now);
    if (await isFresh(reader)) return begin(asked, viewer, { kind: 'link', user_id });
    const goal = { kind: 'confirm', user_id, link_provider: provider } as const;
    return begin({ provider: first.provider, return_to }, viewer, goal);
  };

/**
 * Creates the flows that go through a provider. Each has two halves: `begin` and `link` send the browser to the
 * provider's page (begin-login.ts), and the provider sends it back to `finish` (complete-login.ts), which does what the
 * login was begun for (after-login.ts). They do not throw because of what a provider or a visitor sent; a refusal leads
 * to the sign-in page, which explains it.
 */
export const createSignIn = (deps: SignInDeps) => {
  const { providers, stores, now, log } = deps;
  const { identities, logins, sessions } = stores;
  const orToPage = createOrToPage(log);
  const takeAttempt = createTakeAttempt({ logins, now });
  const begin = createBeginLogin({ ...deps, logins });
  const link = createLink(deps, begin);
  const signedIn = createSignedIn({ ...deps, sessions });
  const complete = createCompleteLogin(providers, {
    signIn: signedIn,
    confirm: createConfirmed(identities, signedIn, begin),
    link: createLinked(identities, now),
  });

  const finish = async (query: CallbackQuery, viewer: Viewer, reader: Reader | null) => {
    const attempt = await takeAttempt(query.state, viewer.cookies[loginCookie]);
    return orToPage(complete(attempt, query, viewer, reader), attempt.return_to);
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
