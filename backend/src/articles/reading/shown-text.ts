import type { FullTextAnswer, TextMode, TextSource } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Article, ArticleStore } from '../../model/article/article.ts';
import type { Entry, SavedCopy, SavedStore } from '../../model/article/entry.ts';
import {
  EXPECTED_MS,
  fullTextAnswer,
  withPageText,
  type ArticlePage,
  type ArticlePageStore,
} from '../../model/text/full-text.ts';
import type { Feed, FeedStore } from '../../model/feed/feed.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import { pagesWantedOf, textFor } from '../../model/text/text-mode.ts';

export type ShownTextDeps = {
  articles: Pick<ArticleStore, 'get'>;
  articlePages: Pick<ArticlePageStore, 'get'>;
  feeds: Pick<FeedStore, 'get'>;
  saved: Pick<SavedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'get'>;
  now: Clock;
};

/** The large part of an article as one reader sees it. */
type Body = Pick<Article, 'summary' | 'content' | 'author' | 'enclosures' | 'categories'>;

/** The text of an article that its reader sees, and the versions that exist. */
export type ShownText = {
  /** Null if no text is left. */
  body: Body | null;
  full_text: FullTextAnswer;
  article: Article | null;
  copy: SavedCopy | null;
  page: ArticlePage | null;
};

/**
 * Reads the text of an entry that its reader sees: the feed's or the page's, by the article's choice or the feed's
 * mode.
 */
export type ReadShownText = (entry: Entry) => Promise<ShownText>;

export const createReadShownText =
  (deps: ShownTextDeps): ReadShownText =>
  async (entry) => {
    const { user_id, article_id, link } = entry;
    const [feed_id] = entry.feed_ids;
    const [article, copy, page, { source, isWanted }] = await Promise.all([
      deps.articles.get({ article_id, feed_id }),
      deps.saved.get(user_id, article_id),
      deps.articlePages.get(article_id),
      sourceOf(deps, entry),
    ]);
    const now = deps.now();
    const isNew = isWanted && Date.parse(entry.created_at) + EXPECTED_MS > now.getTime();
    return {
      body: shownBody(entry, { article, copy, page, source }),
      full_text: fullTextAnswer(page, { source, link, isNew, now }),
      article,
      copy,
      page,
    };
  };

/** Returns where the text is from that the reader sees, and whether the pages of the feed's new articles are wanted. */
const sourceOf = async (
  { feeds, subscriptions }: ShownTextDeps,
  { user_id, feed_ids: [feed_id], text_source }: Entry,
): Promise<{ source: TextSource; isWanted: boolean }> => {
  const [subscription, feed] = await Promise.all([subscriptions.get(user_id, feed_id), feeds.get(feed_id)]);
  return {
    source: shownSource({ text_source }, subscription?.text_mode, feed),
    isWanted: feed !== null && pagesWantedOf(feed) === 'all',
  };
};

/** Returns where the text is from that the reader sees, by the mode of the subscription if there is one. */
export const shownSource = (
  { text_source }: Pick<Entry, 'text_source'>,
  mode: TextMode | undefined,
  feed: Pick<Feed, 'found_text'> | null,
): TextSource => text_source ?? (feed === null ? 'feed' : textFor(mode ?? 'auto', feed));

/** Returns the text that the reader sees; null if none is left. A saved article shows its copy, which has the page's text if that came before or after it was saved. */
export const shownBody = (
  { is_saved }: Pick<Entry, 'is_saved'>,
  { article, copy, page, source }: Pick<ShownText, 'article' | 'copy' | 'page'> & { source: TextSource },
): Body | null => {
  if (is_saved && copy !== null) return copy;
  if (article === null) return copy;
  return source === 'full' && page?.text ? withPageText(article, page.text) : article;
};
