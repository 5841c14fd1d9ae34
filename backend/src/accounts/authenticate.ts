import type { Reader } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { isMemberAdmitted } from './members.ts';
import { byProxy } from './by-proxy.ts';
import type { Token } from '../model/reader/token.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { useSession } from './sessions.ts';
import { useToken } from './tokens.ts';

/** The credentials of a request, as text. */
type Credentials = { token: string | null; session: string | null; proxy_user: string | null };

/** The only reader of a local runner without sign-in. */
export const localReader: Reader = { user_id: 'local', is_owner: true, via: 'local', scope: 'write' };

type IdentifyContext = Pick<
  Context,
  'identities' | 'invitations' | 'sessions' | 'tokens' | 'profiles' | 'readers' | 'now' | 'log'
> & { signInPolicy: SignInPolicy };

const byToken = async (ctx: IdentifyContext, text: string): Promise<Reader | null> => {
  const token = await useToken(ctx, text);
  return token === null ? null : readerOfToken(ctx, token);
};

/** Returns the reader of a token; null if the reader is no longer on the list. */
export const readerOfToken = async (
  ctx: Pick<IdentifyContext, 'profiles' | 'signInPolicy' | 'invitations'>,
  { user_id, scope, token_id }: Token,
): Promise<Reader | null> => {
  const { admission } = ctx.signInPolicy;
  if (admission === null)
    return user_id === localReader.user_id ? { ...localReader, via: 'token', scope, token_id } : null;
  const profile = await ctx.profiles.get(user_id);
  const email = profile?.email ?? null;
  if (isMemberAdmitted(ctx.signInPolicy, profile)) {
    const is_owner = admission.isOwner(email) || (await ctx.invitations.owner()) === user_id;
    return { user_id, is_owner, via: 'token', scope, token_id };
  }
  if (!admission.admits(email)) return null;
  return { user_id, is_owner: admission.isOwner(email), via: 'token', scope, token_id };
};

const bySession = async (ctx: IdentifyContext, text: string): Promise<Reader | null> => {
  const session = await useSession(ctx, text);
  const { admission, hasAccounts } = ctx.signInPolicy;
  if (session === null || admission === null) return null;
  const { user_id, session_id, email } = session;
  const isAdmitted = email === null ? hasAccounts : admission.admits(email);
  if (!isAdmitted) return null;
  const is_owner = email === null ? session.is_owner : admission.isOwner(email);
  return { user_id, is_owner, via: 'session', scope: 'write', session_id };
};

/**
 * Returns the reader that the credentials belong to; null if they belong to nobody. A token takes precedence over a
 * session, and a session over what a proxy says. Readers who are no longer admitted are refused, even with a valid session
 * or token.
 */
export const identify = async (
  ctx: IdentifyContext,
  { token, session, proxy_user }: Credentials,
): Promise<Reader | null> => {
  const { admission, proxyOwner } = ctx.signInPolicy;
  if (token !== null) return byToken(ctx, token);
  if (admission === null) return localReader;
  const reader = session === null ? null : await bySession(ctx, session);
  if (reader !== null || proxyOwner === null || proxy_user === null) return reader;
  return byProxy(ctx, proxy_user, proxyOwner);
};
