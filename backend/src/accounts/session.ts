import type { Clock } from '../config/log.ts';
import { hashSecret, readSessionText, sessionText } from './secret.ts';

export type Session = {
  user_id: string;
  /** SHA-256 of the secret in the cookie. */
  session_id: string;
  /** The identity that signed in. */
  identity_id: string;
  /** The address that the reader was let in with. */
  email: string;
  device: string;
  /** When the reader signed in: each sign-in begins a session of its own. */
  created_at: string;
  /** When they proved to the provider who they are, not just that they were there; null where that is not known. */
  authenticated_at: string | null;
  last_seen_at: string;
  expires_at: string;
};

export type SessionStore = {
  put: (session: Session) => Promise<void>;
  get: (userId: string, sessionId: string) => Promise<Session | null>;
  /** Also those that have expired and are not deleted yet. */
  list: (userId: string) => Promise<Session[]>;
  /** Nothing where the session is gone. */
  setSeen: (
    session: Pick<Session, 'user_id' | 'session_id' | 'last_seen_at' | 'expires_at'>,
  ) => Promise<void>;
  /** False where there was none. */
  delete: (userId: string, sessionId: string) => Promise<boolean>;
};

const DAY = 86_400_000;
/** Unused for so long, a session ends. */
export const SLIDING_DAYS = 30;
/** Whatever happens, a session ends so long after it began. */
export const ABSOLUTE_DAYS = 90;
/** A session that is used is written at most so often. */
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

/** Begins a session; `text` is what the cookie carries. */
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

/** The session that a cookie's text names, its end moved on where it was used last an hour ago or more. */
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
