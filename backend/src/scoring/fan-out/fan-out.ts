import type { Article, ArticleStore } from '../../model/article/article.ts';
import { readArticles } from '../../model/article/read-articles.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../logging/log.ts';
import type { SubscriberStore } from '../../model/feed/feed.ts';
import type { ScoreMessage, SendScore } from '../../queues/messages.ts';
import type { EnsureVectors } from '../article-vectors.ts';
import { ModelUnavailableError } from '../errors.ts';
import type { Deliver } from './deliver.ts';
import { createIsOwnersHost } from './write-entries.ts';

const DAY_MS = 86_400_000;

type Failure = { article_id: string; error: Error };

type SetApart = (message: ScoreMessage, failures: Failure[]) => Promise<void>;

export type FanOutDeps = {
  articles: Pick<ArticleStore, 'getMany'>;
  subscribers: Pick<SubscriberStore, 'list'>;
  ensureVectors: EnsureVectors;
  deliver: Deliver;
  setApart: SetApart;
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
 * 3. Deliver them to one subscriber after the other.
 * 4. Send the articles that failed in messages of their own.
 *
 * If the model fails, the articles still appear, unscored, and the message is thrown back to be delivered again. An
 * article that the model refuses appears unscored. An article that cannot be read or stored is left out. Articles of
 * these two kinds continue in messages of their own.
 */
export const createFanOut =
  (deps: FanOutDeps) =>
  async (message: ScoreMessage): Promise<void> => {
    const now = deps.now();
    if (Date.parse(message.sent_at) + deps.articleDays * DAY_MS <= now.getTime()) return;

    const { feed_id } = message;
    const broken = new Map<string, Error>();
    const leaveOut = (article_id: string, error: Error): void => {
      if (!broken.has(article_id)) deps.log.error('article left out', { feed_id, article_id, error });
      broken.set(article_id, error);
    };
    const articles = await articlesOf(deps, message, leaveOut);
    const { vectors, failures: refused } = await deps.ensureVectors(articles);

    let isModelDown = refused.some(({ error }) => error.is_retryable);
    const isOwnersHost = createIsOwnersHost(deps.articles);
    const readers = await readersOf(deps, message);
    for (const userId of readers) {
      const delivery = { message, articles, vectors, now, isOwnersHost, leaveOut };
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
    if (isModelDown) throw new ModelUnavailableError();
    await deps.setApart(message, failures);
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

/** Returns the active subscribers, or the one for whom the message is. */
const readersOf = async (
  { subscribers }: FanOutDeps,
  { feed_id, user_id: only }: ScoreMessage,
): Promise<string[]> => {
  const all = await subscribers.list(feed_id);
  const wanted = all.filter(({ user_id, is_active }) => (only === undefined ? is_active : user_id === only));
  return wanted.map(({ user_id }) => user_id);
};

/**
 * Creates the function that sends each failed article in a message of its own, with the reason and the embedder's
 * model. If the message is already such a message, it throws the article's error, so that the message goes to the dead
 * letters.
 */
export const createSetApart =
  (sendScore: SendScore, model: string): SetApart =>
  async (message, failures) => {
    const [first] = failures;
    if (first === undefined) return;
    if (message.failure !== undefined) throw first.error;
    const { job: _, ...rest } = message;
    await sendScore(
      failures.map(({ article_id, error }) => ({
        ...rest,
        article_ids: [article_id],
        failure: { model, reason: error.message },
      })),
    );
  };
