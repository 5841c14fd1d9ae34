import type { Context } from '../../model/context.ts';
import { allReaders } from '../../model/reader/reader.ts';
import { identityIdOf, type InvitationPurpose } from '../../model/reader/sign-in.ts';
import { FIRST_OWNER, foldName } from '../members.ts';
import { hasOwner } from './invitations.ts';

type FindContext = Pick<Context, 'identities' | 'invitations' | 'profiles' | 'readers'>;

/** Returns the reader who signs in with this name, or whose name, e-mail address or user_id it is; null if there is none. */
const readerNamed = async (
  { identities, profiles, readers }: FindContext,
  name: string,
): Promise<{ user_id: string; name: string } | null> => {
  const folded = foldName(name);
  const byPassword = await identities.ownerOf(identityIdOf('password', folded));
  const candidates = byPassword === null ? [FIRST_OWNER] : [byPassword];
  if (byPassword === null) for await (const userId of allReaders(readers)) candidates.push(userId);
  for (const user_id of candidates) {
    const profile = await profiles.get(user_id);
    if (profile === null) continue;
    const names = [profile.name, profile.email, user_id].flatMap((one) =>
      one === null ? [] : foldName(one),
    );
    if (byPassword !== null || names.includes(folded)) return { user_id, name: profile.name ?? name };
  }
  return null;
};

/** Returns by what each reader can be named: their name, else their e-mail address, else their user_id. */
export const readerNames = async ({ profiles, readers }: FindContext): Promise<string[]> => {
  const userIds = new Set([FIRST_OWNER]);
  for await (const userId of allReaders(readers)) userIds.add(userId);
  const names: string[] = [];
  for (const userId of userIds) {
    const profile = await profiles.get(userId);
    if (profile !== null) names.push(profile.name ?? profile.email ?? userId);
  }
  return names;
};

/** Returns the user_id of a named reader, of the first one for null; null if nobody has the name. */
export const findReader = async (ctx: FindContext, name: string | null): Promise<string | null> =>
  name === null ? FIRST_OWNER : ((await readerNamed(ctx, name))?.user_id ?? null);

/**
 * Returns what an invitation made on the server is for: to let a named reader in again, to make the first owner if there is
 * none yet, otherwise to add a reader. Null if nobody has the name.
 */
export const purposeFor = async (
  ctx: FindContext,
  name: string | null,
): Promise<InvitationPurpose | null> => {
  if (name === null) return { kind: (await hasOwner(ctx)) ? 'reader' : 'owner' };
  const found = await readerNamed(ctx, name);
  return found === null ? null : { kind: 'recover', ...found };
};
