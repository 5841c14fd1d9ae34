import { expect, it } from 'vitest';
import { sampleCrawl } from '../../../harness/samples/crawl-samples.ts';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { noFigures } from '../../../../src/model/crawl/crawl.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createCrawlStore } from '../../../../src/storage/crawls/crawl-store.ts';

/** The behaviour of this store that every engine must show. */
export const crawlStoreContract = (table: () => TableClient): void => {
  it('keeps crawls of a reader, the newest first, and notes once when one ended', async () => {
    const crawls = createCrawlStore(table());
    const user_id = uniqueUser();
    const [first, second] = [0, 1].map((at) => sampleCrawl(user_id, `${user_id}${at}`.replace(/\W/g, '')));
    await crawls.create(first!);
    await crawls.create({ ...first!, created_at: sampleTime(9) });
    await crawls.create(second!);
    expect(await crawls.get(user_id, first!.crawl_id)).toEqual(first);
    expect(await crawls.get('someone-else', first!.crawl_id)).toBeNull();
    expect(await crawls.list(user_id, { limit: 1 })).toEqual([second]);
    expect(await crawls.list(user_id, { limit: 5, after: second!.crawl_id })).toEqual([first]);
    await crawls.end(user_id, first!.crawl_id, sampleTime(3));
    await crawls.end(user_id, first!.crawl_id, sampleTime(4));
    expect((await crawls.get(user_id, first!.crawl_id))?.ended_at).toBe(sampleTime(3));
    await crawls.end(user_id, 'never0001', sampleTime(4));
    expect(await crawls.get(user_id, 'never0001')).toBeNull();
  });

  it('counts, and gives out no more places than there are, to however many workers', async () => {
    const crawls = createCrawlStore(table());
    const crawl = sampleCrawl(uniqueUser(), 'places001');
    await crawls.create(crawl);
    expect(await crawls.figures(crawl.crawl_id)).toEqual(noFigures);
    expect(await crawls.count(crawl.crawl_id, { requests: 2, left_scope: 3 })).toMatchObject({ requests: 2 });
    expect(await crawls.count(crawl.crawl_id, {})).toMatchObject({ requests: 2, left_scope: 3 });
    const taken = await Promise.all(
      Array.from({ length: 6 }, () => crawls.takePlaces(crawl.crawl_id, 30, 100)),
    );
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(100);
    expect(await crawls.takePlaces(crawl.crawl_id, 1, 100)).toBe(0);
    expect(await crawls.figures(crawl.crawl_id)).toMatchObject({ found: 100 });
    await crawls.correct(crawl.crawl_id, { found: 5 });
    expect(await crawls.takePlaces(crawl.crawl_id, 200, 100)).toBe(95);
  });

  it('gives each host its share, and holds it back for the longest time asked', async () => {
    const crawls = createCrawlStore(table());
    const crawl = sampleCrawl(uniqueUser(), 'hosts0001');
    const { crawl_id } = crawl;
    await crawls.holdHost(crawl_id, 'a.example:8080', sampleTime(1));
    expect(await crawls.hosts(crawl_id)).toEqual([]);
    expect(await crawls.takeHostPlaces(crawl, 'a.example:8080', 8, 10)).toBe(8);
    expect(await crawls.takeHostPlaces(crawl, 'a.example:8080', 8, 10)).toBe(2);
    expect(await crawls.takeHostPlaces(crawl, 'a.example:8080', 8, 10)).toBe(0);
    expect(await crawls.takeHostPlaces(crawl, 'b.example', 50, 10)).toBe(10);
    await crawls.holdHost(crawl_id, 'b.example', sampleTime(5));
    await crawls.holdHost(crawl_id, 'b.example', sampleTime(4));
    expect(await crawls.hosts(crawl_id)).toEqual([
      { host: 'a.example:8080', found: 10, not_before: null },
      { host: 'b.example', found: 10, not_before: sampleTime(5) },
    ]);
  });

  it('notes a bounded number of variants of a path, and the same ones again for nothing', async () => {
    const crawls = createCrawlStore(table());
    const crawl = sampleCrawl(uniqueUser(), 'variants1');
    const ids = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `id${String(from + at).padStart(3, '0')}`);
    const noted = (
      await Promise.all(
        [0, 3, 6, 9].map((from) => crawls.noteVariants(crawl, 'site.example/list', ids(from, from + 3), 10)),
      )
    ).flatMap((set) => [...set]);
    expect(noted).toHaveLength(10);
    expect(await crawls.noteVariants(crawl, 'site.example/list', noted, 10)).toEqual(new Set(noted));
    expect(await crawls.noteVariants(crawl, 'site.example/list', ['new'], 10)).toEqual(new Set());
    expect(await crawls.noteVariants(crawl, 'site.example/other', ['new'], 10)).toEqual(new Set(['new']));
  });

  it('clears everything of one crawl and nothing of another', async () => {
    const crawls = createCrawlStore(table());
    const [one, other] = ['clear0001', 'clear0002'].map((id) => sampleCrawl(uniqueUser(), id));
    for (const crawl of [one!, other!]) {
      await crawls.create(crawl);
      await crawls.takeHostPlaces(crawl, 'a.example', 1, 10);
      await crawls.takeHostPlaces(crawl, 'b.example', 1, 10);
    }
    expect(await crawls.clear(one!.crawl_id, 2)).toBe(2);
    expect(await crawls.clear(one!.crawl_id, 2)).toBe(1);
    expect(await crawls.clear(one!.crawl_id, 2)).toBe(0);
    expect(await crawls.hosts(other!.crawl_id)).toHaveLength(2);
  });
};
