import type { TextSource } from '../contract/index.ts';
import type { Article, ArticleStore } from '../model/article/article.ts';
import { readArticles } from '../model/article/read-articles.ts';
import type { StoredVector } from '../model/score/vector.ts';
import type { ArticlePage } from '../model/text/full-text.ts';
import type { ScoreMessage } from '../queues/messages.ts';

/** The stored facts about the articles' pages, by article_id. */
export type KnownPages = ReadonlyMap<string, ArticlePage>;

/** The articles of one message, with what all its readers share, and the text that this reader wants. */
export type Delivery = {
  message: ScoreMessage;
  articles: Article[];
  pages: KnownPages;
  text_source: TextSource;
  /** The factor of this reader's scores for articles of the feed. */
  source: number;
  vectors: ReadonlyMap<string, StoredVector>;
  now: Date;
  /** True if the model did not answer for one of the articles. */
  isModelDown: boolean;
  /** Returns true if this feed has the host of the article's link, by its stored version. */
  isOwnersHost: (articleId: string, feedId: string) => Promise<boolean>;
  /** Leaves an article out that cannot be written; the others still reach the reader. */
  leaveOut: (articleId: string, error: Error) => void;
};

/** Creates the function that looks each owner of an article up once for all readers. */
export const createIsOwnersHost = (articles: Pick<ArticleStore, 'getMany'>): Delivery['isOwnersHost'] => {
  const known = new Map<string, Promise<boolean>>();
  const look = async (article_id: string, feed_id: string): Promise<boolean> => {
    const { found } = await readArticles(articles, [{ article_id, feed_id }]);
    return found[0]?.is_own_host === true;
  };
  return (articleId, feedId) => {
    const key = `${articleId} ${feedId}`;
    const answer = known.get(key) ?? look(articleId, feedId);
    known.set(key, answer);
    return answer;
  };
};
