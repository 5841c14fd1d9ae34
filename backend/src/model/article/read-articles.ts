import { isItemError } from '../../lib/errors.ts';
import type { Article, ArticleKey, ArticleStore } from './article.ts';

export type ReadArticles = {
  found: Article[];
  /** Articles that exist but cannot be read. */
  failures: { article_id: string; error: Error }[];
};

/** Reads articles as `getMany` does, but one unreadable article does not fail the others. */
export const readArticles = async (
  articles: Pick<ArticleStore, 'getMany'>,
  keys: ArticleKey[],
): Promise<ReadArticles> => {
  try {
    return { found: await articles.getMany(keys), failures: [] };
  } catch (error) {
    if (!isItemError(error)) throw error;
    const [only, ...others] = keys;
    if (only !== undefined && others.length === 0)
      return { found: [], failures: [{ article_id: only.article_id, error }] };
  }
  const each: ReadArticles[] = [];
  for (const key of keys) each.push(await readArticles(articles, [key]));
  return {
    found: each.flatMap(({ found }) => found),
    failures: each.flatMap(({ failures }) => failures),
  };
};
