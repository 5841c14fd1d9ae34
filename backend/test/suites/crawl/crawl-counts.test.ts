import { expect, it } from 'vitest';
import { recount } from '../../../src/crawl/crawl-slice.ts';
import { createKnownPages } from '../../../src/crawl/frontier/admit.ts';
import { recordOutcome } from '../../../src/crawl/work/record-outcome.ts';
import { startTestApp } from '../../harness/app.ts';
import { sampleCrawl, sampleFoundPage, samplePageId } from '../../harness/samples/crawl-samples.ts';

it('a page is counted once, also if the crawl ends as soon as its result is written', async () => {
  const app = await startTestApp();
  const { crawls, crawlPages } = app.stores;
  const crawl = sampleCrawl('anna', 'crawl1');
  const { crawl_id } = crawl;
  await crawls.create(crawl);
  await crawlPages.add([sampleFoundPage(crawl_id, 1)]);
  await crawls.count(crawl_id, { found: 1 });
  const key = { crawl_id, page_id: samplePageId(1) };
  const page = (await crawlPages.claim(key, 'worker', app.now().toISOString()))!;
  let isEnding = true;
  const ctx: Parameters<typeof recordOutcome>[0] = {
    ...app.stores,
    crawlPages: {
      ...crawlPages,
      finish: async (...input) => {
        const isFinished = await crawlPages.finish(...input);
        // The slice finds nothing in work any more, and ends the crawl before the worker goes on.
        if (isEnding) await recount(app.stores, crawl);
        return isFinished;
      },
    },
    knownPages: createKnownPages(),
    now: app.now,
  };
  const done = {
    kind: 'done',
    result: { state: 'completed' },
    links: null,
    redirect: null,
    error: null,
  } as const;
  const running = { crawl } as Parameters<typeof recordOutcome>[1];
  await recordOutcome(ctx, running, page, done);
  expect(await crawls.figures(crawl_id)).toMatchObject({ found: 1, completed: 1, requests: 1 });
  isEnding = false;
  // A worker that lost the page takes back what it counted.
  await recordOutcome(ctx, running, page, done);
  expect(await crawls.figures(crawl_id)).toMatchObject({ found: 1, completed: 1, requests: 1 });
  await app.close();
});
