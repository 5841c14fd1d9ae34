import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { onlyPage } from '../contract/index.ts';
import type { FeedAddress } from '../model/reader/token.ts';
import type { Context } from '../model/context.ts';
import type { Profile } from '../model/reader/profile.ts';
import { hashSecret, newSecret, readFeedAddressText, feedAddressText } from './secret.ts';
import { isMemberAdmitted } from './members.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { localReader } from './authenticate.ts';
import { DomainError } from '../lib/errors.ts';
import { noteUse } from './tokens.ts';

/** Returns the error of an address that does not exist or was revoked. It says no more than for any unknown path. */
export const feedAddressUnknown = () => new DomainError('NOT_FOUND', 'There is nothing at this address.');

const MAX_ADDRESSES = 20;

/** Makes an address. Its text is in the answer and is not stored anywhere. Throws FEED_ADDRESS_LIMIT. */
const makeFeedAddress = async (
  { feedAddresses, now }: Pick<Context, 'feedAddresses' | 'now'>,
  userId: string,
  { name, list }: Pick<FeedAddress, 'name' | 'list'>,
): Promise<{ address: FeedAddress; text: string }> => {
  if ((await feedAddresses.list(userId)).length >= MAX_ADDRESSES)
    throw new DomainError(
      'FEED_ADDRESS_LIMIT',
      `You have ${MAX_ADDRESSES} addresses of feeds, which is the limit.`,
      {
        limit: MAX_ADDRESSES,
      },
    );
  const secret = newSecret();
  const address: FeedAddress = {
    user_id: userId,
    address_id: hashSecret(secret),
    name,
    list,
    created_at: now().toISOString(),
    last_used_at: null,
  };
  await feedAddresses.put(address);
  return { address, text: feedAddressText(userId, secret) };
};

export type UseFeedAddressContext = Pick<Context, 'feedAddresses' | 'profiles' | 'now' | 'log'> & {
  signInPolicy: SignInPolicy;
};

/**
 * Returns the address that a text stands for, with the profile of its reader; null if it is not a valid one. Readers who are
 * no longer on the list are refused, as they are with an API token. Records the use at most once an hour; a failure to
 * record it is logged.
 */
export const useFeedAddress = async (
  ctx: UseFeedAddressContext,
  text: string,
): Promise<{ address: FeedAddress; profile: Profile | null } | null> => {
  const credential = readFeedAddressText(text);
  if (credential === null) return null;
  const address = await ctx.feedAddresses.get(credential.user_id, credential.hash);
  if (address === null) return null;
  const { user_id, address_id, last_used_at } = address;
  const profile = await ctx.profiles.get(user_id);
  const { admission } = ctx.signInPolicy;
  const isAdmitted =
    admission === null
      ? user_id === localReader.user_id
      : isMemberAdmitted(ctx.signInPolicy, profile) || admission.admits(profile?.email ?? null);
  if (!isAdmitted) return null;
  await noteUse(ctx, last_used_at, (at) => ctx.feedAddresses.setUsed(user_id, address_id, at));
  return { address, profile };
};

/** The endpoints by which readers make, list and revoke the addresses of their lists as feeds. */
export const feedAddressEndpoints = (
  ctx: Pick<Context, 'feedAddresses' | 'now'>,
): HandlersOf<'listFeedAddresses' | 'createFeedAddress' | 'deleteFeedAddress'> => ({
  listFeedAddresses: async ({ reader: { user_id } }) =>
    onlyPage(
      (await ctx.feedAddresses.list(user_id)).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)),
    ),
  createFeedAddress: async ({ reader: { user_id }, body }) => {
    const { address, text } = await makeFeedAddress(ctx, user_id, body);
    const path = (format: string): string => `/api/out/${text}.${format}`;
    return body.list.kind === 'feeds'
      ? { ...address, atom_path: null, json_path: null, html_path: null, opml_path: path('opml') }
      : {
          ...address,
          atom_path: path('atom'),
          json_path: path('json'),
          html_path: path('html'),
          opml_path: null,
        };
  },
  deleteFeedAddress: async ({ reader: { user_id }, params: { address_id } }) => {
    if (!(await ctx.feedAddresses.delete(user_id, address_id))) throw feedAddressUnknown();
    return undefined;
  },
});
