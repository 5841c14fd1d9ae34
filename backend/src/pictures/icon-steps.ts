import type { Icon } from '../model/feed/icon.ts';
import { createHash } from 'node:crypto';
import { OutboundError } from '../web/guard/guarded-fetch.ts';
import type { GuardedFetch, OutboundResponse } from '../web/guard/guarded-fetch.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { ReadIconLinks } from '../parser/pages/icon-links.ts';
import type { IconSearch, IconStep } from '../queues/messages.ts';
import { harmlessImage } from './icon-image.ts';

const maxIconBytes = 100 * 1024;
const maxPageBytes = 2 * 1024 * 1024;
/** Limits on the icon links tried per page, and on all requests of one search, including the request for the page. */
const maxLinksTried = 3;
const maxRequests = 6;
/** Error codes after which the search sends no further request to that host. */
const silences: readonly string[] = ['unresolved', 'unreachable', 'timed_out', 'tls_failed'];

const shortHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

const webOrNull = (url: string | null): URL | null => {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed : null;
};

const faviconOf = (site: string | URL): IconStep => ({
  kind: 'favicon',
  url: new URL('/favicon.ico', site).href,
});

export type IconSource = Pick<ParsedFeed, 'format' | 'icon_url' | 'site_url'> & { feed_url: string };

/**
 * Returns the search for a feed's icon: first the one that the feed names, then the links of its site's page, then the
 * site's `/favicon.ico`. The specification of RSS defines its image as a banner (88 by 31 pixels), so that image comes
 * last.
 */
export const iconSearch = ({ format, icon_url, site_url, feed_url }: IconSource): IconSearch => {
  const own = webOrNull(icon_url)?.href;
  const named: IconStep[] = own === undefined ? [] : [{ kind: 'image', url: own }];
  const site = webOrNull(site_url) ?? webOrNull(new URL(feed_url).origin);
  const ofSite: IconStep[] = site === null ? [] : [{ kind: 'page', url: site.href }, faviconOf(site)];
  const isBanner = format === 'rss' || format === 'rdf';
  return { steps: isBanner ? [...ofSite, ...named] : [...named, ...ofSite], tried: [] };
};

/** Returns the next step of a search; null if it is over. A search makes at most 6 requests, and none twice. */
export const nextStep = ({ steps, tried }: IconSearch): IconStep | null =>
  tried.length >= maxRequests ? null : (steps.find(({ url }) => !tried.includes(url)) ?? null);

/** The outcome of a step: an icon, or the rest of the search. `isLate`: the request ran out of time. */
type Stepped = { icon: Icon | null; search: IconSearch; isLate: boolean };

export type TakeIconStep = (search: IconSearch, step: IconStep, timeoutMs: number) => Promise<Stepped>;

const isGood = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

const iconIn = (response: OutboundResponse): Icon | null => {
  const harmless = isGood(response) ? harmlessImage(response.body) : null;
  return harmless === null ? null : { ...harmless, hash: shortHash(harmless.bytes) };
};

/** Creates the function that makes one request of a search. Throws only for failures of this system. */
export const createTakeIconStep =
  ({ fetch, iconLinks }: { fetch: GuardedFetch; iconLinks: ReadIconLinks }): TakeIconStep =>
  async (search, step, timeoutMs) => {
    const tried = [...search.tried, step.url];
    const rest = search.steps.filter(({ url }) => !tried.includes(url));
    const [accept, maxBytes] =
      step.kind === 'page' ? ['text/html,*/*;q=0.1', maxPageBytes] : ['image/*', maxIconBytes];
    let response: OutboundResponse;
    try {
      response = await fetch({ url: step.url, headers: { accept }, maxBytes, timeoutMs });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { host } = new URL(step.url);
      const steps = silences.includes(error.fault)
        ? rest.filter(({ url }) => new URL(url).host !== host)
        : rest;
      return { icon: null, search: { steps, tried }, isLate: error.fault === 'timed_out' };
    }
    if (step.kind !== 'page')
      return { icon: iconIn(response), search: { steps: rest, tried }, isLate: false };
    const links = isGood(response)
      ? (await iconLinks(response.body, response.url)).slice(0, maxLinksTried)
      : [];
    const steps: IconStep[] = [
      ...links.map((url): IconStep => ({ kind: 'image', url })),
      ...rest.map((each) => (each.kind === 'favicon' ? faviconOf(response.url) : each)),
    ];
    return { icon: null, search: { steps, tried }, isLate: false };
  };
