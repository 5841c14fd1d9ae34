import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { onlyPage } from '../contract/index.ts';
import type { TodayLink } from '../model/reader/today-link.ts';
import type { Context } from '../model/context.ts';
import type { Profile } from '../model/reader/profile.ts';
import { hashSecret, newSecret, readTodayLinkText, todayLinkText } from './secret.ts';
import { isMemberAdmitted } from './members.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { localReader } from './authenticate.ts';
import { DomainError } from '../lib/errors.ts';
import { noteUse } from './tokens.ts';

/** Returns the error of a link that does not exist or was revoked. It says no more than for any unknown path. */
export const todayLinkUnknown = () => new DomainError('NOT_FOUND', 'There is nothing at this address.');

const MAX_LINKS = 5;

/** Makes a link. Its text is in the answer and is not stored anywhere. Throws TODAY_LINK_LIMIT. */
const makeTodayLink = async (
  { todayLinks, now }: Pick<Context, 'todayLinks' | 'now'>,
  userId: string,
  name: string,
): Promise<{ link: TodayLink; text: string }> => {
  if ((await todayLinks.list(userId)).length >= MAX_LINKS)
    throw new DomainError('TODAY_LINK_LIMIT', `Today has ${MAX_LINKS} feed addresses, which is the limit.`, {
      limit: MAX_LINKS,
    });
  const secret = newSecret();
  const link: TodayLink = {
    user_id: userId,
    link_id: hashSecret(secret),
    name,
    created_at: now().toISOString(),
    last_used_at: null,
  };
  await todayLinks.put(link);
  return { link, text: todayLinkText(userId, secret) };
};

export type UseTodayLinkContext = Pick<Context, 'todayLinks' | 'profiles' | 'now' | 'log'> & {
  signInPolicy: SignInPolicy;
};

/**
 * Returns the link that a text stands for, with the profile of its reader; null if it is not a valid one. Readers who are
 * no longer on the list are refused, as they are with an API token. Records the use at most once an hour; a failure to
 * record it is logged.
 */
export const useTodayLink = async (
  ctx: UseTodayLinkContext,
  text: string,
): Promise<{ link: TodayLink; profile: Profile | null } | null> => {
  const credential = readTodayLinkText(text);
  if (credential === null) return null;
  const link = await ctx.todayLinks.get(credential.user_id, credential.hash);
  if (link === null) return null;
  const { user_id, link_id, last_used_at } = link;
  const profile = await ctx.profiles.get(user_id);
  const { admission } = ctx.signInPolicy;
  const isAdmitted =
    admission === null
      ? user_id === localReader.user_id
      : isMemberAdmitted(ctx.signInPolicy, profile) || admission.admits(profile?.email ?? null);
  if (!isAdmitted) return null;
  await noteUse(ctx, last_used_at, (at) => ctx.todayLinks.setUsed(user_id, link_id, at));
  return { link, profile };
};

/** The endpoints by which readers make, list and revoke the addresses of their Today as a feed. */
export const todayLinkEndpoints = (
  ctx: Pick<Context, 'todayLinks' | 'now'>,
): HandlersOf<'listTodayLinks' | 'createTodayLink' | 'deleteTodayLink'> => ({
  listTodayLinks: async ({ reader: { user_id } }) =>
    onlyPage((await ctx.todayLinks.list(user_id)).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))),
  createTodayLink: async ({ reader: { user_id }, body: { name } }) => {
    const { link, text } = await makeTodayLink(ctx, user_id, name);
    return { ...link, atom_path: `/api/out/${text}.atom`, json_path: `/api/out/${text}.json` };
  },
  deleteTodayLink: async ({ reader: { user_id }, params: { link_id } }) => {
    if (!(await ctx.todayLinks.delete(user_id, link_id))) throw todayLinkUnknown();
    return undefined;
  },
});
