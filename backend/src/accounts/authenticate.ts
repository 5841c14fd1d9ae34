import type { Reader } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { isMemberAdmitted, FIRST_OWNER, foldName, memberIdOf, recordWay } from './members.ts';
import type { Token } from '../model/reader/token.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { useSession } from './sessions.ts';
import { useToken } from './tokens.ts';
import { identityIdOf } from '../model/reader/sign-in.ts';
import { isLeaving } from '../model/reader/profile.ts';

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

type ProxyContext = Pick<Context, 'identities' | 'invitations' | 'profiles' | 'readers' | 'now'>;

/** Makes the reader of a name that the proxy gives for the first time. */
const admitFirst = async (ctx: ProxyContext, name: string, isOwner: boolean): Promise<string | null> => {
  const identity_id = identityIdOf('proxy', foldName(name));
  const wanted =
    isOwner && (await ctx.invitations.claimOwner(FIRST_OWNER))
      ? FIRST_OWNER
      : memberIdOf('proxy', identity_id);
  // A deleted account's id is free again once nothing of the account is left.
  if (isLeaving(await ctx.profiles.get(wanted))) return null;
  const user_id = await ctx.identities.claim(identity_id, wanted);
  await recordWay(ctx, { user_id, identity_id, provider: 'proxy', label: name });
  const at = ctx.now().toISOString();
  await ctx.readers.enlist(user_id, at);
  await ctx.profiles.setMember(user_id, name, at);
  return user_id;
};

/**
 * Returns the reader whom a trusted proxy names, made at the first request; null while their account is being deleted. The
 * caller must have checked that the proxy is trusted.
 */
const byProxy = async (ctx: ProxyContext, name: string, owner: string): Promise<Reader | null> => {
  const folded = foldName(name);
  const is_owner = folded === foldName(owner);
  const known = await ctx.identities.ownerOf(identityIdOf('proxy', folded));
  const profile = known === null ? null : await ctx.profiles.get(known);
  if (isLeaving(profile)) return null;
  // A first request that was cut off left an identity without a member.
  const user_id =
    known !== null && profile?.is_member === true ? known : await admitFirst(ctx, name, is_owner);
  return user_id === null ? null : { user_id, is_owner, via: 'proxy', scope: 'write' };
};
