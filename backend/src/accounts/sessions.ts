import type { HandlersOf, Reader } from '../contract/endpoints/handlers.ts';
import { onlyPage } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';
import type { Session } from '../model/reader/sign-in.ts';
import { hashSecret, newSecret, readSessionText, sessionText } from './secret.ts';

const DAY = 86_400_000;
/** Number of days without use after which a session ends. */
const SLIDING_DAYS = 30;
/** Number of days after which a session ends, used or not. */
export const ABSOLUTE_DAYS = 90;
/** Minimum time between two writes of a session in use, in milliseconds. */
const SEEN_MS = 3_600_000;

const expiryOf = (createdAt: string, now: Date): string =>
  new Date(
    Math.min(now.getTime() + SLIDING_DAYS * DAY, new Date(createdAt).getTime() + ABSOLUTE_DAYS * DAY),
  ).toISOString();

export const isAlive = ({ expires_at }: Pick<Session, 'expires_at'>, now: Date): boolean =>
  expires_at > now.toISOString();

/** Begins a session; `text` is the value of the cookie. */
export const beginSession = async (
  { sessions, now: clock }: Pick<Context, 'sessions' | 'now'>,
  session: Pick<Session, 'user_id' | 'identity_id' | 'email' | 'is_owner' | 'device' | 'authenticated_at'>,
): Promise<{ session_id: string; text: string }> => {
  const secret = newSecret();
  const now = clock();
  const created_at = now.toISOString();
  const session_id = hashSecret(secret);
  await sessions.put({
    ...session,
    session_id,
    created_at,
    last_seen_at: created_at,
    expires_at: expiryOf(created_at, now),
  });
  return { session_id, text: sessionText(session.user_id, secret) };
};

/**
 * Returns the live session that the cookie's text names, or null. If its last use is an hour ago or more, the expiry is
 * extended; a failure to record that is logged.
 */
export const useSession = async (
  { sessions, now, log }: Pick<Context, 'sessions' | 'now' | 'log'>,
  text: string,
): Promise<Session | null> => {
  const credential = readSessionText(text);
  if (credential === null) return null;
  const session = await sessions.get(credential.user_id, credential.hash);
  const at = now();
  if (session === null || !isAlive(session, at)) return null;
  if (at.getTime() - new Date(session.last_seen_at).getTime() < SEEN_MS) return session;
  const seen = { last_seen_at: at.toISOString(), expires_at: expiryOf(session.created_at, at) };
  await sessions
    .setSeen({ ...session, ...seen })
    .catch((error: unknown) => log.warn('use not noted', { error }));
  return { ...session, ...seen };
};

/** Ends the sessions of a reader, but for one if it is named. */
export const endSessions = async (
  { sessions }: Pick<Context, 'sessions'>,
  userId: string,
  except?: string,
): Promise<void> => {
  for (const { session_id } of await sessions.list(userId))
    if (session_id !== except) await sessions.delete(userId, session_id);
};

export const sessionEndpoints = ({
  sessions,
  now,
}: Pick<Context, 'sessions' | 'now'>): HandlersOf<
  'listSessions' | 'deleteSession' | 'deleteOtherSessions'
> => ({
  listSessions: async ({ reader: { user_id, session_id } }) => {
    const alive = (await sessions.list(user_id)).filter((session) => isAlive(session, now()));
    const items = alive
      .toSorted((a, b) => (a.last_seen_at < b.last_seen_at ? 1 : -1))
      .map((session) => ({ ...session, is_current: session.session_id === session_id }));
    return onlyPage(items);
  },
  deleteSession: async ({ reader: { user_id }, params: { session_id } }) => {
    if (!(await sessions.delete(user_id, session_id)))
      throw new DomainError('NOT_FOUND', 'You have no such session.');
    return undefined;
  },
  deleteOtherSessions: async ({ reader: { user_id, session_id: current } }) => {
    await endSessions({ sessions }, user_id, current);
    return undefined;
  },
});

/** Time during which a sign-in counts as fresh, in milliseconds. */
export const FRESH_MS = 10 * 60_000;

/** Returns whether the reader authenticated within the last ten minutes. */
export const isFresh = async (
  { sessions, now }: Pick<Context, 'sessions' | 'now'>,
  { user_id, session_id }: Reader,
): Promise<boolean> => {
  const session = session_id === undefined ? null : await sessions.get(user_id, session_id);
  const at = session?.authenticated_at ?? null;
  return at !== null && now().getTime() - new Date(at).getTime() < FRESH_MS;
};

export const freshSignInNeeded = (): DomainError =>
  new DomainError('FRESH_SIGN_IN_NEEDED', 'This needs a sign-in of the last ten minutes.');

/**
 * Checks that whoever holds the session can also sign in, before a way in is added: a copied cookie must not become a
 * way in that lasts. A trusted proxy has just vouched for its reader. Throws FRESH_SIGN_IN_NEEDED.
 */
export const requireFresh = async (ctx: Pick<Context, 'sessions' | 'now'>, reader: Reader): Promise<void> => {
  if (reader.via === 'proxy' || (await isFresh(ctx, reader))) return;
  throw freshSignInNeeded();
};
