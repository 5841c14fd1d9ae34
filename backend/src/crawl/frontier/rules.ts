import { type CrawlSettings, leftOutReason, type LeftOutReason } from '../../contract/index.ts';
import type { CrawlRecord } from '../../model/crawl/crawl.ts';
import { pageAddress, type PageAddress } from './admit.ts';
import { hostShare, isTrap, mostVariants } from './traps.ts';

const withoutWww = (hostname: string): string => hostname.replace(/^www\./, '');

/** Returns the test of whether an address is on the sites of a crawl; `www.` makes no difference. */
export const scopeTest = ({ seeds, scope }: Pick<CrawlSettings, 'seeds' | 'scope'>) => {
  const sites = seeds.flatMap((seed) => {
    const url = URL.parse(seed);
    return url === null ? [] : [{ name: withoutWww(url.hostname), port: url.port }];
  });
  const exact = new Set(sites.map(({ name, port }) => `${name}:${port}`));
  return (address: string): boolean => {
    const url = URL.parse(address);
    if (url === null) return false;
    const name = withoutWww(url.hostname);
    if (exact.has(`${name}:${url.port}`)) return true;
    return (
      scope === 'subdomains' && sites.some((site) => site.port === url.port && name.endsWith(`.${site.name}`))
    );
  };
};

/** Checks whether an address matches a pattern. */
type Match = (url: string) => boolean;

/**
 * Checks a text against the literal parts of a glob, between which any run of characters may stand. Each part is looked
 * for once, behind the one before, so the time grows with the length of the text and not with what the pattern could
 * try: the leftmost place of a part leaves the most room for the rest.
 */
const matchesParts = (parts: readonly string[], text: string): boolean => {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
};

/** Returns the part of an address with which a pattern is compared. */
const comparedPart = (pattern: string): ((url: string) => string) => {
  if (pattern.includes('://')) return (url) => url;
  const withoutScheme = (url: string) => url.slice(url.indexOf('://') + 3);
  if (!pattern.startsWith('/')) return withoutScheme;
  return (url) => withoutScheme(url).replace(/^[^/?]*/, '');
};

/**
 * Returns the test for a glob, in which `*` stands for any run of characters and everything else for itself. It is
 * compared with the path and query of an address if it begins with a slash, with the whole address if it has `://`, and
 * otherwise with the address without its scheme. No regular expression is made of it.
 */
const globMatch = (pattern: string): Match => {
  const parts = pattern.split(/\*+/);
  const part = comparedPart(pattern);
  return (url) => matchesParts(parts, part(url));
};

/** Returns the test of whether a crawl may ask an address: one pattern of `include`, if there are any, and none of `exclude`. */
export const patternTest = ({
  include,
  exclude,
}: {
  include: readonly string[];
  exclude: readonly string[];
}): { isIncluded: Match; isExcluded: Match } => {
  const included = include.map(globMatch);
  const excluded = exclude.map(globMatch);
  return {
    isIncluded: (url) => included.length === 0 || included.some((matches) => matches(url)),
    isExcluded: (url) => excluded.some((matches) => matches(url)),
  };
};

/** Numbers of links that are not followed, by reason. */
export type LeftOut = Partial<Record<LeftOutReason, number>>;

/** A crawl with the rules for its addresses, made once for each process. */
export type RunningCrawl = {
  crawl: CrawlRecord;
  /** Returns the addresses of these texts that the crawl may ask, each once, and counts the others. */
  judge: (texts: readonly string[]) => { addresses: PageAddress[]; left: LeftOut };
  isInScope: (url: string) => boolean;
  hostShare: number;
  mostVariants: number;
};

/** Adds numbers of links that are not followed. */
export const addLeft = (...counts: readonly LeftOut[]): LeftOut => {
  const sum: LeftOut = {};
  for (const count of counts)
    for (const reason of leftOutReason.options) {
      const number = (sum[reason] ?? 0) + (count[reason] ?? 0);
      if (number > 0) sum[reason] = number;
    }
  return sum;
};

export const runningCrawl = (crawl: CrawlRecord): RunningCrawl => {
  const { settings } = crawl;
  const isInScope = scopeTest(settings);
  const { isIncluded, isExcluded } = patternTest(settings);
  const refusalOf = (url: string): LeftOutReason | null => {
    if (!isInScope(url)) return 'scope';
    if (isExcluded(url) || !isIncluded(url)) return 'pattern';
    return isTrap(url) ? 'trap' : null;
  };
  const seedHosts = new Set(settings.seeds.flatMap((seed) => URL.parse(seed)?.host ?? []));
  return {
    crawl,
    isInScope,
    hostShare: hostShare(settings.limit, seedHosts.size),
    mostVariants: mostVariants(settings.limit),
    judge: (texts) => {
      const addresses = new Map<string, PageAddress>();
      const left: LeftOut = {};
      for (const text of texts) {
        const address = pageAddress(text);
        if (address === null || addresses.has(address.page_id)) continue;
        const refusal = refusalOf(address.url);
        if (refusal === null) addresses.set(address.page_id, address);
        else left[refusal] = (left[refusal] ?? 0) + 1;
      }
      return { addresses: [...addresses.values()], left };
    },
  };
};
