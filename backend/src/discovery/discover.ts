import type { FeedCandidate } from '../contract/index.ts';
import { permanentAddress } from './permanent-move.ts';
import { OutboundError } from '../outbound/guard/guarded-fetch.ts';
import type { GuardedFetch, OutboundResponse } from '../outbound/guard/guarded-fetch.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import type { ParseFeed, ParsedFeed } from '../parser/fields/parsed-feed.ts';
import { namesScheme, normaliseFeedUrl } from '../model/feed/feed-url.ts';
import { knownSiteFeeds, profileFeeds } from '../parser/pages/known-sites.ts';
import type { ReadPage } from '../parser/pages/page-links.ts';
import { wellKnownFeeds } from './well-known-feeds.ts';

type FoundFeed = {
  /** The normalised address of the feed, after permanent redirects. */
  url: string;
  response: OutboundResponse;
  parsed: ParsedFeed;
};

type Discovery = {
  /** Null if the page names feeds, but none of those tried could be read. */
  found: FoundFeed | null;
  /** The feeds from which the reader may choose, the best first. */
  candidates: FeedCandidate[];
  /** Every address requested, in order. */
  tried: string[];
};

export type Discover = (text: string) => Promise<Discovery>;

export type DiscoverDeps = { fetch: GuardedFetch; parse: ParseFeed; readPage: ReadPage; now?: () => Date };

/** The address is not a feed and leads to none. */
export class FeedNotFoundError extends Error {
  override readonly name = 'FeedNotFoundError';
  readonly tried: string[];

  constructor(tried: string[]) {
    super('There is no feed at this address, and the page names none.');
    this.tried = tried;
  }
}

/** The server responded with a status outside 200 to 299. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  readonly url: string;

  constructor(status: number, url: string) {
    super(`The server answered with HTTP ${status} instead of a page or a feed.`);
    this.status = status;
    this.url = url;
  }
}

/** Time after which no further address is requested, because the reader is waiting for the response. */
const searchMs = 20_000;
/** Timeout of a request to a guessed address: one typed without a scheme, or a well-known path. */
const guessTimeoutMs = 5_000;
/** Least remaining time for which a guessed address is still requested. */
const leastTimeoutMs = 500;
/** Number of feeds tried of those that a page names. */
const maxNamedTried = 3;

const accept =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.8, */*;q=0.5';

const isExpected = (error: unknown): boolean =>
  error instanceof OutboundError || error instanceof HttpStatusError || error instanceof ParseError;

const candidateOf = ({ url, parsed }: FoundFeed): FeedCandidate => ({
  url,
  title: parsed.title,
  format: parsed.format,
});

/**
 * Finds the feed for the text that a reader pasted: the feed itself, the feed of a known site, a feed that the page
 * names, or, if it names none, a feed at a well-known path. The result includes the response and the parsed feed, so
 * that the caller does not fetch it again. Throws FeedUrlError (the text is not an address), OutboundError or
 * HttpStatusError (the address itself did not answer), ParseError (the feed or page is broken or too complex to read)
 * and FeedNotFoundError.
 */
export const createDiscover = ({
  fetch,
  parse,
  readPage,
  now = () => new Date(),
}: DiscoverDeps): Discover => {
  const search = async (text: string, tried: string[]): Promise<Omit<Discovery, 'tried'>> => {
    const deadline = now().getTime() + searchMs;
    const load = async (url: string, timeoutMs?: number): Promise<OutboundResponse> => {
      tried.push(url);
      const response = await fetch({
        url,
        headers: { accept },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if (response.status < 200 || response.status > 299) throw new HttpStatusError(response.status, url);
      return response;
    };

    const read = async (url: string, response: OutboundResponse): Promise<FoundFeed> => ({
      url: permanentAddress(response) ?? url,
      response,
      parsed: await parse(response.body, response.headers['content-type'] ?? null),
    });

    /**
     * Returns the feed at a guessed address, or null; `isSilent` is true if the host did not answer or the time is up.
     */
    const guess = async (url: string): Promise<{ found: FoundFeed | null; isSilent: boolean }> => {
      const timeoutMs = Math.min(guessTimeoutMs, deadline - now().getTime());
      if (timeoutMs < leastTimeoutMs) return { found: null, isSilent: true };
      try {
        return { found: await read(url, await load(url, timeoutMs)), isSilent: false };
      } catch (error) {
        if (!isExpected(error)) throw error;
        return { found: null, isSilent: error instanceof OutboundError };
      }
    };

    const loadPage = async (url: string): Promise<{ url: string; page: OutboundResponse }> => {
      if (namesScheme(text)) return { url, page: await load(url) };
      try {
        return { url, page: await load(url, guessTimeoutMs) };
      } catch (error) {
        const isSilent =
          error instanceof OutboundError && ['unreachable', 'timed_out', 'tls_failed'].includes(error.code);
        if (!isSilent) throw error;
        const plain = url.replace(/^https:/, 'http:');
        return { url: plain, page: await load(plain) };
      }
    };

    const asked = normaliseFeedUrl(text);
    for (const url of knownSiteFeeds(asked)) {
      const { found } = await guess(url);
      if (found !== null) return { found, candidates: [candidateOf(found)] };
    }

    const { url, page } = await loadPage(asked);
    try {
      const found = await read(url, page);
      return { found, candidates: [candidateOf(found)] };
    } catch (error) {
      if (!(error instanceof ParseError) || error.code !== 'not_a_feed') throw error;
    }

    const links = await readPage({
      bytes: page.body,
      contentType: page.headers['content-type'] ?? null,
      url: page.url,
    });
    const named = links.named.filter((one) => !tried.includes(one.url));
    for (const candidate of named.slice(0, maxNamedTried)) {
      const { found } = await guess(candidate.url);
      if (found === null) continue;
      const own = candidateOf(found);
      return {
        found,
        candidates: named.map((one) => (one === candidate ? { ...own, title: one.title ?? own.title } : one)),
      };
    }
    if (named.length > 0) return { found: null, candidates: named };

    for (const guessed of [...links.embedded, ...profileFeeds(page.url), ...wellKnownFeeds(page.url)]) {
      if (tried.includes(guessed)) continue;
      const { found, isSilent } = await guess(guessed);
      // A host that stops answering will not answer the next guess either.
      if (isSilent) break;
      if (found !== null) return { found, candidates: [candidateOf(found)] };
    }
    throw new FeedNotFoundError(tried);
  };

  return async (text) => {
    const tried: string[] = [];
    return { ...(await search(text, tried)), tried };
  };
};
