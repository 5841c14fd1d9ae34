import { createHash } from 'node:crypto';
import type { Log } from '../logging/log.ts';
import type { ImageType } from '../contract/index.ts';
import { OutboundError } from '../outbound/guard/guarded-fetch.ts';
import type { GuardedFetch, OutboundResponse } from '../outbound/guard/guarded-fetch.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { Feed } from '../model/feed/feed.ts';
import { harmlessImage } from './icon-image.ts';
import type { ReadIconLinks } from '../parser/pages/icon-links.ts';

export type Icon = {
  bytes: Uint8Array;
  content_type: ImageType;
  /** First 8 hex digits of SHA-256 over the bytes. */
  hash: string;
};

export type IconStore = {
  get: (feedId: string) => Promise<Icon | null>;
  /** Stores the icon and replaces an earlier one. */
  put: (feedId: string, icon: Icon) => Promise<void>;
};

const maxIconBytes = 100 * 1024;
const maxPageBytes = 2 * 1024 * 1024;
/** Limits on the icon links tried per page, and on all requests of one search, including the request for the page. */
const maxLinksTried = 3;
const maxRequests = 6;
/** Time limit of the whole search. */
const searchMs = 3000;
/** Least remaining time for which a request is still started. */
const leastMs = 100;
const daysKept = 7;
/** Number of days by which the next search is brought forward if this one ran out of time. */
const daysSaved = 6;
const dayMs = 86_400_000;
/**
 * A name server that does not answer blocks one of the process's four worker threads for seconds; file access and
 * compression need the same threads. Therefore only a few searches run at once, and after a search that ran out of
 * time, none starts for a while.
 */
const maxAtOnce = 2;
const restMs = 60_000;
/** Error codes after which the search sends no further request to that host. */
const silences: readonly string[] = ['unresolved', 'unreachable', 'timed_out', 'tls_failed'];

const shortHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

const webOrNull = (url: string | null): URL | null => {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed : null;
};

const isGood = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

type Source = Pick<ParsedFeed, 'format' | 'icon_url' | 'site_url'> & { feed_url: string };

/** Returns the icon, or null if none was found; `isLate` is true if the search ran out of time. */
export type FindIcon = (source: Source) => Promise<{ icon: Icon | null; isLate: boolean }>;

/**
 * Searches for a feed's icon: first the one that the feed names, then the links of its site's page, then the site's
 * `/favicon.ico`. The specification of RSS defines its image as a banner (88 by 31 pixels), so that image comes last. A
 * search makes at most 6 requests in 3 seconds and reads at most 100 KB per image. It does not throw for failures of
 * the network or of a site.
 */
export const createFindIcon =
  ({ fetch, iconLinks, monotonicNow = () => performance.now() }: FindIconDeps): FindIcon =>
  async ({ format, icon_url, site_url, feed_url }) => {
    const deadline = monotonicNow() + searchMs;
    const tried = new Set<string>();
    const silent = new Set<string>();
    let isLate = false;

    const load = async (url: string, accept: string, maxBytes: number): Promise<OutboundResponse | null> => {
      const timeoutMs = deadline - monotonicNow();
      if (timeoutMs < leastMs) isLate = true;
      const { host } = new URL(url);
      if (isLate || silent.has(host) || tried.has(url) || tried.size >= maxRequests) return null;
      tried.add(url);
      try {
        return await fetch({ url, headers: { accept }, maxBytes, timeoutMs });
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        if (silences.includes(error.code)) silent.add(host);
        if (error.code === 'timed_out') isLate = true;
        return null;
      }
    };
    const image = async (url: string): Promise<Icon | null> => {
      const response = await load(url, 'image/*', maxIconBytes);
      const harmless = response !== null && isGood(response) ? harmlessImage(response.body) : null;
      return harmless === null ? null : { ...harmless, hash: shortHash(harmless.bytes) };
    };
    const firstOf = async (urls: string[]): Promise<Icon | null> => {
      for (const url of urls) {
        const icon = await image(url);
        if (icon !== null) return icon;
      }
      return null;
    };
    const ofSite = async (site: URL): Promise<Icon | null> => {
      const page = await load(site.href, 'text/html,*/*;q=0.1', maxPageBytes);
      if (page !== null && isGood(page)) {
        const named = (await iconLinks(page.body, page.url)).slice(0, maxLinksTried);
        const icon = await firstOf(named);
        if (icon !== null) return icon;
      }
      return image(new URL('/favicon.ico', page?.url ?? site).href);
    };

    const own = webOrNull(icon_url)?.href;
    const named = own === undefined ? [] : [own];
    const isBanner = format === 'rss' || format === 'rdf';
    const site = webOrNull(site_url) ?? webOrNull(new URL(feed_url).origin);
    const icon =
      (isBanner ? null : await firstOf(named)) ??
      (site === null ? null : await ofSite(site)) ??
      (isBanner ? await firstOf(named) : null);
    return { icon, isLate };
  };

type FindIconDeps = { fetch: GuardedFetch; iconLinks: ReadIconLinks; monotonicNow?: () => number };

/** The fields of a feed that describe its icon. */
type IconFacts = Pick<Feed, 'icon_hash' | 'icon_checked_day'>;

/** Returns the icon fields to store with the feed; empty if no search was made. Never throws. */
export type RenewIcon = (
  feed: Pick<Feed, 'feed_id' | 'url'> & IconFacts,
  parsed: Pick<ParsedFeed, 'format' | 'icon_url' | 'site_url'>,
) => Promise<Partial<IconFacts>>;

export type RenewIconDeps = {
  icons: Pick<IconStore, 'put'>;
  now: () => Date;
  log: Log;
} & FindIconDeps;

/**
 * Renews a feed's icon when its last search is 7 days old. A new icon is stored before the feed refers to it; if no
 * icon is found any more, the old one stays. A failure is only logged, because a missing icon must not stop the fetch
 * of a feed.
 */
export const createRenewIcon = ({ icons, now, log, ...deps }: RenewIconDeps): RenewIcon => {
  const find = createFindIcon(deps);
  let running = 0;
  let restsUntil = 0;
  return async (feed, parsed) => {
    const time = now().getTime();
    const icon_checked_day = Math.floor(time / dayMs);
    const isFresh = feed.icon_checked_day !== null && icon_checked_day - feed.icon_checked_day < daysKept;
    // A search that may not start now is tried again with the feed's next document.
    if (isFresh || running >= maxAtOnce || time < restsUntil) return {};
    running += 1;
    try {
      const { icon, isLate } = await find({ ...parsed, feed_url: feed.url });
      if (isLate) restsUntil = time + restMs;
      if (icon === null) return { icon_checked_day: icon_checked_day - (isLate ? daysSaved : 0) };
      if (icon.hash !== feed.icon_hash) await icons.put(feed.feed_id, icon);
      return { icon_hash: icon.hash, icon_checked_day };
    } catch (error) {
      log.warn('icon failed', { feed_id: feed.feed_id, error });
      return {};
    } finally {
      running -= 1;
    }
  };
};
