import { type Article, readArticles } from '../model/article/article.ts';
import type { Context } from '../model/context.ts';
import { textFor } from '../model/text/text-mode.ts';
import { type SitePage, versionFor } from '../model/text/full-text.ts';
import type { Subscriber } from '../model/feed/feed.ts';
import { sourceFactor } from '../model/ranking/place.ts';
import type { ScoreMessage } from '../queues/messages.ts';
import { ensureVectors } from '../scoring/vectors.ts';
import { findStories, type FindStoriesContext, type FoundStory } from '../stories/find-stories.ts';
import { isOlder } from './arriving-entry.ts';
import type { DeliverContext } from './deliver.ts';
import { deliverToAll, type MessageReader } from './deliver-to-all.ts';
import { type Failure, messagesOfParts, type Next, nextMessages } from './next-messages.ts';
import { createIsOwnersHost, type KnownPages } from './write-entry.ts';

const DAY_MS = 86_400_000;

/** The limits of one message. */
export type FanOutLimits = {
  /** The most subscribers to whom it delivers, and the most entries: of many articles it delivers to fewer subscribers. */
  subscribers: number;
  entries: number;
  /** The most messages that it sends for parts of the subscribers. */
  parts: number;
  /** The steps of asking rules after which it begins no further article. Ordinary rules take a tenth. */
  steps: number;
};

/**
 * A reader of one article takes 3.4 ms of processor on the machine of the benchmarks (`npm run bench -- --only fan-out`), one of 50 articles
 * 36 ms. If a function with 1,024 MB takes twice as long, a message of 500 readers takes 3.4 s and one of 100 readers and 50 articles 7 s. A
 * function has five of them at once and may run for 120 s.
 */
const usualLimits: FanOutLimits = {
  subscribers: 500,
  entries: 5000,
  parts: 200,
  // About a second of work.
  steps: 40_000_000,
};

/** The context for bringing articles into the lists of readers. */
export type FanOutContext = DeliverContext &
  FindStoriesContext &
  Pick<Context, 'sitePages' | 'feeds' | 'subscribers' | 'sendScore'>;

/**
 * Brings articles of one feed into the lists of its subscribers, with scores:
 *
 * 1. Drop a message whose articles have expired for everybody.
 * 2. Read the articles, and have each embedded once for all readers, with the text of its page where that came. Older ones
 *    that come as read are not embedded.
 * 3. Find the story of each and the one that it continues, once for all readers.
 * 4. If there are more than 500 subscribers, deliver to nobody and send a message for each 500 of them (for fewer if there are more than ten articles), so that several functions
 *    deliver at once. A message either cuts or delivers. So if a delivery fails and its message comes again, the messages of other parts are not sent again.
 * 5. Otherwise deliver them to all, to several subscribers at once, until rules have taken their steps.
 * 6. Send the articles that failed in messages of their own, a message with those to which the last subscriber's rules did
 *    not come, and one for the subscribers after these.
 *
 * If the model fails, the articles still appear, unscored, and the message is thrown back to be delivered again. An
 * article that the model refuses appears unscored. An article that cannot be read or stored is left out. Articles of
 * these two kinds continue in messages of their own.
 *
 * Returns false if a message that it sent takes over the fetch job of this one.
 */
export const fanOut = async (
  ctx: FanOutContext,
  message: ScoreMessage,
  limits = usualLimits,
): Promise<boolean> => {
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

  const size = sizeOf(message, limits);
  const { readers, isOfPage, hasMore } = await readersOf(ctx, message, size);
  if (hasMore) return sendParts(ctx, message, { size, most: limits.parts - 1 });

  const isModelDown = refused.some(({ error }) => error.is_retryable);
  const isOwnersHost = createIsOwnersHost(ctx.articles);
  const shared = {
    message,
    articles,
    pages,
    stories,
    isOfPage,
    vectors,
    now,
    isModelDown,
    isOwnersHost,
    leaveOut,
  };
  const { isModelDown: isDownForKeywords, ...outcome } = await deliverToAll(
    ctx,
    readers,
    shared,
    limits.steps,
  );

  const failures: Failure[] = [
    ...refused.filter(({ article_id }) => !broken.has(article_id)),
    ...Array.from(broken, ([article_id, error]) => ({ article_id, error })),
  ];
  const counts = { articles: articles.length, readers: outcome.reached, failed: failures.length };
  ctx.log.info('scored', { feed_id, ...counts });
  const delivered = { readers, ...outcome, failures, isModelDown: isModelDown || isDownForKeywords };
  return sendNext(ctx, nextMessages(message, delivered, ctx.embedder.model));
};

/** Returns the number of subscribers to whom a message delivers. */
const sizeOf = (
  { article_ids }: Pick<ScoreMessage, 'article_ids'>,
  { subscribers, entries }: FanOutLimits,
): number => Math.max(1, Math.min(subscribers, Math.floor(entries / article_ids.length)));

/** Step 4. */
const sendParts = async (
  ctx: FanOutContext,
  message: ScoreMessage,
  parts: Parameters<FanOutContext['subscribers']['listCuts']>[2],
): Promise<boolean> => {
  const { feed_id } = message;
  const cuts = await ctx.subscribers.listCuts(feed_id, message, parts);
  ctx.log.info('fanned out', { feed_id, messages: cuts.length + 1 });
  return sendNext(ctx, messagesOfParts(message, cuts));
};

/** Sends the messages that follow. Returns false if one of them takes over what the message does for its fetch job. */
const sendNext = async (
  { sendScore }: Pick<Context, 'sendScore'>,
  { messages, isComplete }: Next,
): Promise<boolean> => {
  if (messages.length > 0) await sendScore(messages);
  return isComplete;
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
  readers: MessageReader[];
  isOfPage: boolean;
  /** True if the message has more subscribers than one may deliver to. */
  hasMore: boolean;
};

/** Returns the active ones of the first subscribers, or the one for whom the message is. */
const readersOf = async (
  { subscribers, feeds }: FanOutContext,
  message: ScoreMessage,
  most: number,
): Promise<Readers> => {
  const { feed_id, user_id: only } = message;
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
    return { readers: subscriber === null ? [] : [toReader(subscriber)], isOfPage, hasMore: false };
  }
  const found = await subscribers.listSome(feed_id, message, most);
  const active = found.subscribers.filter(({ is_active }) => is_active);
  return { readers: active.map(toReader), isOfPage, hasMore: found.has_more };
};
