import { describe, expect, it } from 'vitest';
import type { Highlight } from '../../../../src/model/article/highlight.ts';
import { createHighlightStore } from '../../../../src/storage/highlight-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { sampleNewHighlight } from '../../../harness/api/api-samples.ts';
import { sampleArticleId, uniqueUser } from '../../../harness/samples/storage-samples.ts';

/** The behaviour of this store that every engine must show. */
export const highlightStoreContract = (table: () => TableClient): void => {
  describe('highlights', () => {
    it('are put, replaced, listed in pages, counted by article and deleted', async () => {
      const store = createHighlightStore(table());
      const user_id = uniqueUser();
      const made = [1, 2, 3, 4, 5].map((n): Highlight => ({
        ...sampleNewHighlight,
        user_id,
        article_id: sampleArticleId(n < 4 ? 1 : 2),
        highlight_id: `highlight${n}`,
        title: 'One',
        link: n === 1 ? null : 'https://blog.example/1',
        feed_title: '',
      }));
      for (const highlight of made) await store.put(highlight);
      const changed = { ...made[1]!, note: '', colour: 'blue' as const };
      await store.put(changed);
      const all = made.with(1, changed);
      expect(await store.get(user_id, changed)).toEqual(changed);
      expect(await store.list(user_id, null, 10)).toEqual({ items: all, has_more: false });
      const page = await store.list(user_id, null, 2);
      expect(page).toEqual({ items: all.slice(0, 2), has_more: true });
      expect(await store.list(user_id, page.items[1]!, 10)).toEqual({ items: all.slice(2), has_more: false });
      expect(await store.countOf(user_id, sampleArticleId(1))).toBe(3);
      expect(await store.delete(user_id, made[0]!)).toBe(true);
      expect(await store.delete(user_id, made[0]!)).toBe(false);
      expect(await store.get(user_id, made[0]!)).toBeNull();
      expect(await store.countOf(user_id, sampleArticleId(1))).toBe(2);
      expect((await store.list(uniqueUser(), null, 10)).items).toEqual([]);
    });
  });
};
