import type { Context } from '../model/context.ts';
import type { Icon, Feed } from '../model/feed/feed.ts';
import { createHash } from 'node:crypto';
import { OutboundError, type OutboundResponse } from '../web/guard/guarded-fetch.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { IconSearch, IconStep } from '../queues/messages.ts';
import { harmlessImage } from './icon-svg.ts';

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

type IconSource = Pick<ParsedFeed, 'format' | 'icon_url' | 'site_url'> & { feed_url: string };

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

export type IconContext = Pick<Context, 'fetch' | 'parser'>;

const isGood = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

const iconIn = (response: OutboundResponse): Icon | null => {
  const harmless = isGood(response) ? harmlessImage(response.body) : null;
  return harmless === null ? null : { ...harmless, hash: shortHash(harmless.bytes) };
};

/** Makes one request of a search. Throws only for failures of this system. */
export const takeIconStep = async (
  { fetch, parser }: IconContext,
  search: IconSearch,
  step: IconStep,
  timeoutMs: number,
): Promise<Stepped> => {
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
  if (step.kind !== 'page') return { icon: iconIn(response), search: { steps: rest, tried }, isLate: false };
  const links = isGood(response)
    ? (await parser.iconLinks(response.body, response.url)).slice(0, maxLinksTried)
    : [];
  const steps: IconStep[] = [
    ...links.map((url): IconStep => ({ kind: 'image', url })),
    ...rest.map((each) => (each.kind === 'favicon' ? faviconOf(response.url) : each)),
  ];
  return { icon: null, search: { steps, tried }, isLate: false };
};

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

/**
 * Searches for a feed's icon within 3 seconds. Returns null if none was found; `isLate` is true if the search ran out of
 * time. Does not throw for failures of the network or of a site.
 */
export const findIcon = async (
  ctx: IconContext,
  source: IconSource,
  monotonicNow = () => performance.now(),
): Promise<{ icon: Icon | null; isLate: boolean }> => {
  const deadline = monotonicNow() + searchMs;
  let search = iconSearch(source);
  for (let step = nextStep(search); step !== null; step = nextStep(search)) {
    const timeoutMs = deadline - monotonicNow();
    if (timeoutMs < leastMs) return { icon: null, isLate: true };
    const { icon, isLate, search: rest } = await takeIconStep(ctx, search, step, timeoutMs);
    if (icon !== null || isLate) return { icon, isLate };
    search = rest;
  }
  return { icon: null, isLate: false };
};

/** The fields of a feed that describe its icon. */
type IconFacts = Pick<Feed, 'icon_hash' | 'icon_checked_day'>;

/** Returns the icon fields to store with the feed; empty if no search was made. Never throws. */
export type RenewIcon = (
  feed: Pick<Feed, 'feed_id' | 'url'> & IconFacts,
  parsed: Pick<ParsedFeed, 'format' | 'icon_url' | 'site_url'>,
) => Promise<Partial<IconFacts>>;

/** Returns the day since 1970 of a time, which is stored with the feed as that of its last search. */
export const checkedDay = (now: Date): number => Math.floor(now.getTime() / dayMs);

/** Returns the day to store after a search that ran out of time, so that the next one is made a day later. */
export const lateCheckedDay = (now: Date): number => checkedDay(now) - daysSaved;

/** True if the last search for the feed's icon is less than 7 days old. */
export const isIconFresh = ({ icon_checked_day }: IconFacts, now: Date): boolean =>
  icon_checked_day !== null && checkedDay(now) - icon_checked_day < daysKept;

/** Limits the searches of a process: few at once, and none for a minute after one that ran out of time. */
export const createIconGate = (now: () => Date) => {
  let running = 0;
  let restsUntil = 0;
  return {
    /** Returns false if no search may start now; otherwise `leave` must follow. */
    enter: (): boolean => {
      if (running >= maxAtOnce || now().getTime() < restsUntil) return false;
      running += 1;
      return true;
    },
    leave: (): void => void (running -= 1),
    /** Notes that a search ran out of time. */
    rest: (): void => void (restsUntil = now().getTime() + restMs),
  };
};

export type IconGate = ReturnType<typeof createIconGate>;

/**
 * Renews a feed's icon when its last search is 7 days old. A new icon is stored before the feed refers to it; if no
 * icon is found any more, the old one stays. A failure is only logged, because a missing icon must not stop the fetch
 * of a feed.
 */
export const createRenewIcon = (ctx: IconContext & Pick<Context, 'icons' | 'now' | 'log'>): RenewIcon => {
  const { icons, now, log } = ctx;
  const gate = createIconGate(now);
  return async (feed, parsed) => {
    // A search that may not start now is tried again with the feed's next document.
    if (isIconFresh(feed, now()) || !gate.enter()) return {};
    try {
      const started = now();
      const { icon, isLate } = await findIcon(ctx, { ...parsed, feed_url: feed.url });
      if (isLate) gate.rest();
      if (icon === null) return { icon_checked_day: isLate ? lateCheckedDay(started) : checkedDay(started) };
      if (icon.hash !== feed.icon_hash) await icons.put(feed.feed_id, icon);
      return { icon_hash: icon.hash, icon_checked_day: checkedDay(started) };
    } catch (error) {
      log.warn('icon failed', { feed_id: feed.feed_id, error });
      return {};
    } finally {
      gate.leave();
    }
  };
};
