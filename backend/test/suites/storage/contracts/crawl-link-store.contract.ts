import { expect, it } from 'vitest';
import { samplePageId } from '../../../harness/samples/crawl-samples.ts';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { StoredLink } from '../../../../src/model/crawl/crawl-page.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import {
  createCrawlErrorStore,
  createCrawlLinkStore,
} from '../../../../src/storage/crawls/crawl-link-store.ts';

const TTL = 2_000_000_000;

const link = (position: number, url = `https://site.example/${position}`): StoredLink => ({
  url,
  text: `Link ${position}`,
  type: 'internal',
  rel: position % 2 === 0 ? null : 'nofollow',
  position,
});

/** The behaviour of this store that every engine must show. */
export const crawlLinkStoreContract = (table: () => TableClient): void => {
  it('returns the links of a page, and the pages that link to one', async () => {
    const links = createCrawlLinkStore(table());
    const crawl = uniqueUser();
    // Page n links to n + 1 and to page 0.
    for (const at of [1, 2, 3, 4]) {
      const bytes = await links.put(
        { crawl_id: crawl, page_id: samplePageId(at) },
        {
          url: `https://site.example/${at}`,
          links: [link(at + 1), link(0)],
          targets: [samplePageId(at + 1), samplePageId(0)],
          ttl: TTL,
        },
      );
      expect(bytes).toBeGreaterThan(50);
    }
    await links.put(
      { crawl_id: crawl, page_id: samplePageId(9) },
      { url: 'https://site.example/9', links: [], targets: [], ttl: TTL },
    );
    expect(await links.getMany(crawl, [samplePageId(2), samplePageId(8)])).toEqual([
      { page_id: samplePageId(2), url: 'https://site.example/2', links: [link(3), link(0)] },
    ]);
    expect(await links.linkingTo(crawl, new Set([samplePageId(3)]), { limit: 5 })).toEqual({
      page_ids: [samplePageId(2)],
      last: null,
    });
    const sources = [1, 2, 3, 4].map(samplePageId).toSorted();
    const first = await links.linkingTo(crawl, new Set([samplePageId(0)]), { limit: 3 });
    expect(first).toEqual({ page_ids: sources.slice(0, 3), last: sources[2] });
    expect(await links.linkingTo(crawl, new Set([samplePageId(0)]), { limit: 3, after: sources[2] })).toEqual(
      { page_ids: sources.slice(3), last: null },
    );
    const scanned = await links.scan(crawl, { limit: 2 });
    expect(scanned).toHaveLength(2);
    expect(await links.scan(crawl, { limit: 9, after: scanned[1]!.page_id })).toHaveLength(3);
  });

  it('keeps as many links as fit an item', async () => {
    const links = createCrawlLinkStore(table());
    const crawl = uniqueUser();
    const random = (at: number) =>
      Array.from({ length: 60 }, (_, part) => samplePageId(at * 100 + part)).join('');
    const many = Array.from({ length: 900 }, (_, at) => link(at, `https://site.example/${random(at)}`));
    const key = { crawl_id: crawl, page_id: samplePageId(1) };
    await links.put(key, { url: 'https://site.example/', links: many, targets: [], ttl: TTL });
    const [stored] = await links.getMany(crawl, [samplePageId(1)]);
    expect(stored!.links.length).toBeGreaterThan(300);
    expect(stored!.links).toEqual(many.slice(0, stored!.links.length));
  });
};

/** The behaviour of this store that every engine must show. */
export const crawlErrorStoreContract = (table: () => TableClient): void => {
  it('lists every error once, the oldest first, and shortens long messages', async () => {
    const errors = createCrawlErrorStore(table());
    const crawl = uniqueUser();
    const error = (at: number) => ({
      page_id: samplePageId(at),
      url: `https://site.example/${at}`,
      attempt: 1,
      type: 'network' as const,
      message: 'broken',
      occurred_at: sampleTime(at),
    });
    for (const at of [3, 1, 2, 1]) await errors.add(crawl, error(at), TTL);
    const first = await errors.list(crawl, { limit: 2 });
    expect(first.errors).toEqual([error(1), error(2)]);
    expect((await errors.list(crawl, { limit: 2, after: first.last! })).errors).toEqual([error(3)]);
    await errors.add(crawl, { ...error(4), message: 'x'.repeat(2000) }, TTL);
    const last = await errors.list(crawl, { limit: 9 });
    expect(last.errors[3]!.message).toHaveLength(500);
    expect(last.last).toBeNull();
  });
};
