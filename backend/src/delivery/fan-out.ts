import type { TextSource } from '../contract/index.ts';
import type { Article } from '../model/article/article.ts';
import { readArticles } from '../model/article/read-articles.ts';
import { createBudget } from '../lib/turns/spend.ts';
import type { Context } from '../model/context.ts';
import { type SitePage, versionFor } from '../model/text/full-text.ts';
import type { Subscriber } from '../model/feed/feed.ts';
import { sourceFactor } from '../model/ranking/source.ts';
import { textFor } from '../model/text/text-mode.ts';
import type { ScoreMessage } from '../queues/messages.ts';
import { ensureVectors } from '../scoring/vectors.ts';
import { findStories, type FindStoriesContext, type FoundStory } from '../stories/find-stories.ts';
import { isOlder } from './arriving-entry.ts';
import { deliver, type DeliverContext } from './deliver.ts';
import { createIsOwnersHost, type KnownPages } from './write-entry.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';

const DAY_MS = 86_400_000;
/** Subscribers to whom one message delivers. About 1,300 fill the 120 s that the function may run. */
const SUBSCRIBERS_PER_MESSAGE = 200;

/** The steps of asking rules after which a message begins no further article: about a second of work. Ordinary rules take a tenth. */
const MOST_STEPS = 40_000_000;

/** The context for bringing articles into the lists of readers. */
type FanOutContext = DeliverContext & FindStoriesContext & Pick<Context, 'sitePages' | 'feeds' | 'sendScore'>;

/**
 * Brings articles of one feed into the lists of its subscribers, with scores:
 *
 * 1. Drop a message whose articles have expired for everybody.
 * 2. Read the articles, and have each embedded once for all readers, with the text of its page where that came. Older ones
 *    that come as read are not embedded.
 * 3. Find the story of each and the one that it continues, once for all readers.
 * 4. Deliver them to one subscriber after the other, in the order of their ids, at most to 200, and until rules have taken
 *    their steps.
 * 5. Send the articles that failed in messages of their own, a message with those to which the last subscriber's rules did
 *    not come, and one for the subscribers after these.
 *
 * If the model fails, the articles still appear, unscored, and the message is thrown back to be delivered again. An
 * article that the model refuses appears unscored. An article that cannot be read or stored is left out. Articles of
 * these two kinds continue in messages of their own.
 *
 * Returns false if a message that it sent takes over the fetch job of this one.
 */
export const fanOut = async (ctx: FanOutContext, message: ScoreMessage): Promise<boolean> => {
  const now = ctx.now();
  const articleDays = ctx.settings.ARTICLE_RETENTION_DAYS;
  if (Date.parse(message.sent_at) + articleDays * DAY_MS <= now.getTime()) return true;

  const { feed_id } = message;
  const broken = new Map<string, Error>();
  const leaveOut = (article_id: string, error: Error): void => {
    if (!broken.has(article_id)) ctx.log.error('article left out', { feed_id, article_id, error });
    broken.set(article_id, error);
  };
  const stored = await articlesOf(ctx, message, leaveOut);
  const stories = await findStories(ctx, stored);
  const articles = withStories(stored, stories);
  const pages = await pagesOf(ctx, articles);
  const { vectors, failures: refused } = await ensureVectors(
    ctx,
    articles
      .filter((article) => !isOlder(article, message.read_until))
      .map((article) => versionFor(article, pages.get(article.article_id), 'full')),
  );

  const isDownForArticles = refused.some(({ error }) => error.is_retryable);
  let isModelDown = isDownForArticles;
  const isOwnersHost = createIsOwnersHost(ctx.articles);
  const budget = createBudget(MOST_STEPS);
  const later: string[] = [];
  const { readers, isOfPage, ...after } = await readersOf(ctx, message);
  let reached = 0;
  for (const { user_id: userId, ...wishes } of readers) {
    if (budget.isSpent()) break;
    reached += 1;
    const delivery = {
      message,
      articles,
      pages,
      stories,
      ...wishes,
      isOfPage,
      vectors,
      now,
      isModelDown: isDownForArticles,
      isOwnersHost,
      budget,
      leaveForLater: (article_id: string) => later.push(article_id),
      leaveOut,
    };
    if (!(await deliver(ctx, userId, delivery))) isModelDown = true;
  }

  const failures: Failure[] = [
    ...refused.filter(({ article_id }) => !broken.has(article_id)),
    ...Array.from(broken, ([article_id, error]) => ({ article_id, error })),
  ];
  const counts = { articles: articles.length, readers: reached, failed: failures.length };
  ctx.log.info('scored', { feed_id, ...counts });
  const rest = restOf(message, readers, reached, later);
  return sendNext(ctx, message, { last: after.last, ...rest, failures, isModelDown });
};

/** Returns what the first so many of the readers leave to further messages: the readers after them, and articles of the last one. */
const restOf = (
  message: ScoreMessage,
  readers: Readers['readers'],
  reached: number,
  later: readonly string[],
): Pick<Delivered, 'later'> & { last?: string | undefined } => {
  const [before, current] = [readers[reached - 2]?.user_id ?? message.after, readers[reached - 1]?.user_id];
  return {
    later: later.length === 0 ? [] : [{ article_ids: [...new Set(later)], after: before, until: current }],
    ...(reached < readers.length ? { last: current } : {}),
  };
};

const articlesOf = async (
  { articles }: FanOutContext,
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
  articles.map((article) => {
    const found = stories.get(article.article_id);
    if (found === undefined) return article;
    return { ...article, extra: { ...article.extra, story: found.story, continues: found.continues } };
  });

/** Returns what is known of the articles' pages, by article_id. */
const pagesOf = async ({ sitePages }: FanOutContext, articles: Article[]): Promise<KnownPages> => {
  const pages = await sitePages.getMany(articles.map(({ article_id }) => article_id));
  return new Map(pages.map((page): [string, SitePage] => [page.article_id, page]));
};

type Readers = {
  /** The readers, each with their settings for the feed: the text that they want, the factor of scores, and how long articles stay. */
  readers: { user_id: string; text_source: TextSource; source: number; keptDays: number | null }[];
  isOfPage: boolean;
  /** The last subscriber that was looked at, if there are more. */
  last: string | undefined;
};

/** Returns the active ones of the next subscribers, or the one for whom the message is. */
const readersOf = async ({ subscribers, feeds }: FanOutContext, message: ScoreMessage): Promise<Readers> => {
  const { feed_id, user_id: only, after, until } = message;
  const { found_text = null, articles_per_week = null, source = null } = (await feeds.get(feed_id)) ?? {};
  const isOfPage = source !== null;
  const toReader = ({ user_id, text_mode, volume, keep_days = null }: Subscriber) => ({
    user_id,
    text_source: textFor(text_mode, { found_text }),
    source: sourceFactor(articles_per_week, volume),
    keptDays: keep_days,
  });
  if (only !== undefined) {
    const subscriber = await subscribers.get(feed_id, only);
    return { readers: subscriber === null ? [] : [toReader(subscriber)], isOfPage, last: undefined };
  }
  const found = await subscribers.listSome(feed_id, after, SUBSCRIBERS_PER_MESSAGE);
  const isMeant = (userId: string) => until === undefined || userId <= until;
  const wanted = found.subscribers.filter(({ user_id, is_active }) => is_active && isMeant(user_id));
  const last = found.subscribers.at(-1)?.user_id;
  const hasMore = found.has_more && last !== until && last !== undefined && isMeant(last);
  return { readers: wanted.map(toReader), isOfPage, last: hasMore ? last : undefined };
};

type Failure = { article_id: string; error: Error };

/** The result of delivering a message to the subscribers that fit into it. */
type Delivered = {
  /** The last of these subscribers if there are more, who still wait. */
  last: string | undefined;
  /** The articles to which the rules of the last one of these did not come, limited to that subscriber. */
  later: Pick<ScoreMessage, 'article_ids' | 'after' | 'until'>[];
  failures: Failure[];
  isModelDown: boolean;
};

/** The messages to send. `isComplete` is true if none of them takes over what the message does for its fetch job. */
type Next = { messages: ScoreMessage[]; isComplete: boolean };

/**
 * Returns the messages that follow:
 *
 * - for the subscribers who still wait, one with the articles that did not fail;
 * - for the last subscriber, one with the articles to which the rules did not come;
 * - for each article that failed, one of its own with the reason, for the same subscribers and those who wait.
 *
 * If the message must be delivered again and nobody waits, throws the error. If somebody waits, two messages follow, one
 * for each side: each then fails by itself, and its repetitions do not send the others' message again and again.
 * @throws ModelUnavailableError, or the failure of the article that is alone in its message.
 */
const nextMessages = (
  message: ScoreMessage,
  { last, later, failures, isModelDown }: Delivered,
  model: string,
): Next => {
  const { job: _, ...own } = message;
  const error = isModelDown ? new ModelUnavailableError() : message.failure && failures[0]?.error;
  if (error !== undefined) {
    if (last === undefined) throw error;
    return {
      messages: [
        { ...own, until: last },
        { ...message, after: last },
      ],
      isComplete: false,
    };
  }
  const laterOnes = later.map((one) => ({ ...own, ...one }));
  const alone = failures.map(({ article_id, error: { message: reason } }) => ({
    ...own,
    article_ids: [article_id],
    failure: { model, reason },
  }));
  const failed = new Set(failures.map(({ article_id }) => article_id));
  const article_ids = message.article_ids.filter((articleId) => !failed.has(articleId));
  if (last === undefined || article_ids.length === 0)
    return { messages: [...laterOnes, ...alone], isComplete: true };
  return { messages: [...laterOnes, ...alone, { ...message, article_ids, after: last }], isComplete: false };
};

/** Sends the messages that follow. Returns false if one of them takes over what the message does for its fetch job. */
const sendNext = async (
  { sendScore, embedder }: Pick<Context, 'sendScore' | 'embedder'>,
  message: ScoreMessage,
  delivered: Delivered,
): Promise<boolean> => {
  const { messages, isComplete } = nextMessages(message, delivered, embedder.model);
  if (messages.length > 0) await sendScore(messages);
  return isComplete;
};
