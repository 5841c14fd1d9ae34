import { FeedUrlError, normaliseFeedUrl } from '../model/feed/feed-url.ts';
import type { Feed } from '../model/feed/feed.ts';
import type { OutboundResponse } from '../outbound/guard/guarded-fetch.ts';

/** Number of fetches in a row whose permanent redirects must lead to the same address before the feed moves there. */
const MOVES_AFTER = 3;

const permanent: readonly number[] = [301, 308];

/**
 * Returns the address to which the permanent redirects at the start of the redirect chain lead; null if the chain does
 * not begin with one.
 */
export const permanentAddress = ({ redirects }: Pick<OutboundResponse, 'redirects'>): string | null => {
  const first = redirects.findIndex(({ status }) => !permanent.includes(status));
  const address = redirects.slice(0, first === -1 ? undefined : first).at(-1)?.url;
  return address === undefined ? null : feedUrlOrNull(address);
};

/** Returns the normalised address; null if readers could not subscribe to it, since the feed must not move there. */
const feedUrlOrNull = (address: string): string | null => {
  try {
    return normaliseFeedUrl(address);
  } catch (error) {
    if (error instanceof FeedUrlError) return null;
    throw error;
  }
};

type Move = Pick<Feed, 'moved_to' | 'moved_times'> & { url?: string };

/** Returns the changes that a response's redirects make to a feed; null if there are none. */
export const afterRedirects = (
  feed: Pick<Feed, 'url' | 'moved_to' | 'moved_times'>,
  response: Pick<OutboundResponse, 'redirects'>,
): Move | null => {
  const address = permanentAddress(response);
  if (address === null || address === feed.url)
    return feed.moved_to === null ? null : { moved_to: null, moved_times: 0 };
  const moved_times = address === feed.moved_to ? feed.moved_times + 1 : 1;
  return moved_times < MOVES_AFTER
    ? { moved_to: address, moved_times }
    : { url: address, moved_to: null, moved_times: 0 };
};
