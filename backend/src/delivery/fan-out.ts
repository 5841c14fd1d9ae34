import type { TextSource } from '../contract/index.ts';
import type { Article, ArticleStore } from '../model/article/article.ts';
import { readArticles } from '../model/article/read-articles.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../logging/log.ts';
import type { ArticlePage, ArticlePageStore } from '../model/text/full-text.ts';
import { versionFor } from '../model/text/full-text.ts';
import type { FeedStore, Subscriber, SubscriberStore } from '../model/feed/feed.ts';
import { sourceFactor } from '../model/ranking/source.ts';
import { textFor } from '../model/text/text-mode.ts';
import type { ScoreMessage } from '../queues/messages.ts';
import type { EnsureVectors } from '../scoring/article-vectors.ts';
import type { FindStories, FoundStory } from '../stories/find-stories.ts';
import type { Deliver } from './deliver.ts';
import type { Failure, SendNext } from './next-messages.ts';
import { createIsOwnersHost, type KnownPages } from './delivery.ts';

const DAY_MS = 86_400_000;
/** Subscribers to whom one message delivers. About 1,300 fill the 120 s that the function may run. */
const SUBSCRIBERS_PER_MESSAGE = 200;

export type FanOutDeps = {
  articles: Pick<ArticleStore, 'getMany'>;
  articlePages: Pick<ArticlePageStore, 'getMany'>;
  feeds: Pick<FeedStore, 'get'>;
  subscribers: Pick<SubscriberStore, 'get' | 'listSome'>;
  ensureVectors: EnsureVectors;
  findStories: FindStories;
  deliver: Deliver;
  sendNext: SendNext;
  /** The deployment's retention of articles, in days. */
  articleDays: number;
  now: Clock;
  log: Log;
};

/**
 * Creates the function that brings articles of one feed into the lists of its subscribers, with scores:
 *
 * 1. Drop a message whose articles have expired for everybody.
 * 2. Read the articles, and have each embedded once for all readers, with the text of its page where that came.
 * 3. Find the story of each and the one that it continues, once for all readers.
 * 4. Deliver them to one subscriber after the other, in the order of their ids, at most to 200.
 * 5. Send the articles that failed in messages of their own, and a message for the subscribers after these.
 *
 * If the model fails, the articles still appear, unscored, and the message is thrown back to be delivered again. An
 * article that the model refuses appears unscored. An article that cannot be read or stored is left out. Articles of
 * these two kinds continue in messages of their own.
 *
 * The function returns false if a message that it sent takes over the fetch job of this one.
 */
export const createFanOut =
  (deps: FanOutDeps) =>
  async (message: ScoreMessage): Promise<boolean> => {
    const now = deps.now();
    if (Date.parse(message.sent_at) + deps.articleDays * DAY_MS <= now.getTime()) return true;

    const { feed_id } = message;
    const broken = new Map<string, Error>();
    const leaveOut = (article_id: string, error: Error): void => {
      if (!broken.has(article_id)) deps.log.error('article left out', { feed_id, article_id, error });
      broken.set(article_id, error);
    };
    const stored = await articlesOf(deps, message, leaveOut);
    const articles = withStories(stored, await deps.findStories(stored));
    const pages = await pagesOf(deps, articles);
    const { vectors, failures: refused } = await deps.ensureVectors(
      articles.map((article) => versionFor(article, pages.get(article.article_id), 'full')),
    );

    const isDownForArticles = refused.some(({ error }) => error.is_retryable);
    let isModelDown = isDownForArticles;
    const isOwnersHost = createIsOwnersHost(deps.articles);
    const { readers, last } = await readersOf(deps, message);
    for (const { user_id: userId, text_source, source } of readers) {
      const delivery = {
        message,
        articles,
        pages,
        text_source,
        source,
        vectors,
        now,
        isModelDown: isDownForArticles,
        isOwnersHost,
        leaveOut,
      };
      if (!(await deps.deliver(userId, delivery))) isModelDown = true;
    }

    const failures: Failure[] = [
      ...refused.filter(({ article_id }) => !broken.has(article_id)),
      ...Array.from(broken, ([article_id, error]) => ({ article_id, error })),
    ];
    deps.log.info('scored', {
      feed_id,
      articles: articles.length,
      readers: readers.length,
      failed: failures.length,
    });
    return deps.sendNext(message, { last, failures, isModelDown });
  };

const articlesOf = async (
  { articles }: FanOutDeps,
  { feed_id, article_ids }: ScoreMessage,
  leaveOut: (articleId: string, error: Error) => void,
): Promise<Article[]> => {
  const { found, failures } = await readArticles(
    articles,
    article_ids.map((article_id) => ({ article_id, feed_id })),
  );
  for (const { article_id, error } of failures) leaveOut(article_id, error);
  return found;
};

const withStories = (articles: Article[], stories: ReadonlyMap<string, FoundStory>): Article[] =>
  articles.map((article) => ({
    ...article,
    extra: { ...article.extra, ...stories.get(article.article_id) },
  }));

/** Returns what is known of the articles' pages, by article_id. */
const pagesOf = async ({ articlePages }: FanOutDeps, articles: Article[]): Promise<KnownPages> => {
  const pages = await articlePages.getMany(articles.map(({ article_id }) => article_id));
  return new Map(pages.map((page): [string, ArticlePage] => [page.article_id, page]));
};

type Readers = {
  /** The readers, each with what their settings for the feed say: the text that they want and the factor of scores. */
  readers: { user_id: string; text_source: TextSource; source: number }[];
  /** The last subscriber that was looked at, if there are more. */
  last: string | undefined;
};

/** Returns the active ones of the next subscribers, or the one for whom the message is. */
const readersOf = async ({ subscribers, feeds }: FanOutDeps, message: ScoreMessage): Promise<Readers> => {
  const { feed_id, user_id: only, after, until } = message;
  const { found_text = null, articles_per_week = null } = (await feeds.get(feed_id)) ?? {};
  const toReader = ({ user_id, text_mode, volume }: Subscriber) => ({
    user_id,
    text_source: textFor(text_mode, { found_text }),
    source: sourceFactor(articles_per_week, volume),
  });
  if (only !== undefined) {
    const subscriber = await subscribers.get(feed_id, only);
    return { readers: subscriber === null ? [] : [toReader(subscriber)], last: undefined };
  }
  const found = await subscribers.listSome(feed_id, after, SUBSCRIBERS_PER_MESSAGE);
  const isMeant = (userId: string) => until === undefined || userId <= until;
  const wanted = found.subscribers.filter(({ user_id, is_active }) => is_active && isMeant(user_id));
  const last = found.subscribers.at(-1)?.user_id;
  const hasMore = found.has_more && last !== until && last !== undefined && isMeant(last);
  return { readers: wanted.map(toReader), last: hasMore ? last : undefined };
};
