import { askPageOf, crawlJobOf } from '../../app/crawl.ts';
import type { Base } from '../../app/context.ts';
import { newCrawl } from '../../crawl/start-crawl.ts';
import { recount } from '../../crawl/schedule/crawl-slice.ts';
import { newJob } from '../../jobs/start-job.ts';
import type { Step } from '../../jobs/job-definition.ts';
import type { CrawlPlan, CrawlRecord } from '../../model/crawl/crawl.ts';
import type { JobMessage } from '../../queues/messages.ts';
import { createCrawlDriver, type Waiting } from './drive-crawl.ts';

export type CrawlHereDeps = {
  base: Base;
  waiting: Waiting;
  web: Parameters<typeof askPageOf>[1];
  /** Called after each slice. */
  onProgress?: (progress: { done: number; total: number }) => void;
  isStopping?: () => boolean;
};

/** The one reader of a crawl on the command line. */
const USER = 'local';

/** Writes the crawl, unless it was begun before: then pages that were in work go back to the queue. */
const begin = async ({ base }: CrawlHereDeps, crawlId: string, plan: CrawlPlan): Promise<CrawlRecord> => {
  const known = await base.crawls.get(USER, crawlId);
  if (known !== null) {
    // Their workers were in a process that has ended.
    for (const page of await base.crawlPages.processing(crawlId))
      await base.crawlPages.putBack(page, { due_at: page.due_at, error: null });
    await recount(base, known);
    return known;
  }
  const crawl = newCrawl(USER, crawlId, plan, base.now());
  await base.crawls.create(crawl);
  await base.jobs.record(newJob(USER, crawlId, 'crawl', base.now()));
  return crawl;
};

/**
 * Runs a crawl in this process, with the job and the workers of the application and two queues of its own. Returns true once
 * it is over, and false if it was stopped; the same call goes on with it.
 */
export const crawlHere = async (deps: CrawlHereDeps, crawlId: string, plan: CrawlPlan): Promise<boolean> => {
  const { base, waiting, web, onProgress, isStopping = () => false } = deps;
  await begin(deps, crawlId, plan);
  const driver = createCrawlDriver(waiting);
  const definition = crawlJobOf({ ...base, sendPages: driver.sendPages }, Infinity);
  let isOver = false;
  const runSlice = async (message: JobMessage): Promise<void> => {
    const job = await base.jobs.get(USER, crawlId);
    if (job === null) return;
    const step: Step = await definition.run(job, message);
    if (step.state === 'done') {
      isOver = true;
      await base.jobs.update(USER, crawlId, { state: 'done', done: step.done, result: step.result });
    } else if (step.state === 'more') {
      onProgress?.({ done: step.done, total: step.total ?? step.done });
      await driver.sendJob([{ ...message, cursor: step.cursor }], step.delay_seconds);
    }
  };
  await driver.sendJob([{ user_id: USER, job_id: crawlId, kind: 'crawl' }]);
  await driver.drive({ askPage: askPageOf(base, web), runSlice }, isStopping);
  return isOver;
};
