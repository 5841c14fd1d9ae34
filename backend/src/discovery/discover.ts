import type { FeedCandidate } from '../contract/index.ts';
import type { Context } from '../model/context.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { feedAddress, namesScheme, requestAddress } from '../model/feed/feed-url.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import { knownSiteFeeds, profileFeeds } from '../parser/pages/known-sites.ts';
import { partsOfChannel } from '../parser/pages/youtube.ts';
import { inOrderOfPreference, type PageLinks } from '../parser/pages/page-links.ts';
import { listAt, findListings, type ListingContext } from './find-listings.ts';
import { withPreviews } from './preview-feeds.ts';
import { createRequests, type FoundFeed, type Page, type Requests } from './requests.ts';
import { feedNotFound } from './errors.ts';

/** Paths at which common publishing systems put their feed, the most common first. */
const rootPaths: readonly string[] = [
  '/feed',
  '/rss',
  '/feed.xml',
  '/atom.xml',
  '/index.xml',
  '/rss.xml',
  '/feed.json',
  '/feeds/posts/default',
  '/?feed=rss2',
];

/**
 * File names tried first, in the folder of a page that is not the front page: it may be a blog within a larger site.
 */
const folderPaths: readonly string[] = ['feed', 'feed.xml', 'index.xml', 'atom.xml', 'rss.xml'];

/** Returns addresses that may hold the feed of a page that names none. */
const wellKnownFeeds = (pageUrl: string): string[] => {
  const url = URL.parse(pageUrl);
  if (url === null) return [];
  const folder = /\.\w+$/.test(url.pathname)
    ? url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)
    : `${url.pathname.replace(/\/$/, '')}/`;
  return [
    ...(folder === '/' ? [] : folderPaths.map((path) => `${url.origin}${folder}${path}`)),
    ...rootPaths.map((path) => `${url.origin}${path}`),
  ];
};

export type Discovery = {
  /**
   * Null if the page names feeds, but none of those tried could be read; or if there is no feed, but lists to choose
   * from.
   */
  found: FoundFeed | null;
  /** The feeds from which the reader may choose, in the order of the page. */
  candidates: FeedCandidate[];
  /** Every address requested, in order. */
  tried: string[];
};

/** The context for finding the feeds of a site. A reader waits for it, so `fetch` books the turns of hosts. */
export type DiscoverContext = ListingContext &
  Pick<Context, 'now'> & { parser: Pick<DocumentParser, 'pageFeeds'> };

/** Number of feeds tried of those that a page names. */
const maxNamedTried = 3;

/**
 * Finds the feed for the text that a reader pasted:
 *
 * 1. Normalise the address; from here on it is passed as it is.
 * 2. On a known site, try the feed that the address of the page gives; for a podcast at Apple, the one that its directory has.
 * 3. Load the address; if it is a feed, that is the one.
 * 4. Try the feeds that the page names, the one preferred by host and format first.
 * 5. If it names none, try addresses at which feeds are often found.
 *    Beside the feed of a YouTube channel, offer those of its parts.
 * 6. If there is no feed, offer the lists of headlines of the page, and the site's sitemap.
 *
 * An address that names a list of a page, as those offered do, leads to that list.
 *
 * The result includes the response and the parsed feed, so that the caller does not fetch it again. Throws FeedUrlError
 * (the text is not an address), OutboundError or HttpStatusError (the address itself did not answer), ParseError (the
 * feed or page is broken or too complex to read), FEED_NOT_FOUND, and RobotsDisallowedError for a list.
 */
export const discover = async (
  ctx: DiscoverContext,
  text: string,
  /** With previews, the candidates have their latest items, for which more of them are requested. */
  { hasPreviews } = { hasPreviews: false },
): Promise<Discovery> => {
  const requests = createRequests(ctx);
  const discovery = await search(ctx, requests, text);
  if (!hasPreviews) return discovery;
  const { candidates, found } = discovery;
  return { ...discovery, candidates: await withPreviews(requests, candidates, found) };
};

const search = async (ctx: DiscoverContext, requests: Requests, text: string): Promise<Discovery> => {
  const { tried } = requests;
  const asked = feedAddress(text);

  const list = await listAt(ctx, asked);
  if (list !== null) return { ...only(list), tried: [requestAddress(asked.url)] };

  const podcast = ofApple.test(asked.url) ? await podcastOf(requests, asked.url) : [];
  const known = await firstOf(requests, [...knownSiteFeeds(asked.url), ...podcast]);
  if (known !== null) return { ...withParts(only(known), asked.url), tried };

  const page = await requests.loadTyped(asked, namesScheme(text));
  const own = await feedAt(requests, page);
  if (own !== null) return { ...only(own), tried };

  const links = await linksOf(ctx, page);
  const named = links.named.filter((one) => !tried.includes(one.url));
  const offered = named.length > 0 ? await firstNamed(requests, named, page.response.url) : null;
  if (offered !== null && offered.found !== null) return { ...withParts(offered, asked.url), tried };

  const { url } = page.response;
  const guesses = [...links.embedded, ...profileFeeds(url), ...wellKnownFeeds(url)];
  const guessed = offered === null ? await firstAnswering(requests, guesses) : null;
  if (guessed !== null) return { ...withParts(only(guessed), asked.url), tried };

  const { candidates, none } = await findListings(ctx, requests, page);
  const all = [...(offered?.candidates ?? []), ...candidates];
  if (all.length === 0) throw feedNotFound(tried, { none });
  return { found: null, candidates: all, tried };
};

const candidateOf = ({ url, parsed }: FoundFeed): FeedCandidate => ({
  url,
  title: parsed.title,
  format: parsed.format,
});

const only = (found: FoundFeed): Omit<Discovery, 'tried'> => ({ found, candidates: [candidateOf(found)] });

const ofApple = /^https?:\/\/(?:podcasts|itunes)\.apple\.com\//;

/** Few readers type such an address, so the code for it is loaded with the first. */
const podcastOf = async (requests: Requests, address: string): Promise<string[]> =>
  (await import('./find-podcast.ts')).findPodcast(requests, address);

/** Adds the feeds of the parts of a YouTube channel to the candidates. `asked` is the reader's address. */
const withParts = <T extends Omit<Discovery, 'tried'>>(discovery: T, asked: string): T => {
  const { found, candidates } = discovery;
  const parts = found === null ? [] : partsOfChannel(found.url, asked);
  const { title = null, format = null } = found?.parsed ?? {};
  return { ...discovery, candidates: [...candidates, ...parts.map((part) => ({ ...part, title, format }))] };
};

const firstOf = async ({ guess }: Requests, urls: string[]): Promise<FoundFeed | null> => {
  for (const url of urls) {
    const { found } = await guess(url);
    if (found !== null) return found;
  }
  return null;
};

/** Returns the feed at the address itself; null if something else is there. */
const feedAt = async ({ read }: Requests, page: Page): Promise<FoundFeed | null> => {
  try {
    return await read(page);
  } catch (error) {
    if (!(error instanceof ParseError) || error.fault !== 'not_a_feed') throw error;
    return null;
  }
};

const linksOf = ({ parser }: DiscoverContext, { response }: Page): Promise<PageLinks> =>
  parser.pageFeeds({
    bytes: response.body,
    contentType: response.headers['content-type'] ?? null,
    url: response.url,
  });

/**
 * Returns the preferred feed that can be read of those that a page names, and all of them as candidates in the page's
 * order.
 */
const firstNamed = async (
  { guess }: Requests,
  named: FeedCandidate[],
  pageUrl: string,
): Promise<Omit<Discovery, 'tried'>> => {
  for (const candidate of inOrderOfPreference(named, pageUrl).slice(0, maxNamedTried)) {
    const { found } = await guess(candidate.url);
    if (found === null) continue;
    const own = candidateOf(found);
    return {
      found,
      candidates: named.map((one) => (one === candidate ? { ...own, title: one.title ?? own.title } : one)),
    };
  }
  return { found: null, candidates: named };
};

/** Returns the feed at the first guessed address that has one. */
const firstAnswering = async ({ guess, tried }: Requests, urls: string[]): Promise<FoundFeed | null> => {
  for (const url of urls) {
    if (tried.includes(url)) continue;
    const { found, isSilent } = await guess(url);
    // A host that stops answering will not answer the next guess either.
    if (isSilent) return null;
    if (found !== null) return found;
  }
  return null;
};
