import type { Article, ArticleStore } from '../../model/article/article.ts';
import { readArticles } from '../../model/article/read-articles.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../logging/log.ts';
import type { SubscriberStore } from '../../model/feed/feed.ts';
import type { ScoreMessage } from '../../queues/messages.ts';
import type { EnsureVectors } from '../article-vectors.ts';
import type { Deliver } from './deliver.ts';
import type { Failure, SendNext } from './next-messages.ts';
import { createIsOwnersHost } from './write-entries.ts';

const DAY_MS = 86_400_000;
/** Subscribers to whom one message delivers. About 1,300 fill the 120 s that the function may run. */
const SUBSCRIBERS_PER_MESSAGE = 200;

export type FanOutDeps = {
  articles: Pick<ArticleStore, 'getMany'>;
  subscribers: Pick<SubscriberStore, 'get' | 'listSome'>;
  ensureVectors: EnsureVectors;
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
 * 2. Read the articles, and have each embedded once for all readers.
 * 3. Deliver them to one subscriber after the other, in the order of their ids, at most to 200.
 * 4. Send the articles that failed in messages of their own, and a message for the subscribers after these.
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
    const articles = await articlesOf(deps, message, leaveOut);
    const { vectors, failures: refused } = await deps.ensureVectors(articles);

    const isDownForArticles = refused.some(({ error }) => error.is_retryable);
    let isModelDown = isDownForArticles;
    const isOwnersHost = createIsOwnersHost(deps.articles);
    const { readers, last } = await readersOf(deps, message);
    for (const userId of readers) {
      const delivery = {
        message,
        articles,
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

type Readers = {
  readers: string[];
  /** The last subscriber that was looked at, if there are more. */
  last: string | undefined;
};

/** Returns the active ones of the next subscribers, or the one for whom the message is. */
const readersOf = async ({ subscribers }: FanOutDeps, message: ScoreMessage): Promise<Readers> => {
  const { feed_id, user_id: only, after, until } = message;
  if (only !== undefined) {
    const subscriber = await subscribers.get(feed_id, only);
    return { readers: subscriber === null ? [] : [only], last: undefined };
  }
  const found = await subscribers.listSome(feed_id, after, SUBSCRIBERS_PER_MESSAGE);
  const isMeant = (userId: string) => until === undefined || userId <= until;
  const wanted = found.subscribers.filter(({ user_id, is_active }) => is_active && isMeant(user_id));
  const last = found.subscribers.at(-1)?.user_id;
  const hasMore = found.has_more && last !== until && last !== undefined && isMeant(last);
  return { readers: wanted.map(({ user_id }) => user_id), last: hasMore ? last : undefined };
};
