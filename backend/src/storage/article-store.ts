import pMap from 'p-map';
import { z } from 'zod';
import type {
  Article,
  ArticleKey,
  ArticleStore,
  ArticleVector,
  BlobStore,
  VectorStore,
} from '../model/article/article.ts';
import { type CompressionEffort, contentAttributes, createContentCodec } from './blobs/content-codec.ts';
import {
  absentAsFalse,
  absentAsNull,
  compact,
  fitsTable,
  itemSize,
  keyed,
  parseItem,
} from './table/items.ts';
import { type Expression, setting } from './table/queries.ts';
import { encodeExtra, extraAttribute, vectorAttributes, vectorOf } from './table/codecs.ts';
import {
  articleBlobName,
  articleKey,
  idIn,
  sitePageBlobName,
  sitePageKey,
  timeToLiveAttribute,
  vectorKey,
  vectorsOf,
} from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

/** The number of articles packed or unpacked at once: compression runs on the four threads of the thread pool. */
const bounded = { concurrency: 4 };

const articleSchema = keyed.extend({
  link: absentAsNull(z.string()),
  title: z.string(),
  published_at: z.string(),
  is_date_estimated: absentAsFalse,
  is_own_host: absentAsFalse,
  /** Runs divided by spaces; absent if there are none. */
  boilerplate: z.string().default(''),
  extra: extraAttribute,
  created_at: z.string(),
  ttl: z.int(),
  ...contentAttributes,
});

const blobOf = ({ blob }: Item): string[] => (typeof blob === 'string' ? [blob] : []);

const keyOf = ({ article_id: articleId, feed_id: feedId }: ArticleKey) => articleKey(articleId, feedId);

/** Creates the functions that turn an article into its item, with a large content in a blob, and back. */
const createArticleCodec = (blobs: BlobStore, effort: CompressionEffort | undefined) => {
  const codec = createContentCodec(blobs, effort);
  return {
    toItem: async (article: Article) => {
      const { article_id, feed_id, summary, content, author, enclosures, categories, ...fields } = article;
      const boilerplate = fields.boilerplate.join(' ') || null;
      const item = {
        ...articleKey(article_id, feed_id),
        ...compact({ ...fields, boilerplate, extra: encodeExtra(fields.extra) }),
      };
      const body = { summary, content, author, enclosures, categories };
      const name = articleBlobName(article_id, feed_id, fields.ttl);
      return { ...item, ...(await codec.pack(name, body, itemSize(item) + 'content'.length)) };
    },
    fromItem: async (item: Item): Promise<Article> => {
      const parsed = parseItem(articleSchema, item);
      const { PK, SK, content: _, blob: __, ...fields } = parsed;
      return {
        article_id: idIn(PK),
        feed_id: idIn(SK),
        ...fields,
        boilerplate: fields.boilerplate === '' ? [] : fields.boilerplate.split(' '),
        ...(await codec.unpack(parsed)),
      };
    },
  };
};

/** Deletes an expired article, its vector and blobs. Returns the number of blobs; null if it was fetched again. */
const deleteArticle = async (
  table: TableClient,
  blobs: BlobStore,
  item: Item,
  isExpired: Expression,
): Promise<number | null> => {
  const { PK, SK } = parseItem(keyed, item);
  if (!(await table.delete({ PK, SK }, isExpired))) return null;
  await table.delete(vectorKey(idIn(PK), idIn(SK)), isExpired);
  const names = blobOf(item);
  for (const name of names) await blobs.delete(name);
  return names.length;
};

/**
 * Gives an article, a vector or a page another time to live. A blob is named by that time and deleted some time after it was
 * written, so it is written anew. Does nothing if the item was changed since it was read.
 */
const prolongItem = async (table: TableClient, blobs: BlobStore, item: Item, ttl: number): Promise<void> => {
  const { PK, SK } = parseItem(keyed, item);
  const asRead: Expression = {
    text: '#ttl = :seen',
    names: { '#ttl': timeToLiveAttribute },
    values: { ':seen': item[timeToLiveAttribute] },
  };
  const [former] = blobOf(item);
  if (former === undefined) {
    await table.update({ PK, SK }, setting({ [timeToLiveAttribute]: ttl }), asRead);
    return;
  }
  const bytes = await blobs.get(former);
  if (bytes === null) return;
  const id = idIn(PK);
  const blob = SK === sitePageKey(id).SK ? sitePageBlobName(id, ttl) : articleBlobName(id, idIn(SK), ttl);
  await blobs.put(blob, bytes);
  const update = setting({ [timeToLiveAttribute]: ttl, blob });
  if ((await table.update({ PK, SK }, update, asRead)) !== null) await blobs.delete(former);
};

export const createArticleStore = (
  table: TableClient,
  blobs: BlobStore,
  effort?: CompressionEffort,
): ArticleStore => {
  const { toItem, fromItem } = createArticleCodec(blobs, effort);
  return {
    putMany: async (articles) => {
      const items = await pMap(articles, toItem, bounded);
      await table.batchPut(items.filter(fitsTable));
      return items
        .filter((item) => !fitsTable(item))
        .map(({ PK, SK }) => ({ article_id: idIn(PK), feed_id: idIn(SK) }));
    },
    get: async (key) => {
      const item = await table.get(keyOf(key));
      return item === null ? null : fromItem(item);
    },
    getMany: async (keys) => pMap(await table.batchGet(keys.map(keyOf)), fromItem, bounded),
    // Delete the blob last: a crash between the two steps leaves bytes that nothing names, never an article without
    // content.
    deleteMany: async (keys) => {
      const items = await table.batchGet(keys.map(keyOf));
      await table.batchDelete(keys.map(keyOf));
      await pMap(items.flatMap(blobOf), (name) => blobs.delete(name), bounded);
    },
    prolong: async (keys, { ttl, ifBefore }) => {
      const wanted = keys.flatMap(({ article_id, feed_id }) => [
        articleKey(article_id, feed_id),
        vectorKey(article_id, feed_id),
        sitePageKey(article_id),
      ]);
      const items = await table.batchGet(wanted);
      const due = items.filter((item) => typeof item['ttl'] === 'number' && item['ttl'] < ifBefore);
      await pMap(due, (item) => prolongItem(table, blobs, item, ttl), bounded);
    },
    deleteExpired: async (keys, now) => {
      const isExpired = {
        text: '#ttl <= :now',
        names: { '#ttl': timeToLiveAttribute },
        values: { ':now': now },
      };
      const items = await table.batchGet(keys.map(keyOf));
      const past = items.filter(({ ttl }) => typeof ttl === 'number' && ttl <= now);
      const all = await pMap(past, (item) => deleteArticle(table, blobs, item, isExpired), bounded);
      const deleted = all.filter((count) => count !== null);
      return { articles: deleted.length, blobs: deleted.reduce((sum, count) => sum + count, 0) };
    },
  };
};

const vectorSchema = keyed.extend({ ...vectorAttributes, ttl: z.int() });

const fromItem = (item: Item): ArticleVector => {
  const { PK, SK, ttl, ...vector } = parseItem(vectorSchema, item);
  return { article_id: idIn(PK), feed_id: idIn(SK), vector, ttl };
};

export const createVectorStore = (table: TableClient): VectorStore => ({
  putMany: (vectors) =>
    table.batchPut(
      vectors.map(({ article_id: articleId, feed_id: feedId, vector, ttl }) => ({
        ...vectorKey(articleId, feedId),
        ...vectorOf(vector),
        ttl,
      })),
    ),
  getMany: async (keys) => {
    const items = await table.batchGet(
      keys.map(({ article_id: articleId, feed_id: feedId }) => vectorKey(articleId, feedId)),
    );
    return items.map(fromItem);
  },
  listVersions: async (articleId) => (await table.queryAll(vectorsOf(articleId))).map(fromItem),
});
