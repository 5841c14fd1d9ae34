import type { LoginPurpose, LoginAttempt, LoginStore } from '../../model/reader/login.ts';
import { timingSafeEqual } from 'node:crypto';
import { digest } from '../../lib/digest.ts';
import type { Clock } from '../../lib/clock.ts';
import { SignInRefusedError } from '../identities/errors.ts';
import { hashSecret } from '../identities/secret.ts';

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
export const purposeOf = (goal: Goal, state: string): LoginPurpose => {
  if (goal.kind === 'sign_in') return goal;
  const { user_id, ...rest } = goal;
  return { ...rest, reader_mark: readerMark(state, user_id) };
};

export const LOGIN_MINUTES = 10;

/** Time during which a sign-in counts as fresh, in milliseconds. */
export const FRESH_MS = 10 * 60_000;

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

export const loginExpiry = (now: Date): string =>
  new Date(now.getTime() + LOGIN_MINUTES * 60_000).toISOString();

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));

/**
 * Takes the attempt that an answer belongs to; it can be used once. The browser that brings the answer must be the one
 * that began the attempt, so that nobody can be signed in to another person's account by a link. Throws
 * SignInRefusedError login_expired.
 */
export const createTakeAttempt =
  ({ logins, now }: { logins: Pick<LoginStore, 'take'>; now: Clock }) =>
  async (state: string | undefined, fromCookie: string | undefined): Promise<LoginAttempt> => {
    const refuse = (why: string) => new SignInRefusedError('login_expired', why);
    if (state === undefined || fromCookie === undefined || !isSame(state, fromCookie))
      throw refuse('the answer is for a login that this browser did not begin');
    const attempt = await logins.take(hashSecret(state));
    if (attempt === null) throw refuse('the login is unknown or used already');
    if (attempt.expires_at <= now().toISOString()) throw refuse('the login began too long ago');
    return attempt;
  };
