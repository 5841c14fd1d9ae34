import type { Article, ArticleVector, VectorStore } from '../articles/article.ts';
import type { Log } from '../config/log.ts';
import { plainText } from '../refresh/parse/text.ts';
import type { Embedder, EmbedRequest, EmbeddingError } from './embedder.ts';
import { textHash, toStored } from './vector-codec.ts';
import type { StoredVector } from './vector.ts';

export const embedRequest = (article: Article): EmbedRequest => ({
  title: article.title,
  body: plainText(article.content) || article.summary,
  purpose: 'article',
});

export type ArticleVectors = {
  /** By article_id; an article the model failed on is missing. */
  vectors: Map<string, StoredVector>;
  failures: { article_id: string; error: EmbeddingError }[];
};

export type EnsureVectors = (articles: Article[]) => Promise<ArticleVectors>;

/** The vectors of articles of one feed: those that stand for the same text and model, the rest embedded now and stored. */
export const createEnsureVectors =
  ({ vectors, embedder, log }: { vectors: VectorStore; embedder: Embedder; log: Log }): EnsureVectors =>
  async (articles) => {
    const stored = new Map(
      (await vectors.getMany(articles)).map(({ article_id, vector }) => [article_id, vector]),
    );
    const found = new Map<string, StoredVector>();
    const missing: { article: Article; request: EmbedRequest; hash: string }[] = [];
    for (const article of articles) {
      const request = embedRequest(article);
      const hash = textHash(request);
      const vector = stored.get(article.article_id);
      if (vector?.model === embedder.model && vector.text_hash === hash)
        found.set(article.article_id, vector);
      else missing.push({ article, request, hash });
    }
    if (missing.length === 0) return { vectors: found, failures: [] };

    const results = await embedder.embed(missing.map(({ request }) => request));
    const made: ArticleVector[] = [];
    const failures: ArticleVectors['failures'] = [];
    for (const [index, { article, hash }] of missing.entries()) {
      const { article_id, feed_id, ttl } = article;
      const result = results[index];
      if (result?.ok === true) {
        const vector = toStored(result.embedding, embedder.model, hash);
        made.push({ article_id, feed_id, vector, ttl });
        found.set(article_id, vector);
      } else if (result !== undefined) {
        failures.push({ article_id, error: result.error });
        log.warn('embedding failed', { article_id, error: result.error.message, model: embedder.model });
      }
    }
    if (made.length > 0) await vectors.putMany(made);
    return { vectors: found, failures };
  };
