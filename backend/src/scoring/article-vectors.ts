import pMap from 'p-map';
import type { Article, ArticleStore, ArticleVector, VectorStore } from '../model/article/article.ts';
import type { EntryRow, SavedCopy, SavedStore } from '../model/article/entry.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import { plainText } from '../parser/fields/text.ts';
import { isItemError } from '../lib/item-error.ts';
import {
  type Embedder,
  EmbeddingError,
  type EmbedRequest,
  type EmbedResult,
} from '../model/score/embedder.ts';
import { textHash, toStored } from '../model/score/vector-codec.ts';
import type { StoredVector } from '../model/score/vector.ts';

const embedRequest = (article: Article): EmbedRequest => ({
  title: article.title,
  body: plainText(article.content) || article.summary,
  purpose: 'article',
});

type ArticleVectors = {
  /** The vectors by article_id. An article that the model failed on is missing. */
  vectors: Map<string, StoredVector>;
  failures: { article_id: string; error: EmbeddingError }[];
};

export type EnsureVectors = (articles: Article[]) => Promise<ArticleVectors>;

/** Number of look-ups at once. */
const CONCURRENCY = 8;

/** Embeds all texts together. If one text causes an error, embeds each alone, so that only that text fails. */
const embedEach = async (embedder: Embedder, requests: EmbedRequest[]): Promise<EmbedResult[]> => {
  try {
    return await embedder.embed(requests);
  } catch (error) {
    if (!isItemError(error)) throw error;
    if (requests.length === 1)
      return [{ ok: false, error: new EmbeddingError(error.message, false, { cause: error }) }];
  }
  const results: EmbedResult[][] = [];
  for (const request of requests) results.push(await embedEach(embedder, [request]));
  return results.flat();
};

/**
 * Returns the request for an article, or the error if its text cannot be read. Such a text counts as refused by the
 * model.
 */
const requestOf = (article: Article): EmbedRequest | EmbeddingError => {
  try {
    return embedRequest(article);
  } catch (error) {
    if (!isItemError(error)) throw error;
    return new EmbeddingError(error.message, false, { cause: error });
  }
};

/**
 * Creates the function that returns the vectors of articles. A stored vector of the same text and model is used again;
 * the others are embedded now and stored. A text that occurs in several articles of the batch, or in another feed's
 * version of an article, is embedded once.
 */
export const createEnsureVectors =
  ({ vectors, embedder, log }: { vectors: VectorStore; embedder: Embedder; log: Log }): EnsureVectors =>
  async (articles) => {
    const stored = new Map((await vectors.getMany(articles)).map((vector) => [vector.article_id, vector]));
    const found = new Map<string, StoredVector>();
    const made: ArticleVector[] = [];
    const missing: { article: Article; request: EmbedRequest; hash: string }[] = [];
    const failures: ArticleVectors['failures'] = [];
    const fail = (article_id: string, error: EmbeddingError): void => {
      failures.push({ article_id, error });
      log.warn('embedding failed', { article_id, error: error.message, model: embedder.model });
    };
    for (const article of articles) {
      const request = requestOf(article);
      if (request instanceof EmbeddingError) {
        fail(article.article_id, request);
        continue;
      }
      const hash = textHash(request);
      const existing = stored.get(article.article_id);
      if (existing?.vector.model === embedder.model && existing.vector.text_hash === hash) {
        found.set(article.article_id, existing.vector);
        if (existing.ttl < article.ttl) made.push({ ...existing, ttl: article.ttl });
      } else missing.push({ article, request, hash });
    }
    if (missing.length === 0) {
      if (made.length > 0) await vectors.putMany(made);
      return { vectors: found, failures };
    }

    const byHash = new Map<string, StoredVector>();
    const versions = await pMap(missing, ({ article }) => vectors.listVersions(article.article_id), {
      concurrency: CONCURRENCY,
    });
    for (const { vector } of versions.flat())
      if (vector.model === embedder.model) byHash.set(vector.text_hash, vector);

    const asked = new Map(missing.map(({ hash, request }) => [hash, request]));
    for (const hash of byHash.keys()) asked.delete(hash);
    const results = asked.size === 0 ? [] : await embedEach(embedder, [...asked.values()]);
    const errors = new Map<string, EmbeddingError>();
    for (const [index, hash] of [...asked.keys()].entries()) {
      const result = results[index];
      if (result?.ok === true) byHash.set(hash, toStored(result.embedding, embedder.model, hash));
      else if (result !== undefined) errors.set(hash, result.error);
    }

    for (const { article, hash } of missing) {
      const { article_id, feed_id, ttl } = article;
      const vector = byHash.get(hash);
      const error = errors.get(hash);
      if (vector !== undefined) {
        made.push({ article_id, feed_id, vector, ttl });
        found.set(article_id, vector);
      } else if (error !== undefined) {
        fail(article_id, error);
      }
    }
    if (made.length > 0) await vectors.putMany(made);
    return { vectors: found, failures };
  };

/**
 * Number of days for which the vector of an article that exists only as a reader's saved copy is kept after it is made.
 */
const SAVED_VECTOR_DAYS = 90;

/** The attributes that identify an entry's vector and allow making it again. A list's row has them all. */
type VectorEntry = Pick<
  EntryRow,
  | 'user_id'
  | 'article_id'
  | 'feed_ids'
  | 'link'
  | 'title'
  | 'extra'
  | 'published_at'
  | 'is_date_estimated'
  | 'created_at'
  | 'is_saved'
>;

/** Returns the vectors of entries for which there is an article or a saved copy. */
export type EntryVectors = (entries: VectorEntry[]) => Promise<ArticleVectors>;

/**
 * Creates the function that returns the vectors of entries. Stored vectors are used without reading the articles,
 * because each change of an article stores a new vector. Only articles without a vector of this model are read and
 * embedded. If only the reader's saved copy is left of a saved article, its vector is made from the copy.
 */
export const createEntryVectors =
  ({
    vectors,
    articles,
    saved,
    ensureVectors,
    model,
    now,
  }: {
    vectors: Pick<VectorStore, 'getMany'>;
    articles: Pick<ArticleStore, 'getMany'>;
    saved: Pick<SavedStore, 'get'>;
    ensureVectors: EnsureVectors;
    model: string;
    now: Clock;
  }): EntryVectors =>
  async (entries) => {
    const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
    const found = new Map<string, StoredVector>();
    for (const { article_id, vector } of await vectors.getMany(keys))
      if (vector.model === model) found.set(article_id, vector);
    const missing = entries.filter(({ article_id }) => !found.has(article_id));
    if (missing.length === 0) return { vectors: found, failures: [] };

    const present = await articles.getMany(keys.filter(({ article_id }) => !found.has(article_id)));
    const known = new Set(present.map(({ article_id }) => article_id));
    const ttl = Math.floor(now().getTime() / 1000) + SAVED_VECTOR_DAYS * 86_400;
    for (const entry of missing) {
      if (!entry.is_saved || known.has(entry.article_id)) continue;
      const copy = await saved.get(entry.user_id, entry.article_id);
      if (copy !== null) present.push(articleOf(entry, copy, ttl));
    }
    const made = await ensureVectors(present);
    return { vectors: new Map([...found, ...made.vectors]), failures: made.failures };
  };

const articleOf = (entry: VectorEntry, copy: SavedCopy, ttl: number): Article => ({
  article_id: entry.article_id,
  feed_id: entry.feed_ids[0],
  link: entry.link,
  title: entry.title,
  summary: copy.summary,
  content: copy.content,
  author: copy.author,
  enclosures: copy.enclosures,
  published_at: entry.published_at,
  extra: entry.extra,
  is_date_estimated: entry.is_date_estimated,
  is_own_host: false,
  created_at: entry.created_at,
  ttl,
});
