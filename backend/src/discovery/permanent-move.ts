import { feedAddressOrNull, type FeedAddress } from '../model/feed/feed-url.ts';
import { listingFragment } from '../model/listing/listing-address.ts';
import type { Feed } from '../model/feed/feed.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';

/** Number of fetches in a row whose permanent redirects must lead to the same address before the feed moves there. */
const MOVES_AFTER = 3;

const permanent: readonly number[] = [301, 308];

/**
 * Returns the address to which the permanent redirects at the start of the redirect chain lead; null if the chain does
 * not begin with one, or if readers could not subscribe to that address, since the feed must not move there.
 */
export const movedAddress = ({ redirects }: Pick<OutboundResponse, 'redirects'>): FeedAddress | null => {
  const first = redirects.findIndex(({ status }) => !permanent.includes(status));
  const target = redirects.slice(0, first === -1 ? undefined : first).at(-1);
  return target === undefined ? null : feedAddressOrNull(target.url);
};

export const permanentAddress = (response: Pick<OutboundResponse, 'redirects'>): string | null =>
  movedAddress(response)?.url ?? null;

type Move = Pick<Feed, 'moved_to' | 'moved_times'> & { url?: string };

/** Returns the changes that a response's redirects make to a feed; null if there are none. */
export const afterRedirects = (
  feed: Pick<Feed, 'url' | 'moved_to' | 'moved_times'>,
  response: Pick<OutboundResponse, 'redirects'>,
): Move | null => {
  const target = permanentAddress(response);
  // The name of the list in the fragment is kept at the new address.
  const address = target === null ? null : `${target}${listingFragment(feed.url)}`;
  if (address === null || address === feed.url)
    return feed.moved_to === null ? null : { moved_to: null, moved_times: 0 };
  const moved_times = address === feed.moved_to ? feed.moved_times + 1 : 1;
  return moved_times < MOVES_AFTER
    ? { moved_to: address, moved_times }
    : { url: address, moved_to: null, moved_times: 0 };
};
