import { createCrawlMemory, type CrawlMemory } from '../../crawl/running-crawls.ts';
import { crawlJob } from '../../crawl/crawl-job.ts';
import { type AskContext, askPage } from '../../crawl/work/ask-page.ts';
import type { Context } from '../../model/context.ts';
import { newCrawl } from '../../crawl/start-crawl.ts';
import { recount } from '../../crawl/crawl-slice.ts';
import { newJob } from '../../jobs/start-job.ts';
import type { Step } from '../../jobs/job-definition.ts';
import type { CrawlPlan, CrawlRecord } from '../../model/crawl/crawl.ts';
import type { JobMessage } from '../../queues/messages.ts';
import { createCrawlDriver, type Waiting } from './drive-crawl.ts';

type HereContext = Omit<AskContext, keyof CrawlMemory> & Pick<Context, 'newId'>;

type HereOptions = {
  waiting: Waiting;
  /** Called after each slice. */
  onProgress?: (progress: { done: number; total: number }) => void;
  isStopping?: () => boolean;
};

/** The one reader of a crawl on the command line. */
const USER = 'local';

/** Writes the crawl, unless it was begun before: then pages that were in work go back to the queue. */
const begin = async (ctx: HereContext, crawlId: string, plan: CrawlPlan): Promise<CrawlRecord> => {
  const known = await ctx.crawls.get(USER, crawlId);
  if (known !== null) {
    // Their workers were in a process that has ended.
    for (const page of await ctx.crawlPages.processing(crawlId))
      await ctx.crawlPages.putBack(page, { due_at: page.due_at, error: null });
    await recount(ctx, known);
    return known;
  }
  const crawl = newCrawl(USER, crawlId, plan, ctx.now());
  await ctx.crawls.create(crawl);
  await ctx.jobs.record(newJob(USER, crawlId, 'crawl', ctx.now()));
  return crawl;
};

/**
 * Runs a crawl in this process, with the job and the workers of the application and two queues of its own. Returns true once
 * it is over, and false if it was stopped; the same call goes on with it.
 */
export const crawlHere = async (
  ctx: HereContext,
  crawlId: string,
  plan: CrawlPlan,
  { waiting, onProgress, isStopping = () => false }: HereOptions,
): Promise<boolean> => {
  await begin(ctx, crawlId, plan);
  const driver = createCrawlDriver(waiting);
  const definition = crawlJob({ ...ctx, sendFetch: driver.sendFetch }, Infinity);
  let isOver = false;
  const runSlice = async (message: JobMessage): Promise<void> => {
    const job = await ctx.jobs.get(USER, crawlId);
    if (job === null) return;
    const step: Step = await definition.run(job, message);
    if (step.state === 'done') {
      isOver = true;
      await ctx.jobs.update(USER, crawlId, { state: 'done', done: step.done, result: step.result });
    } else if (step.state === 'more') {
      onProgress?.({ done: step.done, total: step.total ?? step.done });
      await driver.sendJobs([{ ...message, cursor: step.cursor }], step.delay_seconds);
    }
  };
  await driver.sendJobs([{ user_id: USER, job_id: crawlId, kind: 'crawl' }]);
  const asking = { ...ctx, ...createCrawlMemory() };
  await driver.drive({ askPage: (message) => askPage(asking, message), runSlice }, isStopping);
  return isOver;
};
