import type { Context } from '../model/context.ts';
import { isOver } from '../model/job/job.ts';
import { createKnownPages, type KnownPages } from './frontier/admit.ts';
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

/** The crawls that a process asks pages for, and the pages that it knows of each. It remembers both between messages. */
export type CrawlMemory = { knownPages: KnownPages; runningCrawls: Map<string, RunningCrawl> };

export const createCrawlMemory = (): CrawlMemory => ({
  knownPages: createKnownPages(),
  runningCrawls: new Map(),
});

export type RunningContext = Pick<Context, 'crawls' | 'jobs'> & Pick<CrawlMemory, 'runningCrawls'>;

/** Returns the rules of a crawl. Settings never change, so they are read once. */
const loadRules = async (
  { crawls, runningCrawls }: RunningContext,
  userId: string,
  crawlId: string,
): Promise<RunningCrawl | null> => {
  const known = runningCrawls.get(crawlId);
  if (known !== undefined) return known;
  const crawl = await crawls.get(userId, crawlId);
  if (crawl === null) return null;
  if (runningCrawls.size >= KEPT) runningCrawls.clear();
  const running = runningCrawl(crawl);
  runningCrawls.set(crawlId, running);
  return running;
};

/** Returns a crawl that runs, with its rules; null if it is over. */
export const loadRunning = async (
  ctx: RunningContext,
  userId: string,
  crawlId: string,
): Promise<RunningCrawl | null> => {
  const [job, running] = await Promise.all([ctx.jobs.get(userId, crawlId), loadRules(ctx, userId, crawlId)]);
  if (job === null || isOver(job) || running?.crawl.user_id !== userId) return null;
  return running;
};

/**
 * Deletes up to `most` items of the crawls of a reader who leaves. Returns how many there were; 0 when nothing is left. A
 * crawl goes last, so that it can be cut off.
 */
export const clearCrawls = async (
  { crawls }: Pick<Context, 'crawls'>,
  userId: string,
  most: number,
): Promise<number> => {
  const [crawl] = await crawls.list(userId, { limit: 1 });
  if (crawl === undefined) return 0;
  const cleared = await crawls.clear(crawl.crawl_id, most);
  if (cleared === 0) await crawls.remove(userId, crawl.crawl_id);
  return Math.max(cleared, 1);
};
