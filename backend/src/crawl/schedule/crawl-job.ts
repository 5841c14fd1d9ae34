import type { CrawlPageStore } from '../../model/crawl/crawl-page.ts';
import type { CrawlStore } from '../../model/crawl/crawl.ts';
import { z } from 'zod';
import { inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import type { Job } from '../../model/job/job.ts';
import { type Admit, pageAddress } from '../frontier/admit.ts';
import { runningCrawl, type RunningCrawl, patternTest } from '../frontier/rules.ts';
import { giveOutSlice, type SliceDeps } from './crawl-slice.ts';

type CrawlJobDeps = SliceDeps & { crawls: Pick<CrawlStore, 'get'>; admit: Admit };

const position = z.object({ slice: z.int().min(1) });

/** Queues the seeds. They need not match a pattern of `include`, but one of `exclude` keeps them out. */
const queueSeeds = async (admit: Admit, running: RunningCrawl): Promise<void> => {
  const { settings } = running.crawl;
  const { isExcluded } = patternTest(settings);
  const addresses = settings.seeds
    .flatMap((seed) => pageAddress(seed) ?? [])
    .filter(({ url }) => !isExcluded(url));
  await admit(running, addresses, { depth: 0, role: 'page', redirect_chain: [] });
};

/**
 * Creates the job of a crawl. Its slices give out pages to the workers of the pages queue and watch over them; they ask
 * none themselves, so a slice is short and the job can be cut off anywhere.
 */
export const createCrawlJob = (deps: CrawlJobDeps): JobDefinition => ({
  run: inSlices(position, async ({ user_id, job_id }, from) => {
    const crawl = await deps.crawls.get(user_id, job_id);
    if (crawl === null)
      return { state: 'done', done: 0, result: { reason: 'The settings of the crawl are gone.' } };
    if (from === null) await queueSeeds(deps.admit, runningCrawl(crawl));
    const slice = await giveOutSlice(deps, crawl);
    if (!slice.isOver) {
      const { done, total, delay_seconds } = slice;
      return { state: 'more', cursor: { slice: (from?.slice ?? 0) + 1 }, done, total, delay_seconds };
    }
    const { completed, errors, disallowed, found, requests, wire_bytes } = await deps.crawls.figures(job_id);
    const figures = { pages: completed, errors, disallowed, found, requests, bytes: wire_bytes };
    const result = slice.reason === null ? figures : { ...figures, reason: slice.reason };
    return { state: 'done', done: slice.done, result };
  }),
});

/** Creates what ends a cancelled crawl: pages in work go back to the queue, where they stay as what was not asked. */
export const createCancelCrawl =
  ({
    crawls,
    crawlPages,
    now,
  }: {
    crawls: Pick<CrawlStore, 'end'>;
    crawlPages: Pick<CrawlPageStore, 'processing' | 'putBack'>;
    now: () => Date;
  }) =>
  async ({ user_id, job_id }: Job): Promise<void> => {
    for (const page of await crawlPages.processing(job_id))
      await crawlPages.putBack(page, { due_at: page.due_at, error: null });
    await crawls.end(user_id, job_id, now().toISOString());
  };
