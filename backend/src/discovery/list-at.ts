import { feedAddress, type FeedAddress } from '../model/feed/feed-url.ts';
import { listingAddress, listingIn, requestAddress } from '../model/listing/listing-address.ts';
import { acceptFeed } from '../web/fetch/headers.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';
import type { ParseFeed } from '../parser/fields/parsed-feed.ts';
import { HttpStatusError } from './errors.ts';
import { movedAddress } from './permanent-move.ts';
import type { FoundFeed } from './requests.ts';
import { documentOf, type ListingDeps } from './find-listings.ts';
import { createJudgePage } from './judge-page.ts';
import { createReadDocument } from './read-document.ts';
import { withNewestSitemap } from './sitemap-index.ts';

/**
 * Reads the list of a page, or the sitemap, that an address names, as robots.txt allows; null for any other address.
 * Throws OutboundError, HttpStatusError, ParseError and RobotsDisallowedError.
 */
export const listAt = async (
  { fetch, ...deps }: ListingDeps & { fetch: GuardedFetch; parse: ParseFeed },
  { url, feed_id }: FeedAddress,
): Promise<FoundFeed | null> => {
  const listing = listingIn(url);
  if (listing === null) return null;
  const judgeHop = createJudgePage(deps.robotsFor);
  const request: GuardedFetch = (what) => fetch({ ...what, judgeHop });
  const asked = await request({ url: requestAddress(url), headers: { accept: acceptFeed } });
  if (asked.status < 200 || asked.status > 299) throw new HttpStatusError(asked.status);
  const response =
    listing.kind === 'sitemap' ? await withNewestSitemap({ fetch: request, ...deps }, asked) : asked;
  const { parsed, source } = await createReadDocument(deps)({ url, source: null }, documentOf(response));
  const moved = movedAddress(asked);
  const address = moved === null ? { url, feed_id } : feedAddress(listingAddress(moved.url, listing));
  return { ...address, response, parsed, source };
};
