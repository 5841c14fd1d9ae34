import type { Article, ArticleVector, SavedCopy } from '../model/article/article.ts';
import type { EntryRow } from '../model/article/entry.ts';
import type { Context } from '../model/context.ts';
import { type StoredVector, textHash, toStored } from '../model/score/vector.ts';
import pMap from 'p-map';
import { comparedText } from '../model/text/compared-text.ts';
import { isItemError } from '../lib/errors.ts';
import {
  type Embedder,
  EmbeddingError,
  type EmbedRequest,
  type EmbedResult,
} from '../model/score/embedder.ts';

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

/** The context for making vectors of articles. */
type VectorContext = Pick<Context, 'vectors' | 'embedder' | 'log'>;

/** The context for making vectors of a reader's entries. */
export type EntryVectorContext = VectorContext & Pick<Context, 'articles' | 'saved' | 'now'>;

/**
 * Returns the vectors of entries for which there is an article or a saved copy. Stored vectors are used without reading the
 * articles, because each change of an article stores a new vector. Only articles without a vector of this model are read and
 * embedded. If only the reader's saved copy is left of a saved article, its vector is made from the copy.
 */
export const entryVectors = async (
  ctx: EntryVectorContext,
  entries: VectorEntry[],
): Promise<ArticleVectors> => {
  const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
  const found = new Map<string, StoredVector>();
  for (const { article_id, vector } of await ctx.vectors.getMany(keys))
    if (vector.model === ctx.embedder.model) found.set(article_id, vector);
  const missing = entries.filter(({ article_id }) => !found.has(article_id));
  if (missing.length === 0) return { vectors: found, failures: [] };

  const present = await ctx.articles.getMany(keys.filter(({ article_id }) => !found.has(article_id)));
  const known = new Set(present.map(({ article_id }) => article_id));
  const ttl = Math.floor(ctx.now().getTime() / 1000) + SAVED_VECTOR_DAYS * 86_400;
  for (const entry of missing) {
    if (!entry.is_saved || known.has(entry.article_id)) continue;
    const copy = await ctx.saved.get(entry.user_id, entry.article_id);
    if (copy !== null) present.push(articleOf(entry, copy, ttl));
  }
  const made = await ensureVectors(ctx, present);
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
  categories: copy.categories,
  published_at: entry.published_at,
  extra: entry.extra,
  is_date_estimated: entry.is_date_estimated,
  is_own_host: false,
  boilerplate: [],
  created_at: entry.created_at,
  ttl,
});

const embedRequest = (article: Article): EmbedRequest => ({
  title: article.title,
  body: comparedText(article),
  purpose: 'article',
});

type ArticleVectors = {
  /** The vectors by article_id. An article that the model failed on is missing. */
  vectors: Map<string, StoredVector>;
  failures: { article_id: string; error: EmbeddingError }[];
};

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
 * Embeds texts. Of an article whose text the model refuses, or breaks on, only the title is embedded, so that the article
 * has a score.
 */
const embedOrTitles = async (embedder: Embedder, requests: EmbedRequest[]): Promise<EmbedResult[]> => {
  const results = await embedEach(embedder, requests);
  const refused = requests.flatMap((request, at) => {
    const result = results[at];
    return result?.ok === false && !result.error.is_retryable && request.body !== '' ? [at] : [];
  });
  if (refused.length === 0) return results;
  const titles = refused.flatMap((at) => requests[at] ?? []).map((request) => ({ ...request, body: '' }));
  const again = await embedEach(embedder, titles);
  return results.map((result, at) => {
    const retried = again[refused.indexOf(at)];
    return refused.includes(at) && retried?.ok === true ? retried : result;
  });
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

/** An article without a vector of its present text. */
type Missing = { article: Article; request: EmbedRequest; hash: string };

/** Returns the vectors of texts by their hash: those of other feeds' versions of the articles, or else new ones. */
const embedMissing = async (
  { vectors, embedder }: VectorContext,
  missing: readonly Missing[],
): Promise<{ byHash: Map<string, StoredVector>; errors: Map<string, EmbeddingError> }> => {
  const byHash = new Map<string, StoredVector>();
  const errors = new Map<string, EmbeddingError>();
  const versions = await pMap(missing, ({ article }) => vectors.listVersions(article.article_id), {
    concurrency: CONCURRENCY,
  });
  for (const { vector } of versions.flat())
    if (vector.model === embedder.model) byHash.set(vector.text_hash, vector);

  const asked = new Map(missing.map(({ hash, request }) => [hash, request]));
  for (const hash of byHash.keys()) asked.delete(hash);
  const results = asked.size === 0 ? [] : await embedOrTitles(embedder, [...asked.values()]);
  for (const [index, hash] of [...asked.keys()].entries()) {
    const result = results[index];
    if (result?.ok === true) byHash.set(hash, toStored(result.embedding, embedder.model, hash));
    else if (result !== undefined) errors.set(hash, result.error);
  }
  return { byHash, errors };
};

/**
 * Returns the vectors of articles. A stored vector of the same text and model is used again;
 * the others are embedded now and stored. A text that occurs in several articles of the batch, or in another feed's
 * version of an article, is embedded once.
 */
export const ensureVectors = async (ctx: VectorContext, articles: Article[]): Promise<ArticleVectors> => {
  const { vectors, embedder, log } = ctx;
  const stored = new Map((await vectors.getMany(articles)).map((vector) => [vector.article_id, vector]));
  const found = new Map<string, StoredVector>();
  const made: ArticleVector[] = [];
  const missing: Missing[] = [];
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
  const { byHash, errors } = await embedMissing(ctx, missing);
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
