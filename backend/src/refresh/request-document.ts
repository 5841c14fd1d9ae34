import type { Clock } from '../lib/clock.ts';
import type { Feed } from '../model/feed/feed.ts';
import { listingIn, requestAddress } from '../model/listing/listing-address.ts';
import { acceptFeed } from '../web/fetch/headers.ts';
import type { GuardedFetch, JudgeHop, OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { withNewestSitemap, type FollowIndexDeps } from '../discovery/sitemap-index.ts';
import { bodyHash, validators } from './document-facts.ts';
import { failureOfError, failureOfResponse, type Failure } from './failure.ts';

/** The answer of a feed's server: a response with or without a new document, or a failure of the feed. */
type Answer =
  | { is_failed: false; response: OutboundResponse }
  /** `status` is null if no response came. */
  | { is_failed: true; failure: Failure; status: number | null };

/** Requests a feed's document; with `isWhole`, even if it has not changed since the last fetch. */
export type RequestDocument = (feed: Feed, isWhole: boolean) => Promise<Answer>;

export type RequestDocumentDeps = Pick<FollowIndexDeps, 'readSitemap'> & {
  fetch: GuardedFetch;
  /** Judges the addresses of pages and sitemaps by the robots.txt of their hosts; feeds are asked without. */
  judgePage: JudgeHop;
  now: Clock;
};

/**
 * Creates the function that requests documents. A feed that a reader subscribed to is asked without robots.txt, as by
 * any program for reading feeds; the page or sitemap of a site without a feed as robots.txt allows.
 */
export const createRequestDocument =
  ({ fetch, judgePage, readSitemap, now }: RequestDocumentDeps): RequestDocument =>
  async (feed, isWhole) => {
    const listing = listingIn(feed.url);
    const request: GuardedFetch = (what) => fetch(listing === null ? what : { ...what, judgeHop: judgePage });
    let response: OutboundResponse;
    try {
      const asked = await request({
        url: requestAddress(feed.url),
        headers: { accept: acceptFeed, ...(isWhole ? {} : conditions(feed)) },
      });
      const isSitemap = listing?.kind === 'sitemap' && asked.status === 200;
      response = isSitemap ? await withNewestSitemap({ fetch: request, readSitemap }, asked) : asked;
    } catch (error) {
      const failure = failureOfError(error);
      if (failure === null) throw error;
      return { is_failed: true, failure, status: null };
    }
    const failure = response.status === 304 ? null : failureOfResponse(response, now());
    return failure === null
      ? { is_failed: false, response }
      : { is_failed: true, failure, status: response.status };
  };

const conditions = (feed: Feed): Record<string, string> => ({
  ...(feed.etag === null ? {} : { 'if-none-match': feed.etag }),
  ...(feed.last_modified === null ? {} : { 'if-modified-since': feed.last_modified }),
});

/** Returns true if the server says that the document has not changed, or sends the same bytes again. */
export const isSameDocument = (feed: Feed, { status, body }: OutboundResponse, isWhole: boolean): boolean =>
  status === 304 || (!isWhole && bodyHash(body) === feed.body_hash);

/**
 * Returns the new ETag and date of a document that has not changed. Without them, every later fetch would transfer it
 * in full.
 */
export const newValidators = (feed: Feed, response: OutboundResponse): Partial<Feed> => {
  const { etag, last_modified } = validators(response);
  return response.status === 304 || (etag === feed.etag && last_modified === feed.last_modified)
    ? {}
    : { etag, last_modified };
};
