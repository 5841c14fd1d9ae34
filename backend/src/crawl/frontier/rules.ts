import type { CrawlRecord } from '../../model/crawl/crawl.ts';
import { leftOutReason, type LeftOutReason } from '../../contract/index.ts';
import { patternTest } from './glob.ts';
import { pageAddress, type PageAddress } from './page-address.ts';
import { scopeTest } from './scope.ts';
import { hostShare, isTrap, mostVariants } from './traps.ts';

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
