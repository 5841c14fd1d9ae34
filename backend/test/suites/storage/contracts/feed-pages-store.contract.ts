import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sampleArticleId } from '../../../harness/samples/storage-samples.ts';
import { SAMPLES } from '../../../../src/model/text/text-mode.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createFeedPagesStore } from '../../../../src/storage/site-page-store.ts';

const newFeedId = () => randomBytes(8).toString('hex');

/** The behaviour of this store that every engine must show. */
export const feedPagesStoreContract = (table: () => TableClient): void => {
  it('pages of a feed: as many requests a day as the limit, also at the same time', async () => {
    const pages = createFeedPagesStore(table());
    const feedId = newFeedId();
    const take = (day: number) => pages.takeRequest(feedId, day, 5);
    const taken = await Promise.all(Array.from({ length: 9 }, () => take(20_000)));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(await take(20_000)).toBe(false);
    expect(await take(20_001)).toBe(true);
    // A clock that is behind does not begin a former day again.
    expect(await take(20_000)).toBe(false);
  });

  it('pages of a feed: the first samples stay, each article once', async () => {
    const pages = createFeedPagesStore(table());
    const feedId = newFeedId();
    expect(await pages.samples(feedId)).toEqual(new Map());
    await pages.takeRequest(feedId, 20_000, 5);
    const ids = Array.from({ length: SAMPLES + 1 }, (_, n) => sampleArticleId(n + 1));
    for (const [n, id] of ids.entries()) {
      await pages.addSample(feedId, id, n * 100);
      await pages.addSample(feedId, id, 999);
    }
    expect(await pages.samples(feedId)).toEqual(new Map(ids.slice(0, SAMPLES).map((id, n) => [id, n * 100])));
    expect(await pages.takeRequest(feedId, 20_000, 2)).toBe(true);
  });

  it('pages of a feed: samples that arrive at the same time are all kept', async () => {
    const pages = createFeedPagesStore(table());
    const feedId = newFeedId();
    await Promise.all([1, 2, 3].map((n) => pages.addSample(feedId, sampleArticleId(n), n)));
    expect((await pages.samples(feedId)).size).toBe(3);
  });
};
