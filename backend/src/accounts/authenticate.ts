import type { Reader } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import type { Admission } from './providers/admission.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { useSession } from './sessions.ts';
import { useToken } from './tokens.ts';

/** The credentials of a request, as text. */
type Credentials = { token: string | null; session: string | null };

/** The only reader of a local runner without sign-in. */
export const localReader: Reader = { user_id: 'local', is_owner: true, via: 'local', scope: 'write' };

type IdentifyContext = Pick<Context, 'sessions' | 'tokens' | 'profiles' | 'now' | 'log'> & {
  signInPolicy: Pick<SignInPolicy, 'admission'>;
};

const byToken = async (ctx: IdentifyContext, text: string): Promise<Reader | null> => {
  const token = await useToken(ctx, text);
  const { admission } = ctx.signInPolicy;
  if (token === null) return null;
  const { user_id, scope, token_id } = token;
  if (admission === null)
    return user_id === localReader.user_id ? { ...localReader, via: 'token', scope, token_id } : null;
  const email = (await ctx.profiles.get(user_id))?.email ?? null;
  if (!admission.admits(email)) return null;
  return { user_id, is_owner: admission.isOwner(email), via: 'token', scope, token_id };
};

const bySession = async (
  ctx: IdentifyContext,
  text: string,
  { admits, isOwner }: Admission,
): Promise<Reader | null> => {
  const session = await useSession(ctx, text);
  if (session === null || !admits(session.email)) return null;
  const { user_id, session_id } = session;
  return { user_id, is_owner: isOwner(session.email), via: 'session', scope: 'write', session_id };
};

/**
 * Returns the reader that the credentials belong to; null if they belong to nobody. A token takes precedence over a
 * session. Readers who are no longer on the list are refused, even with a valid session or token.
 */
export const identify = async (
  ctx: IdentifyContext,
  { token, session }: Credentials,
): Promise<Reader | null> => {
  const { admission } = ctx.signInPolicy;
  if (token !== null) return byToken(ctx, token);
  if (admission === null) return localReader;
  return session === null ? null : bySession(ctx, session, admission);
};
