import type { Session, SessionStore } from '../../model/reader/session.ts';
import type { Clock } from '../../lib/clock.ts';
import { hashSecret, readSessionText, sessionText } from '../identities/secret.ts';

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

export type BeginSession = (
  session: Pick<Session, 'user_id' | 'identity_id' | 'email' | 'device' | 'authenticated_at'>,
) => Promise<{ session_id: string; text: string }>;

/** Begins a session; `text` is the value of the cookie. */
export const createBeginSession =
  (deps: { sessions: Pick<SessionStore, 'put'>; now: Clock; newSecret: () => string }): BeginSession =>
  async (session) => {
    const secret = deps.newSecret();
    const now = deps.now();
    const created_at = now.toISOString();
    const session_id = hashSecret(secret);
    await deps.sessions.put({
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
 * extended.
 */
export const createUseSession =
  ({ sessions, now }: { sessions: Pick<SessionStore, 'get' | 'setSeen'>; now: Clock }) =>
  async (text: string): Promise<Session | null> => {
    const credential = readSessionText(text);
    if (credential === null) return null;
    const session = await sessions.get(credential.user_id, credential.hash);
    const at = now();
    if (session === null || !isAlive(session, at)) return null;
    if (at.getTime() - new Date(session.last_seen_at).getTime() < SEEN_MS) return session;
    const seen = { last_seen_at: at.toISOString(), expires_at: expiryOf(session.created_at, at) };
    await sessions.setSeen({ ...session, ...seen });
    return { ...session, ...seen };
  };
