import type { Reader } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { identityIdOf } from '../model/reader/identity.ts';
import { isLeaving } from '../model/reader/profile.ts';
import { FIRST_OWNER, foldName, memberIdOf, recordWay } from './members.ts';

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
export const byProxy = async (ctx: ProxyContext, name: string, owner: string): Promise<Reader | null> => {
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
