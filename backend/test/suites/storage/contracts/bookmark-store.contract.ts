import { expect, it } from 'vitest';
import { memoryBlobs, sampleArticleId, sampleTime } from '../../../harness/samples/storage-samples.ts';
import { createBookmarkStore } from '../../../../src/storage/bookmark-store.ts';
import { CorruptItemError } from '../../../../src/storage/table/errors.ts';
import { bookmarkBlobName } from '../../../../src/storage/table/keys.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const bookmarkStoreContract = (table: () => TableClient): void => {
  it('bookmarks: one run at a time, and added links stay until they are deleted', async () => {
    const { store } = memoryBlobs();
    const bookmarks = createBookmarkStore(table(), store);
    expect(await bookmarks.load()).toEqual([]);
    const link = { article_id: sampleArticleId(1), link: 'https://site.example/a', ttl: 2_000_000_000 };
    const links = Array.from({ length: 51 }, (_, at) => ({ ...link, article_id: sampleArticleId(at) }));
    await bookmarks.add(links);
    await bookmarks.add(links);
    const added = await bookmarks.listAdded();
    expect(added.links.toSorted((a, b) => a.article_id.localeCompare(b.article_id))).toEqual(links);
    await added.forget();
    expect((await bookmarks.listAdded()).links).toEqual([]);
    const known = [
      { ...link, count: null, next_at: 0 },
      { ...link, article_id: sampleArticleId(2), count: 0, next_at: 5 },
    ];
    await bookmarks.save(known);
    expect(await bookmarks.load()).toEqual(known);
    await store.put(bookmarkBlobName, Buffer.from('torn'));
    await expect(bookmarks.load()).rejects.toThrow(CorruptItemError);

    const fresh = { failures: 0, called_at: null, not_before: null };
    expect(await bookmarks.take('a', sampleTime(10), sampleTime(0))).toEqual(fresh);
    expect(await bookmarks.take('b', sampleTime(20), sampleTime(9))).toBeNull();
    const state = { failures: 3, called_at: sampleTime(1), not_before: sampleTime(2) };
    expect(await bookmarks.setState('a', state)).toBe(true);
    expect(await bookmarks.setState('b', fresh)).toBe(false);
    await bookmarks.release('b');
    expect(await bookmarks.take('b', sampleTime(20), sampleTime(9))).toBeNull();
    expect(await bookmarks.take('b', sampleTime(20), sampleTime(10))).toEqual(state);
    expect(await bookmarks.setState('a', fresh)).toBe(false);
    expect(await bookmarks.setState('b', fresh)).toBe(true);
    await bookmarks.release('b');
    expect(await bookmarks.take('c', sampleTime(30), sampleTime(0))).toEqual(fresh);
    await bookmarks.release('c');
  });
};
