import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKnownPages, pageAddress } from '../../../src/crawl/frontier/admit.ts';
import { followLinks } from '../../../src/crawl/frontier/follow-links.ts';
import { runningCrawl } from '../../../src/crawl/frontier/rules.ts';
import { recordOutcome, type RecordContext } from '../../../src/crawl/work/record-outcome.ts';
import type { StoredLink } from '../../../src/model/crawl/crawl-page.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { sampleCrawl, sampleFoundPage } from '../../harness/samples/crawl-samples.ts';

const crawl = sampleCrawl('anna', 'crawl1');
const { crawl_id } = crawl;
const running = runningCrawl(crawl);

const address = (name: string) => pageAddress(`https://site.example/${name}`)!;
const linksTo = (name: string): StoredLink[] => [
  { url: address(name).url, text: name, type: 'internal', rel: null, position: 0 },
];
const doneWith = (links: StoredLink[]) =>
  ({ kind: 'done', result: { state: 'completed' }, links, redirect: null, error: null }) as const;

/** A page that was found four links away leads to another one; meanwhile a page that is one link away turns out to lead to it. */
describe('a shorter way to a page that a worker holds', () => {
  let app: TestApp;
  let ctx: RecordContext;
  beforeEach(async () => {
    app = await startTestApp();
    ctx = { ...app.stores, knownPages: createKnownPages(), now: app.now };
    await app.stores.crawls.create(crawl);
    await app.stores.crawlPages.add([{ ...sampleFoundPage(crawl_id, 1), ...address('far'), depth: 4 }]);
  });
  afterEach(() => app.close());

  const claimed = async () =>
    (await ctx.crawlPages.claim(
      { crawl_id, page_id: address('far').page_id },
      'worker',
      app.now().toISOString(),
    ))!;
  const findShorterWay = (of: RecordContext = ctx) =>
    followLinks(of, running, { depth: 1, meta_robots: null }, linksTo('far'));
  const depths = async () => {
    const pages = await ctx.crawlPages.scan(crawl_id, { limit: 10 });
    return Object.fromEntries(pages.map(({ url, depth }) => [new URL(url).pathname, depth]));
  };

  it('counts for what it leads to, if it is found before the page is done', async () => {
    const page = await claimed();
    await findShorterWay();
    await recordOutcome(ctx, running, page, doneWith(linksTo('next')));
    expect(await depths()).toEqual({ '/far': 2, '/next': 3 });
    expect(await ctx.crawls.figures(crawl_id)).toMatchObject({ completed: 1, requests: 1 });
  });

  it('counts for what it leads to, if the page is done while its depth is lowered', async () => {
    const page = await claimed();
    const { crawlPages } = ctx;
    let isDone = false;
    await findShorterWay({
      ...ctx,
      crawlPages: {
        ...crawlPages,
        lowerDepth: async (...input) => {
          if (!isDone) {
            isDone = true;
            await recordOutcome(ctx, running, page, doneWith(linksTo('next')));
          }
          return crawlPages.lowerDepth(...input);
        },
      },
    });
    expect(await depths()).toEqual({ '/far': 2, '/next': 3 });
  });
});
