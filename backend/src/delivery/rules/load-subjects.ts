import { type Article, readArticles } from '../../model/article/article.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import type { Subscription } from '../../model/feed/subscription.ts';
import { type SubjectArticle, type RuleSubject, subjectOf } from '../../model/rules/rule-subject.ts';
import { textFor } from '../../model/text/text-mode.ts';
import { versionFor } from '../../model/text/full-text.ts';

/** The context for loading entries as rules see them. */
export type SubjectsContext = Pick<Context, 'articles' | 'sitePages' | 'feeds' | 'saved'>;

/** The part of an entry, or of its row in a list, that rules need. */
type SubjectEntry = Pick<
  Entry,
  'user_id' | 'article_id' | 'feed_ids' | 'link' | 'title' | 'excerpt' | 'extra' | 'is_saved'
> &
  Partial<Pick<Entry, 'text_source'>>;

export type WithSubject<E> = { entry: E; subject: RuleSubject };

type Reading = { subscriptions: readonly Subscription[]; isRead: boolean };

const rowOf = ({ article_id, link, title, excerpt, extra }: SubjectEntry): SubjectArticle => ({
  article_id,
  link,
  title,
  summary: excerpt,
  content: '',
  author: null,
  categories: [],
  enclosures: [],
  extra,
});

/**
 * Returns entries as rules see them. With `isRead`, their articles are read; otherwise the row is all that is known. The
 * text is the one that the reader sees: the feed's or the page's, and the reader's own copy where the article is gone.
 */
export const loadSubjects = async <E extends SubjectEntry>(
  ctx: SubjectsContext,
  entries: readonly E[],
  { subscriptions, isRead }: Reading,
): Promise<WithSubject<E>[]> => {
  const byFeed = new Map(subscriptions.map((subscription) => [subscription.feed_id, subscription]));
  const { shown, pageFeeds } = isRead ? await versionsOf(ctx, entries, byFeed) : nothingRead;
  return entries.map((entry) => {
    const { feed_ids } = entry;
    const folders = feed_ids.flatMap((feedId) => byFeed.get(feedId)?.folder ?? []);
    const article = shown.get(entry.article_id) ?? rowOf(entry);
    const isOfPage = feed_ids.some((feedId) => pageFeeds.has(feedId));
    return { entry, subject: subjectOf({ ...article, extra: entry.extra }, { feed_ids, folders, isOfPage }) };
  });
};

/** The versions of articles that the reader sees, by article_id, and the feeds that are pages without a feed. */
type Versions = { shown: ReadonlyMap<string, SubjectArticle>; pageFeeds: ReadonlySet<string> };

const nothingRead: Versions = { shown: new Map(), pageFeeds: new Set() };

const versionsOf = async (
  ctx: SubjectsContext,
  entries: readonly SubjectEntry[],
  byFeed: ReadonlyMap<string, Subscription>,
): Promise<Versions> => {
  const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
  const [{ found }, pages, feeds] = await Promise.all([
    readArticles(ctx.articles, keys),
    ctx.sitePages.getMany(entries.map(({ article_id }) => article_id)),
    ctx.feeds.getMany([...new Set(keys.map(({ feed_id }) => feed_id))]),
  ]);
  const articles = new Map(found.map((article) => [article.article_id, article]));
  const pageOf = new Map(pages.map((page) => [page.article_id, page]));
  const feedOf = new Map(feeds.map((feed) => [feed.feed_id, feed]));
  const shown = new Map<string, SubjectArticle>();
  for (const entry of entries) {
    const { article_id, feed_ids, text_source } = entry;
    const article = articles.get(article_id);
    const mode = byFeed.get(feed_ids[0])?.text_mode ?? 'auto';
    const source = text_source ?? textFor(mode, feedOf.get(feed_ids[0]) ?? { found_text: null });
    const version =
      article === undefined ? await copyOf(ctx, entry) : versionFor(article, pageOf.get(article_id), source);
    if (version !== null) shown.set(article_id, version);
  }
  const pageFeeds = new Set(feeds.flatMap(({ feed_id, source }) => (source === null ? [] : [feed_id])));
  return { shown, pageFeeds };
};

const copyOf = async (
  { saved }: Pick<Context, 'saved'>,
  entry: SubjectEntry,
): Promise<SubjectArticle | null> => {
  if (!entry.is_saved) return null;
  const copy = await saved.get(entry.user_id, entry.article_id);
  if (copy === null) return null;
  const { summary, content, author, categories, enclosures } = copy;
  const { article_id, link, title, extra } = entry;
  return {
    article_id,
    link,
    title,
    summary,
    content,
    author,
    categories,
    enclosures,
    extra,
  } satisfies Partial<Article>;
};
