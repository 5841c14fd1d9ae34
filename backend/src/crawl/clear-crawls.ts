import type { CrawlStore } from '../model/crawl/crawl.ts';

/** Deletes up to `most` items of a reader's crawls. Returns how many there were; 0 when nothing is left. */
export type ClearCrawls = (userId: string, most: number) => Promise<number>;

/** Creates the function that deletes the crawls of a reader who leaves. A crawl goes last, so that it can be cut off. */
export const createClearCrawls =
  ({ crawls }: { crawls: Pick<CrawlStore, 'list' | 'clear' | 'remove'> }): ClearCrawls =>
  async (userId, most) => {
    const [crawl] = await crawls.list(userId, { limit: 1 });
    if (crawl === undefined) return 0;
    const cleared = await crawls.clear(crawl.crawl_id, most);
    if (cleared === 0) await crawls.remove(userId, crawl.crawl_id);
    return Math.max(cleared, 1);
  };
