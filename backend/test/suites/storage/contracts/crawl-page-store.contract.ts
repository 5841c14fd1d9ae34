import { expect, it } from 'vitest';
import { sampleFoundPage, samplePageId } from '../../../harness/samples/crawl-samples.ts';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { CrawlPageResult } from '../../../../src/model/crawl/crawl-page.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createCrawlPageStore } from '../../../../src/storage/crawls/crawl-page-store.ts';

const result = (status_code: number, ttfb_ms: number, content_hash: string | null): CrawlPageResult => ({
  state: 'completed',
  crawled_at: sampleTime(50),
  status_code,
  ttfb_ms,
  download_ms: 5,
  content_hash,
  title: 'Title',
});

/** The behaviour of this store that every engine must show. */
export const crawlPageStoreContract = (table: () => TableClient): void => {
  it('queues an address once, gives it to one worker, the oldest first, and keeps its result', async () => {
    const pages = createCrawlPageStore(table());
    const crawl = uniqueUser();
    const found = [3, 1, 2].map((at) => sampleFoundPage(crawl, at));
    expect(await pages.add(found)).toEqual(new Set(found.map(({ page_id }) => page_id)));
    expect(await pages.add(found)).toEqual(new Set());
    expect(await pages.oldest(crawl, 'site.example', 2)).toEqual([
      { page_id: samplePageId(1), due_at: sampleTime(1) },
      { page_id: samplePageId(2), due_at: sampleTime(2) },
    ]);
    expect(await pages.oldest(crawl, 'other.example', 2)).toEqual([]);
    const key = { crawl_id: crawl, page_id: samplePageId(1) };
    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, at) => pages.claim(key, `worker-${at}`, sampleTime(20))),
    );
    const [claimed, ...others] = claims.filter((one) => one !== null);
    expect(others).toEqual([]);
    expect(claimed).toMatchObject({ state: 'processing', lease_until: sampleTime(20), status_code: null });
    expect(await pages.processing(crawl)).toEqual([claimed]);
    expect(await pages.extend(key, 'nobody', sampleTime(30))).toBe(false);
    expect(await pages.extend(key, claimed!.owner!, sampleTime(30))).toBe(true);
    expect(await pages.finish({ ...claimed!, owner: 'nobody' }, result(200, 1, null))).toBe(false);
    expect(await pages.finish(claimed!, result(200, 1, null))).toBe(true);
    expect(await pages.finish(claimed!, result(500, 1, null))).toBe(false);
    expect(await pages.getMany(crawl, [samplePageId(1), samplePageId(9)])).toEqual([
      { ...claimed, ...result(200, 1, null), owner: null, lease_until: null },
    ]);
    expect(await pages.claim(key, 'late', sampleTime(40))).toBeNull();
    expect(await pages.countIn(crawl, 'queued')).toBe(2);
    expect(await pages.countIn(crawl, 'processing')).toBe(0);
  });

  it('puts a page back with its error, behind those that are due earlier', async () => {
    const pages = createCrawlPageStore(table());
    const crawl = uniqueUser();
    await pages.add([1, 2].map((at) => sampleFoundPage(crawl, at)));
    const key = { crawl_id: crawl, page_id: samplePageId(1) };
    const claimed = (await pages.claim(key, 'a', sampleTime(20)))!;
    const error = { type: 'status' as const, message: '503' };
    expect(await pages.putBack(claimed, { due_at: sampleTime(30), error })).toBe(true);
    expect(await pages.putBack(claimed, { due_at: sampleTime(30), error })).toBe(false);
    expect((await pages.oldest(crawl, 'site.example', 5)).map(({ page_id }) => page_id)).toEqual([
      samplePageId(2),
      samplePageId(1),
    ]);
    const again = (await pages.claim(key, 'b', sampleTime(40)))!;
    expect(again).toMatchObject({
      retry_count: 1,
      last_error_type: 'status',
      last_error_message: '503',
      added_at: sampleTime(1),
    });
    expect(await pages.putBack(again, { due_at: sampleTime(41), error: null })).toBe(true);
    expect((await pages.getMany(crawl, [samplePageId(1)]))[0]).toMatchObject({ retry_count: 1, owner: null });
  });

  it('lists pages by state, status code, text and time, page by page', async () => {
    const pages = createCrawlPageStore(table());
    const crawl = uniqueUser();
    const codes = [200, 404, 200, 301, 200];
    await pages.add(codes.map((_, at) => sampleFoundPage(crawl, at)));
    for (const [at, code] of codes.entries()) {
      const claimed = await pages.claim({ crawl_id: crawl, page_id: samplePageId(at) }, 'a', sampleTime(9));
      const hash = code === 200 ? `00000000000000a${at % 4}` : null;
      await pages.finish(claimed!, result(code, 10 ** at, hash));
    }
    await pages.add([sampleFoundPage(crawl, 7)]);
    const all = async (order: Parameters<typeof pages.list>[1], is_descending = false) => {
      const ids: string[] = [];
      let after: string | undefined;
      for (;;) {
        const part = await pages.list(crawl, order, { limit: 2, after, is_descending });
        ids.push(...part.pages.map(({ page_id }) => page_id));
        after = part.pages.at(-1)?.place;
        if (!part.has_more || after === undefined) return ids;
      }
    };
    const ids = (...places: number[]) => places.map(samplePageId);
    expect(await all({ by: 'state', state: 'completed' })).toEqual(ids(0, 1, 2, 3, 4));
    expect(await all({ by: 'state', state: 'completed' }, true)).toEqual(ids(4, 3, 2, 1, 0));
    expect(await all({ by: 'state', state: 'queued' })).toEqual(ids(7));
    expect(await all({ by: 'status', status_code: 404 })).toEqual(ids(1));
    expect((await all({ by: 'status' })).slice(3)).toEqual(ids(3, 1));
    expect(await all({ by: 'slowest' }, true)).toEqual(ids(4, 3, 2, 1, 0));
    expect((await all({ by: 'content', content_hash: '00000000000000a0' })).toSorted()).toEqual(
      ids(0, 4).toSorted(),
    );
    expect(await all({ by: 'content' })).toHaveLength(3);
    const scanned = await pages.scan(crawl, { limit: 4 });
    const rest = await pages.scan(crawl, { limit: 4, after: scanned[3]!.page_id });
    expect([...scanned, ...rest].map(({ page_id }) => page_id)).toEqual(ids(0, 1, 2, 3, 4, 7).toSorted());
  });

  it('lowers the depth of a page, and never raises it', async () => {
    const pages = createCrawlPageStore(table());
    const crawl = uniqueUser();
    await pages.add([{ ...sampleFoundPage(crawl, 1), depth: 5 }]);
    const key = { crawl_id: crawl, page_id: samplePageId(1) };
    const queued = { ...key, state: 'queued' } as const;
    expect(await pages.lowerDepth(queued, 3)).toBe(true);
    expect(await pages.lowerDepth(queued, 4)).toBe(false);
    expect(await pages.lowerDepth({ ...queued, page_id: samplePageId(2) }, 1)).toBe(false);
    expect(await pages.getMany(crawl, [samplePageId(1), samplePageId(2)])).toMatchObject([{ depth: 3 }]);
  });

  it('neither finishes a page at a depth that was lowered, nor lowers one that was completed unseen', async () => {
    const pages = createCrawlPageStore(table());
    const crawl = uniqueUser();
    await pages.add([{ ...sampleFoundPage(crawl, 1), depth: 5 }]);
    const key = { crawl_id: crawl, page_id: samplePageId(1) };
    const claimed = (await pages.claim(key, 'a', sampleTime(20)))!;
    expect(await pages.lowerDepth(claimed, 3)).toBe(true);
    expect(await pages.finish(claimed, result(200, 1, null))).toBe(false);
    expect(await pages.finish({ ...claimed, depth: 3 }, result(200, 1, null))).toBe(true);
    expect(await pages.lowerDepth(claimed, 2)).toBe(false);
    expect(await pages.lowerDepth({ ...key, state: 'completed' }, 2)).toBe(true);
    expect(await pages.getMany(crawl, [samplePageId(1)])).toMatchObject([{ depth: 2, state: 'completed' }]);
  });
};
