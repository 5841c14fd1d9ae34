import pMap from 'p-map';
import type { Article, ArticleVector, VectorStore } from '../model/article/article.ts';
import type { Log } from '../logging/log.ts';
import { comparedText } from './compared-text.ts';
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
  body: comparedText(article),
  purpose: 'article',
});

export type ArticleVectors = {
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
    const results = asked.size === 0 ? [] : await embedOrTitles(embedder, [...asked.values()]);
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
