import { timingSafeEqual } from 'node:crypto';
import { digest } from '../config/digest.ts';
import type { Clock } from '../config/log.ts';
import { SignInRefusedError } from './errors.ts';
import { hashSecret } from './secret.ts';

/** What a login is for: to sign in, to show once more who is there, or to add an identity to the reader. */
export type LoginPurpose =
  | { kind: 'sign_in' }
  | { kind: 'confirm'; reader_mark: string; link_provider: string }
  | { kind: 'link'; reader_mark: string };

/**
 * Tells that an attempt is a reader's without naming them: an attempt that nobody came back from may lie there for days
 * after the reader has left. Only the browser that began it knows the state.
 */
export const readerMark = (state: string, userId: string): string => digest(32, 'login', state, userId);

/** What a reader goes to a provider for, as it is asked. */
export type Goal =
  | { kind: 'sign_in' }
  | { kind: 'confirm'; user_id: string; link_provider: string }
  | { kind: 'link'; user_id: string };

/** What is stored of it. */
export const purposeOf = (goal: Goal, state: string): LoginPurpose => {
  if (goal.kind === 'sign_in') return goal;
  const { user_id, ...rest } = goal;
  return { ...rest, reader_mark: readerMark(state, user_id) };
};

/** A login that was begun and whose answer has not come back yet. */
export type LoginAttempt = {
  /** SHA-256 of the state that travels. */
  login_id: string;
  provider: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  purpose: LoginPurpose;
  created_at: string;
  expires_at: string;
};

export type LoginStore = {
  put: (attempt: LoginAttempt) => Promise<void>;
  /** Takes it out of the store: of several callers one gets it, the others null. */
  take: (loginId: string) => Promise<LoginAttempt | null>;
};

export const LOGIN_MINUTES = 10;

/** A sign-in is fresh for so long. */
export const FRESH_MS = 10 * 60_000;

/**
 * Whoever proved long ago who they are did not do so now: the provider ignored that it was asked to. So did one that does
 * not tell (null) although it was asked with max_age, unless it `isBelieved`. Throws SignInRefusedError
 * sign_in_failed.
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
 * The attempt that an answer belongs to, which serves once. The browser that brings the answer must be the one that
 * began, so nobody can be signed in by a link into another's account. Throws SignInRefusedError login_expired.
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
