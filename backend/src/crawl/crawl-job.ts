import type { Context } from '../model/context.ts';
import { z } from 'zod';
import { inSlices, type JobDefinition } from '../jobs/job-definition.ts';
import type { Job } from '../model/job/job.ts';
import { admit, type AdmitContext, createKnownPages, pageAddress } from './frontier/admit.ts';
import { runningCrawl, type RunningCrawl, patternTest } from './frontier/rules.ts';
import { giveOutSlice, type SliceContext } from './crawl-slice.ts';

/** The longest time for which a crawl of the API runs, in milliseconds. */
const DAY_MS = 24 * 60 * 60_000;

const position = z.object({ slice: z.int().min(1) });

/** Queues the seeds. They need not match a pattern of `include`, but one of `exclude` keeps them out. */
const queueSeeds = async (ctx: AdmitContext, running: RunningCrawl): Promise<void> => {
  const { settings } = running.crawl;
  const { isExcluded } = patternTest(settings);
  const addresses = settings.seeds
    .flatMap((seed) => pageAddress(seed) ?? [])
    .filter(({ url }) => !isExcluded(url));
  await admit(ctx, running, addresses, { depth: 0, role: 'page', redirect_chain: [] });
};

/**
 * The job of a crawl. Its slices give out pages to the workers of the fetch queue and watch over them; they ask
 * none themselves, so a slice is short and the job can be cut off anywhere.
 */
export const crawlJob = (outside: SliceContext, longestMs = DAY_MS): JobDefinition => {
  const ctx = { ...outside, knownPages: createKnownPages() };
  return {
    run: inSlices(position, async ({ user_id, job_id }, from) => {
      const crawl = await ctx.crawls.get(user_id, job_id);
      if (crawl === null)
        return { state: 'done', done: 0, result: { reason: 'The settings of the crawl are gone.' } };
      if (from === null) await queueSeeds(ctx, runningCrawl(crawl));
      const slice = await giveOutSlice(ctx, crawl, longestMs);
      if (!slice.isOver) {
        const { done, total, delay_seconds } = slice;
        return { state: 'more', cursor: { slice: (from?.slice ?? 0) + 1 }, done, total, delay_seconds };
      }
      const { completed, errors, disallowed, found, requests, wire_bytes } = await ctx.crawls.figures(job_id);
      const figures = { pages: completed, errors, disallowed, found, requests, bytes: wire_bytes };
      const result = slice.reason === null ? figures : { ...figures, reason: slice.reason };
      return { state: 'done', done: slice.done, result };
    }),
  };
};

/** Ends a cancelled crawl: pages in work go back to the queue, where they stay as what was not asked. */
export const cancelCrawl = async (
  { crawls, crawlPages, now }: Pick<Context, 'crawls' | 'crawlPages' | 'now'>,
  { user_id, job_id }: Job,
): Promise<void> => {
  for (const page of await crawlPages.processing(job_id))
    await crawlPages.putBack(page, { due_at: page.due_at, error: null });
  await crawls.end(user_id, job_id, now().toISOString());
};
