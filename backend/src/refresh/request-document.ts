import { listingIn, requestAddress } from '../model/feed/feed-url.ts';
import type { Context } from '../model/context.ts';
import { bookingRedirects, takeTurn, type PaceContext } from '../web/turns/pace.ts';
import type { FeedMessage } from '../queues/messages.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import type { Feed } from '../model/feed/feed.ts';
import { readSignIn, type SignedHeaders, type SignInContext } from '../model/feed/site-sign-in.ts';
import { acceptFeed } from '../web/fetch/headers.ts';
import { signedFetch } from '../web/fetch/signed-fetch.ts';
import type { GuardedFetch, OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { judgePage, withNewestSitemap } from '../discovery/find-listings.ts';
import { bodyHash, validators } from './document-facts.ts';
import { failureOfError, failureOfResponse, signInLost, type Failure } from './failure.ts';

/**
 * Takes the turn of a feed's host. Returns the milliseconds for which the feed must wait for it; 0 if it has taken the turn. The
 * page of a site without a feed waits until robots.txt of its host is known, and for the pause that this asks for.
 */
export const waitForTurn = async (
  ctx: PaceContext & Pick<Context, 'robotsFor'>,
  { url }: Pick<FeedMessage, 'url'>,
): Promise<number> => {
  const rules = listingIn(url) === null ? null : await ctx.robotsFor(requestAddress(url));
  if (rules !== null && 'wait_ms' in rules) return rules.wait_ms;
  const turn = await takeTurn(ctx, new URL(url).host, rules?.crawl_delay_ms ?? undefined);
  return turn.is_taken ? 0 : turn.wait_ms;
};

/** The answer of a feed's server: a response with or without a new document, or a failure of the feed. */
type Answer =
  | { is_failed: false; response: OutboundResponse }
  /** `status` is null if no response came. */
  | { is_failed: true; failure: Failure; status: number | null };

/** The context for a request, with the turn of its host taken before. */
export type DocumentContext = PaceContext &
  Pick<Context, 'fetch' | 'robotsFor'> & { parser: Pick<DocumentParser, 'readSitemap'> };

/** The context for requesting the documents of feeds. */
export type RequestContext = DocumentContext & SignInContext;

/**
 * Requests a feed's document; with `isWhole`, even if it has not changed since the last fetch. A feed that a reader
 * subscribed to is asked without robots.txt, as by any program for reading feeds; the page or sitemap of a site without a
 * feed as robots.txt allows. A private feed is asked with its reader's sign-in, robots.txt without.
 */
export const requestDocument = async (ctx: RequestContext, feed: Feed, isWhole: boolean): Promise<Answer> => {
  const signIn = await readSignIn(ctx, feed);
  return signIn === 'unreadable'
    ? { is_failed: true, failure: signInLost, status: null }
    : requestWith(ctx, feed, isWhole, signIn);
};

/** Requests a feed's document as `requestDocument` does, with this sign-in. */
export const requestWith = async (
  ctx: DocumentContext,
  feed: Feed,
  isWhole: boolean,
  signIn: SignedHeaders | null,
): Promise<Answer> => {
  const listing = listingIn(feed.url);
  const booking = bookingRedirects(ctx);
  const fetch = signIn === null ? booking : signedFetch(booking, signIn);
  const judgeHop = judgePage(ctx);
  const request: GuardedFetch = (what) => fetch(listing === null ? what : { ...what, judgeHop });
  let response: OutboundResponse;
  try {
    const asked = await request({
      url: requestAddress(feed.url),
      headers: { accept: acceptFeed, ...(isWhole ? {} : conditions(feed)) },
    });
    const isSitemap = listing?.kind === 'sitemap' && asked.status === 200;
    response = isSitemap ? await withNewestSitemap({ ...ctx, fetch: request }, asked) : asked;
  } catch (error) {
    const failure = failureOfError(error);
    if (failure === null) throw error;
    return { is_failed: true, failure, status: null };
  }
  const failure = response.status === 304 ? null : failureOfResponse(response, ctx.now(), signIn !== null);
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
