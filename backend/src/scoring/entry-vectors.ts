import type { Article, ArticleStore, VectorStore } from '../model/article/article.ts';
import type { EntryRow, SavedCopy, SavedStore } from '../model/article/entry.ts';
import type { Clock } from '../lib/clock.ts';
import type { StoredVector } from '../model/score/vector.ts';
import type { ArticleVectors, EnsureVectors } from './article-vectors.ts';

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
  categories: copy.categories,
  published_at: entry.published_at,
  extra: entry.extra,
  is_date_estimated: entry.is_date_estimated,
  is_own_host: false,
  boilerplate: [],
  created_at: entry.created_at,
  ttl,
});
