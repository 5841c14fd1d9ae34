import type { Log } from '../../logging/log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import type { Admission } from '../providers/admission.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import { createUseSession } from '../sessions/session.ts';
import type { SessionStore } from '../../model/reader/session.ts';
import { createUseToken } from '../tokens/token.ts';
import type { TokenStore } from '../../model/reader/token.ts';

/** The credentials of a request, as text. */
type Credentials = { token: string | null; session: string | null };

/** Returns the reader that the credentials belong to; null if they belong to nobody. */
export type Identify = (credentials: Credentials) => Promise<Reader | null>;

/** The only reader of a local runner without sign-in. */
export const localReader: Reader = { user_id: 'local', is_owner: true, via: 'local', scope: 'write' };

type IdentifyDeps = {
  sessions: Pick<SessionStore, 'get' | 'setSeen'>;
  tokens: Pick<TokenStore, 'get' | 'setUsed'>;
  profiles: Pick<ProfileStore, 'get'>;
  /** The rules of admission; null if there is no sign-in and everyone is the local reader. */
  admission: Admission | null;
  now: Clock;
  log: Log;
};

/**
 * Creates the function that identifies a reader. A token takes precedence over a session. Readers who are no longer on
 * the list are refused, even with a valid session or token.
 */
export const createIdentify = ({
  sessions,
  tokens,
  profiles,
  admission,
  now,
  log,
}: IdentifyDeps): Identify => {
  /** Logs a failure to record a use; the reader is admitted all the same. */
  const noted = (write: Promise<void>): Promise<void> =>
    write.catch((error: unknown) => log.warn('use not noted', { error }));
  const useSession = createUseSession({
    sessions: { get: sessions.get, setSeen: (seen) => noted(sessions.setSeen(seen)) },
    now,
  });
  const useToken = createUseToken({
    tokens: { get: tokens.get, setUsed: (...used) => noted(tokens.setUsed(...used)) },
    now,
  });

  const byToken = async (text: string): Promise<Reader | null> => {
    const token = await useToken(text);
    if (token === null) return null;
    const { user_id, scope, token_id } = token;
    if (admission === null)
      return user_id === localReader.user_id ? { ...localReader, via: 'token', scope, token_id } : null;
    const email = (await profiles.get(user_id))?.email ?? null;
    if (!admission.admits(email)) return null;
    return { user_id, is_owner: admission.isOwner(email), via: 'token', scope, token_id };
  };

  const bySession = async (text: string, { admits, isOwner }: Admission): Promise<Reader | null> => {
    const session = await useSession(text);
    if (session === null || !admits(session.email)) return null;
    const { user_id, session_id } = session;
    return { user_id, is_owner: isOwner(session.email), via: 'session', scope: 'write', session_id };
  };

  return async ({ token, session }) => {
    if (token !== null) return byToken(token);
    if (admission === null) return localReader;
    return session === null ? null : bySession(session, admission);
  };
};
