import { describe, expect, it } from 'vitest';
import {
  memoryBlobs,
  sampleArticle,
  sampleArticleId,
  sampleFeedId,
} from '../../../harness/samples/storage-samples.ts';
import { createArticleStore, createVectorStore } from '../../../../src/storage/article-store.ts';
import { CorruptItemError } from '../../../../src/storage/table/errors.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { noExtra } from '../../../../src/contract/index.ts';

/** The behaviour of this store that every engine must show. */
export const articleStoreContract = (table: () => TableClient): void => {
  describe('articles', () => {
    it('writes, replaces, reads and deletes many', async () => {
      const { store, files } = memoryBlobs();
      const articles = createArticleStore(table(), store);
      const many = Array.from({ length: 60 }, (_, at) => sampleArticle({ article_id: sampleArticleId(at) }));
      await articles.putMany(many);
      const changed = {
        ...sampleArticle({ article_id: sampleArticleId(3) }),
        title: 'Corrected',
        link: null,
        boilerplate: ['12.1k3f9a2', '5.abc'],
        extra: noExtra,
      };
      await articles.putMany([many[3]!, changed]);
      const found = await articles.getMany([...many, { article_id: sampleArticleId(999), feed_id: 'x' }]);
      const expected = many.map((article) => (article.article_id === changed.article_id ? changed : article));
      expect(found.toSorted((a, b) => a.article_id.localeCompare(b.article_id))).toEqual(expected);
      await articles.deleteMany(many);
      expect(await articles.getMany(many)).toEqual([]);
      expect(files.size).toBe(0);
    });

    it('stores large content in the blob store and deletes it with the article', async () => {
      const { store, files } = memoryBlobs();
      const articles = createArticleStore(table(), store);
      const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
      const large = sampleArticle({ article_id: sampleArticleId(5000), content: `<p>${noise}</p>` });
      await articles.putMany([large]);
      expect(files.size).toBe(1);
      expect(await articles.get(large)).toEqual(large);
      await articles.deleteMany([large]);
      expect(files.size).toBe(0);
      expect(await articles.get(large)).toBeNull();
    });

    it('reports a damaged item instead of treating it as missing', async () => {
      const { store } = memoryBlobs();
      const articles = createArticleStore(table(), store);
      const article = sampleArticle({ article_id: sampleArticleId(6000) });
      const key = { PK: `ARTICLE#${article.article_id}`, SK: `FEED#${article.feed_id}` };
      await table().put({ ...key, title: 'x' });
      await expect(articles.get(article)).rejects.toThrow(CorruptItemError);
      await articles.putMany([article]);
      await table().update(key, {
        text: 'SET #c = :c',
        names: { '#c': 'content' },
        values: { ':c': new Uint8Array([1, 2, 3]) },
      });
      await expect(articles.get(article)).rejects.toThrow(CorruptItemError);
    });

    it('deletes expired articles with vector and blob, but none that was fetched again', async () => {
      const { store, files } = memoryBlobs();
      const articles = createArticleStore(table(), store);
      const vectors = createVectorStore(table());
      const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
      const due = 1_800_000_000;
      const all = [0, 1, 2].map((at) =>
        sampleArticle({ article_id: sampleArticleId(8000 + at), content: noise, ttl: due + at }),
      );
      const vector = {
        model: 't/1',
        scale: 1,
        dimension: 1,
        data: new Uint8Array([1]),
        text_hash: '0'.repeat(16),
      };
      await articles.putMany(all);
      await vectors.putMany(
        all.map(({ article_id, feed_id, ttl }) => ({ article_id, feed_id, vector, ttl })),
      );
      await articles.putMany([{ ...all[0]!, ttl: due + 100 }]);
      expect(await articles.deleteExpired(all, due + 1)).toEqual({ articles: 1, blobs: 1 });
      expect(await articles.deleteExpired(all, due + 1)).toEqual({ articles: 0, blobs: 0 });
      const [first, gone, last] = await Promise.all(all.map((key) => articles.get(key)));
      expect([first?.content, gone, last?.content]).toEqual([noise, null, noise]);
      expect((await vectors.getMany(all)).map(({ ttl }) => ttl).toSorted((a, b) => a - b)).toEqual([
        due,
        due + 2,
      ]);
      // The earlier blob of the first article is deleted later, by its age.
      expect(files.size).toBe(3);
    });

    it('keeps vectors beside them', async () => {
      const vectors = createVectorStore(table());
      const vector = {
        model: 'test/4',
        scale: 0.0123,
        dimension: 4,
        data: new Uint8Array([1, 255, 0, 128]),
        text_hash: '0123456789abcdef',
      };
      const key = { article_id: sampleArticleId(7000), feed_id: sampleFeedId(1) };
      await vectors.putMany([{ ...key, vector, ttl: 2_000_000_000 }]);
      const [found] = await vectors.getMany([key]);
      expect({ ...found, vector: { ...found!.vector, data: [...found!.vector.data] } }).toEqual({
        ...key,
        vector: { ...vector, data: [1, 255, 0, 128] },
        ttl: 2_000_000_000,
      });
    });
  });
};
