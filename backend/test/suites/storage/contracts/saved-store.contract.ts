import { expect, it } from 'vitest';
import {
  memoryBlobs,
  sampleArticleId,
  sampleTime,
  uniqueUser,
} from '../../../harness/samples/storage-samples.ts';
import { createSavedStore } from '../../../../src/storage/saved-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const savedStoreContract = (table: () => TableClient): void => {
  it('saved copies: stored and read, including large ones', async () => {
    const { store, files } = memoryBlobs();
    const saved = createSavedStore(table(), store);
    const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
    const copy = {
      user_id: uniqueUser(),
      article_id: sampleArticleId(1),
      feed_title: 'Example',
      summary: 's',
      content: noise,
      author: null,
      enclosures: [],
      categories: [],
      saved_at: sampleTime(0),
      ttl: null,
    };
    await saved.put(copy);
    expect(await saved.get(copy.user_id, copy.article_id)).toEqual(copy);
    expect(files.size).toBe(1);
    const other = { ...copy, article_id: sampleArticleId(2), content: 'short' };
    await saved.put(other);
    const ids = [1, 2, 3].map(sampleArticleId);
    const both = await saved.getMany(copy.user_id, ids);
    expect(both.toSorted((a, b) => (a.content < b.content ? -1 : 1))).toEqual([copy, other]);
    await saved.delete(copy.user_id, other.article_id);
    await saved.delete(copy.user_id, copy.article_id);
    expect(await saved.get(copy.user_id, copy.article_id)).toBeNull();
    expect(files.size).toBe(0);
  });

  it('saved copies: unsaved ones are deleted with their blobs, unless they were saved again', async () => {
    const { store, files } = memoryBlobs();
    const saved = createSavedStore(table(), store);
    const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
    const user_id = uniqueUser();
    const copyOf = (at: number, content: string) => ({
      user_id,
      article_id: sampleArticleId(at),
      feed_title: 'Example',
      summary: 's',
      content,
      author: null,
      enclosures: [],
      categories: [],
      saved_at: sampleTime(0),
      ttl: null,
    });
    const due = Date.parse(sampleTime(10)) / 1000;
    for (let at = 0; at < 5; at += 1) await saved.put(copyOf(at, at === 4 ? 'short' : noise));
    for (const at of [0, 1, 2, 4]) await saved.expire(user_id, sampleArticleId(at), sampleTime(0), due);
    expect((await saved.get(user_id, sampleArticleId(0)))?.ttl).toBe(due);
    await saved.keep(user_id, sampleArticleId(1));
    await saved.put({ ...copyOf(2, noise), saved_at: sampleTime(5) });
    await saved.expire(user_id, sampleArticleId(2), sampleTime(0), due);
    expect((await saved.get(user_id, sampleArticleId(2)))?.ttl).toBeNull();
    expect(files.size).toBe(4);
    const sweepAll = async (now: string) => {
      let deleted = 0;
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof saved.sweep>> = await saved.sweep(
          user_id,
          new Date(now),
          after,
          2,
        );
        deleted += page.deleted;
        after = page.next;
      } while (after !== null);
      return deleted;
    };
    expect(await sweepAll(sampleTime(9))).toBe(0);
    expect(await sweepAll(sampleTime(11))).toBe(1);
    expect(files.size).toBe(3);
    const left = await Promise.all([0, 1, 2, 3].map((at) => saved.get(user_id, sampleArticleId(at))));
    expect(left.map((copy) => copy?.content.length ?? 0)).toEqual([
      0,
      noise.length,
      noise.length,
      noise.length,
    ]);
    // Small copies are deleted by their time to live, which costs nothing.
    expect(await table().get({ PK: `USER#${user_id}`, SK: `SAVED#${sampleArticleId(4)}` })).toMatchObject({
      ttl: due,
    });
  });
};
