import type { Viewer } from '../../contract/endpoints/handlers.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import { digest, isSameSecret } from '../../lib/digest.ts';
import type { Context } from '../../model/context.ts';
import type { LoginAttempt, LoginPurpose } from '../../model/reader/sign-in.ts';
import { FRESH_MS } from '../sessions.ts';
import { cookieNames, hashSecret, newSecret, setCookie } from '../secret.ts';
import { SignInRefusedError } from '../providers/admission.ts';
import type { SignInProvider } from '../providers/openid-provider.ts';
import type { SignInPolicy } from '../providers/sign-in-policy.ts';

/**
 * Returns a mark that links an attempt to a reader without naming them, since an abandoned attempt may stay stored for
 * days after the account is deleted. Only the browser that began the attempt knows the state.
 */
export const readerMark = (state: string, userId: string): string => digest(32, 'login', state, userId);

/** The purpose of a login as it is requested, with the reader's user_id. */
export type Goal =
  | { kind: 'sign_in' }
  | { kind: 'confirm'; user_id: string; link_provider: string }
  | { kind: 'link'; user_id: string };

/** Returns the form of the goal that is stored. */
const purposeOf = (goal: Goal, state: string): LoginPurpose => {
  if (goal.kind === 'sign_in') return goal;
  const { user_id, ...rest } = goal;
  return { ...rest, reader_mark: readerMark(state, user_id) };
};

const LOGIN_MINUTES = 10;

/**
 * Checks that the reader has just authenticated, for every purpose but sign_in. Throws SignInRefusedError
 * sign_in_failed if they authenticated too long ago, because the provider ignored the request to ask again, or if the
 * provider, though asked with max_age, gives no time (null) and is not `isBelieved`.
 */
export const checkFresh = (
  { created_at, purpose }: Pick<LoginAttempt, 'created_at' | 'purpose'>,
  authenticatedAt: Date | null,
  isBelieved: boolean,
): void => {
  if (purpose.kind === 'sign_in' || (authenticatedAt === null && isBelieved)) return;
  const oldest = new Date(created_at).getTime() - FRESH_MS;
  if (authenticatedAt === null || authenticatedAt.getTime() < oldest)
    throw new SignInRefusedError('sign_in_failed', 'the provider did not ask again');
};

const loginExpiry = (now: Date): string => new Date(now.getTime() + LOGIN_MINUTES * 60_000).toISOString();

const FIRST_PAGE = '/';

/** A base address used only to parse a path; no request is ever sent there. */
const PATH_BASE = 'https://omomi.invalid';

/**
 * Returns the path of this service that a sign-in leads back to: the requested one if it is safe, otherwise the first
 * page. A browser must not read it as an address of another host. So it has one leading slash, no backslash and no
 * control characters, which browsers drop or read as a slash, and it is normalised by a URL parser.
 */
export const safeReturnTo = (text: string | undefined): string => {
  if (text === undefined || !/^\/(?![/\\])[!-[\]-~]*$/.test(text)) return FIRST_PAGE;
  const url = URL.parse(text, PATH_BASE);
  if (url === null || url.origin !== PATH_BASE) return FIRST_PAGE;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // The parser removed dot segments, so the path may now begin with two slashes. The API is not a page to return to.
  if (path.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return FIRST_PAGE;
  return path;
};

export const CALLBACK = '/api/auth/callback';

/** The wish of the browser: a provider, by default the first one, and the page to return to. */
export type Asked = { provider?: string | undefined; return_to?: string | undefined };

/** Finds a provider by name. Throws SignInRefusedError unknown_provider. */
export const providerNamed = (
  providers: readonly SignInProvider[],
  name: string | undefined,
): SignInProvider => {
  const found = name === undefined ? providers.at(0) : providers.find(({ provider }) => provider === name);
  if (found === undefined) throw new SignInRefusedError('unknown_provider', 'there is no such provider');
  return found;
};

export type LoginContext = Pick<Context, 'logins' | 'now'> & { signInPolicy: SignInPolicy };

/**
 * Begins a login, the first half of the flow: answers with the provider's page and with the cookie that only this browser
 * has.
 *
 * 1. Make the secrets of this attempt.
 * 2. Ask the provider for the address of its page.
 * 3. Store the attempt, which the second half takes by its state.
 */
export const beginLogin = async (
  { logins, now, signInPolicy }: LoginContext,
  asked: Asked,
  viewer: Viewer,
  goal: Goal,
): Promise<BrowserAnswer> => {
  const provider = providerNamed(signInPolicy.providers, asked.provider);
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
  return { location, cookies: [setCookie(cookieNames(signInPolicy).login, state, LOGIN_MINUTES * 60)] };
};

/**
 * Takes the attempt that an answer belongs to; it can be used once. The browser that brings the answer must be the one
 * that began the attempt, so that nobody can be signed in to another person's account by a link. Throws
 * SignInRefusedError login_expired.
 */
export const takeAttempt = async (
  { logins, now }: Pick<Context, 'logins' | 'now'>,
  state: string | undefined,
  fromCookie: string | undefined,
): Promise<LoginAttempt> => {
  const refuse = (why: string) => new SignInRefusedError('login_expired', why);
  if (state === undefined || fromCookie === undefined || !isSameSecret(state, fromCookie))
    throw refuse('the answer is for a login that this browser did not begin');
  const attempt = await logins.take(hashSecret(state));
  if (attempt === null) throw refuse('the login is unknown or used already');
  if (attempt.expires_at <= now().toISOString()) throw refuse('the login began too long ago');
  return attempt;
};
