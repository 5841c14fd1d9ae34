import type { CrawlStore } from '../model/crawl/crawl.ts';
import { isOver } from '../model/job/job.ts';
import type { JobStore } from '../model/job/job-store.ts';
import { runningCrawl, type RunningCrawl } from './frontier/rules.ts';

/**
 * Time in milliseconds for which a worker holds a page. It is far longer than a function runs; a page whose worker died
 * is asked again after it.
 */
export const LEASE_MS = 5 * 60_000;

/** The most attempts of a page after the first. */
export const MOST_RETRIES = 3;

export const afterMs = (at: Date, ms: number): string => new Date(at.getTime() + ms).toISOString();

/** The most crawls whose rules a process keeps. */
const KEPT = 20;

/** Returns a crawl that runs, with its rules; null if it is over. */
export type LoadRunning = (userId: string, crawlId: string) => Promise<RunningCrawl | null>;

/** Creates the function that loads crawls. Settings never change, so they are read once; the job is read each time. */
export const createLoadRunning = ({
  crawls,
  jobs,
}: {
  crawls: Pick<CrawlStore, 'get'>;
  jobs: Pick<JobStore, 'get'>;
}): LoadRunning => {
  const kept = new Map<string, RunningCrawl>();
  const load = async (userId: string, crawlId: string): Promise<RunningCrawl | null> => {
    const known = kept.get(crawlId);
    if (known !== undefined) return known;
    const crawl = await crawls.get(userId, crawlId);
    if (crawl === null) return null;
    if (kept.size >= KEPT) kept.clear();
    const running = runningCrawl(crawl);
    kept.set(crawlId, running);
    return running;
  };
  return async (userId, crawlId) => {
    const [job, running] = await Promise.all([jobs.get(userId, crawlId), load(userId, crawlId)]);
    if (job === null || isOver(job) || running?.crawl.user_id !== userId) return null;
    return running;
  };
};

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
