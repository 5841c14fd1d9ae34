import type { CrawlStore } from '../model/crawl/crawl.ts';
import { isOver } from '../model/job/job.ts';
import type { JobStore } from '../model/job/job-store.ts';
import { runningCrawl, type RunningCrawl } from './frontier/rules.ts';

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
