import type { Context } from '../model/context.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import type { Feed, PageSource } from '../model/feed/feed.ts';
import {
  type FeedAddress,
  FeedUrlError,
  feedAddress,
  feedAddressOrNull,
  listingFragment,
} from '../model/feed/feed-url.ts';
import {
  type GuardedFetch,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from '../web/guard/guarded-fetch.ts';
import { acceptFeed } from '../web/fetch/headers.ts';
import { ParseError, type ParsedFeed } from '../parser/fields/parsed-feed.ts';
import { HttpStatusError } from './errors.ts';

/** A feed with its address after permanent redirects, and the response that it was read from. */
export type FoundFeed = FeedAddress & {
  response: OutboundResponse;
  parsed: ParsedFeed;
  /** The way to find the items of a page without a feed; null for a feed and a sitemap. */
  source: PageSource | null;
};

export type Page = { address: FeedAddress; response: OutboundResponse };

/** Time after which no further address is requested, because the reader is waiting for the response. */
const searchMs = 20_000;
/** Timeout of a request to a guessed address: one typed without a scheme, or a well-known path. */
const guessTimeoutMs = 5_000;
/** Number of further requests for a typed address, after a second, in case of connection trouble, 502, 503 or 504. */
const typedRetries = 1;
/** Least remaining time for which a guessed address is still requested. */
const leastTimeoutMs = 500;

const isExpected = (error: unknown): boolean =>
  error instanceof OutboundError ||
  error instanceof HttpStatusError ||
  error instanceof ParseError ||
  error instanceof FeedUrlError;

const isSilence = (error: unknown): boolean =>
  error instanceof OutboundError && ['unreachable', 'timed_out', 'tls_failed'].includes(error.fault);

type RequestContext = Pick<Context, 'fetch' | 'now'> & { parser: Pick<DocumentParser, 'parseFeed'> };

/** Runs further requests of a search. Returns null if they fail, the time is up, or the host has stopped answering. */
type Within = <T>(run: (fetch: GuardedFetch) => Promise<T | null>) => Promise<T | null>;

/** `leftMs` returns the milliseconds left of the search. */
const withinSearch = (fetch: GuardedFetch, tried: string[], leftMs: () => number): Within => {
  const limited: GuardedFetch = (request) => {
    const timeoutMs = Math.min(guessTimeoutMs, leftMs());
    if (timeoutMs < leastTimeoutMs) throw new OutboundError('timed_out', 'The search took too long.');
    tried.push(request.url);
    return fetch({ headers: { accept: acceptFeed }, ...request, timeoutMs });
  };
  return async (run) => {
    try {
      return leftMs() < leastTimeoutMs ? null : await run(limited);
    } catch (error) {
      if (!isExpected(error)) throw error;
      return null;
    }
  };
};

/** Creates the requests of one search, which begins now. */
export const createRequests = ({ fetch, parser, now }: RequestContext) => {
  const deadline = now().getTime() + searchMs;
  const tried: string[] = [];
  let hasSilentHost = false;

  const load = async (
    url: string,
    limits: Pick<OutboundRequest, 'timeoutMs' | 'retries'>,
  ): Promise<OutboundResponse> => {
    tried.push(url);
    const response = await fetch({ url, headers: { accept: acceptFeed }, ...limits });
    if (response.status < 200 || response.status > 299) throw new HttpStatusError(response.status);
    return response;
  };

  /** Reads the feed that came from this address. Throws ParseError. */
  const read = async ({ address, response }: Page): Promise<FoundFeed> => ({
    ...(movedAddress(response) ?? address),
    response,
    parsed: await parser.parseFeed(response.body, response.headers['content-type'] ?? null),
    source: null,
  });

  /**
   * Returns the feed at a guessed address, or null; `isSilent` is true if the host did not answer or the time is up.
   */
  const guess = async (url: string): Promise<{ found: FoundFeed | null; isSilent: boolean }> => {
    const timeoutMs = Math.min(guessTimeoutMs, deadline - now().getTime());
    if (timeoutMs < leastTimeoutMs) return { found: null, isSilent: true };
    try {
      const address = feedAddress(url);
      return {
        found: await read({ address, response: await load(address.url, { timeoutMs }) }),
        isSilent: false,
      };
    } catch (error) {
      if (!isExpected(error)) throw error;
      hasSilentHost ||= error instanceof OutboundError;
      return { found: null, isSilent: error instanceof OutboundError };
    }
  };

  /** Loads the address that a reader typed; one without a scheme by http, if its host is silent on https. */
  const loadTyped = async (address: FeedAddress, hasScheme: boolean): Promise<Page> => {
    if (hasScheme) return { address, response: await load(address.url, { retries: typedRetries }) };
    try {
      return { address, response: await load(address.url, { timeoutMs: guessTimeoutMs }) };
    } catch (error) {
      if (!isSilence(error)) throw error;
      const plain = feedAddress(address.url.replace(/^https:/, 'http:'));
      return { address: plain, response: await load(plain.url, { retries: typedRetries }) };
    }
  };

  const within = withinSearch(fetch, tried, () => (hasSilentHost ? 0 : deadline - now().getTime()));

  return { tried, read, guess, loadTyped, within };
};

export type Requests = ReturnType<typeof createRequests>;

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

/**
 * Returns the changes that a response's redirects make to a feed; null if there are none. A private feed stays at the address for
 * which its reader gave the sign-in.
 */
export const afterRedirects = (
  feed: Pick<Feed, 'url' | 'is_private' | 'moved_to' | 'moved_times'>,
  response: Pick<OutboundResponse, 'redirects'>,
): Move | null => {
  if (feed.is_private) return null;
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
