import type { Clock } from '../lib/clock.ts';
import type { Article } from '../model/article/article.ts';
import type { EntryStore, SavedStore } from '../model/article/entry.ts';
import { versionFor, type ArticlePageStore } from '../model/text/full-text.ts';
import type { RenewCopy } from '../delivery/renew-copy.ts';

const DAY_MS = 86_400_000;

export type AskedArticlesDeps = {
  entries: Pick<EntryStore, 'get'>;
  saved: Pick<SavedStore, 'get'>;
  articlePages: Pick<ArticlePageStore, 'get'>;
  renewCopy: RenewCopy;
  articleDays: number;
  now: Clock;
};

/** Articles that only one reader has any more, as a saved copy, and whose page that reader asked for. */
export type AskedArticles = {
  /** Returns the article of a reader's copy; null if there is none. */
  read: (userId: string, articleId: string) => Promise<Article | null>;
  /** Writes the text that came into the reader's copy, if the article is saved. */
  renew: (userId: string, article: Article) => Promise<void>;
};

export const createAskedArticles = (deps: AskedArticlesDeps): AskedArticles => ({
  read: async (userId, articleId) => {
    const [entry, copy] = await Promise.all([
      deps.entries.get(userId, articleId),
      deps.saved.get(userId, articleId),
    ]);
    if (entry === null || copy === null) return null;
    const { summary, content, author, enclosures, categories } = copy;
    return {
      article_id: articleId,
      feed_id: entry.feed_ids[0],
      link: entry.link,
      title: entry.title,
      summary,
      content,
      author,
      enclosures,
      categories,
      published_at: entry.published_at,
      is_date_estimated: entry.is_date_estimated,
      is_own_host: false,
      boilerplate: [],
      extra: entry.extra,
      created_at: entry.created_at,
      ttl: Math.floor((deps.now().getTime() + deps.articleDays * DAY_MS) / 1000),
    };
  },
  renew: async (userId, article) => {
    const entry = await deps.entries.get(userId, article.article_id);
    const page = await deps.articlePages.get(article.article_id);
    if (entry === null || page === null) return;
    await deps.renewCopy(entry, versionFor(article, page, entry.text_source ?? 'feed'));
  },
});
