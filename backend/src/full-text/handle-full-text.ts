import { renewCopy } from '../delivery/saved-copy.ts';
import type { Settings } from '../config/settings.ts';
import { type Article, readArticles } from '../model/article/article.ts';
import { hostOfLink } from '../model/article/canonical-link.ts';
import type { Context } from '../model/context.ts';
import type { Feed } from '../model/feed/feed.ts';
import { pagesWantedOf } from '../model/text/text-mode.ts';
import { versionFor, type SitePage } from '../model/text/full-text.ts';
import type { FullTextMessage } from '../queues/messages.ts';
import type { Again } from '../queues/fetch-messages.ts';
import { scoreBatches } from '../queues/outgoing.ts';
import { isAllowedHost, parseAllowHosts, portOf } from '../web/guard/target.ts';
import { changedBy, takePage, type TakePageContext } from './take-page.ts';

const DAY_MS = 86_400_000;

type AskedContext = Pick<Context, 'entries' | 'saved' | 'sitePages' | 'now'> & {
  settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS'>;
};

/**
 * Returns the article of a reader's saved copy, which nobody else has any more and whose page that reader asked for; null
 * if there is none.
 */
const readCopy = async (
  { entries, saved, now, settings }: AskedContext,
  userId: string,
  articleId: string,
): Promise<Article | null> => {
  const [entry, copy] = await Promise.all([entries.get(userId, articleId), saved.get(userId, articleId)]);
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
    ttl: Math.floor((now().getTime() + settings.ARTICLE_RETENTION_DAYS * DAY_MS) / 1000),
  };
};

/** Writes the text that came into the copy of the reader who asked for it, if the article is saved. */
const renewAsked = async (ctx: AskedContext, userId: string, article: Article): Promise<void> => {
  const entry = await ctx.entries.get(userId, article.article_id);
  const page = await ctx.sitePages.get(article.article_id);
  if (entry === null || page === null) return;
  await renewCopy(ctx, entry, versionFor(article, page, entry.text_source ?? 'feed'));
};

/** Milliseconds after which a slice begins no further page; a page takes at most some ten seconds more. */
const BUDGET_MS = 20_000;
/** Number of pages that are asked for as samples at most, since some of them give no text. */
const MOST_SAMPLED = 6;

type FullTextContext = AskedContext & TakePageContext & Pick<Context, 'articles' | 'sendScore' | 'log'>;

/** Milliseconds between two pages of a host. */
const PAUSE_MS = 1000;

/** Returns the milliseconds between two requests to the host of this address; 0 if it needs no pause. */
const pauseOf = ({ settings }: FullTextContext, url: string): number => {
  const target = new URL(url);
  const allowHosts = parseAllowHosts(settings.FETCH_ALLOW_HOSTS);
  return isAllowedHost(allowHosts, target.hostname, portOf(target)) ? 0 : PAUSE_MS;
};

type PageRequest = FullTextMessage['articles'][number];

/** The state of the work on one message. */
type Slice = {
  feed: Feed;
  message: FullTextMessage;
  started: number;
  sampled: number;
  /** Hosts whose next turn is not yet, and in how many milliseconds it is. */
  waiting: Map<string, number>;
  /** In how many milliseconds pages that somebody else requests now are looked for again. */
  waits: number[];
  rest: PageRequest[];
  /** Ids of the articles that go to scoring, because what is known of their pages changed. */
  changed: Set<string>;
};

/**
 * Handles a message for the pages of articles:
 *
 * 1. Read the feed.
 * 2. Take one page after the other, as long as there is time and the page is still wanted. An article whose host has no
 *    turn left is kept for later, and not read.
 * 3. Send the articles whose pages came to scoring, as changed articles.
 * 4. Return those that are left.
 *
 * A page that is known already is not requested again, so that a message which comes twice changes nothing; its article
 * goes to scoring again, because the first delivery may have been cut off before that.
 */
export const handleFullText = async (
  ctx: FullTextContext,
  message: FullTextMessage,
): Promise<Again<FullTextMessage> | null> => {
  const feed = await ctx.feeds.get(message.feed_id);
  if (feed === null) return null;
  const slice: Slice = {
    feed,
    message,
    started: ctx.now().getTime(),
    sampled: message.sampled ?? 0,
    waiting: new Map(),
    waits: [],
    rest: [],
    changed: new Set(),
  };
  for (const request of message.articles) if (!(await handleOne(ctx, slice, request))) break;
  await finish(ctx, slice);
  return againOf(slice);
};

/** Reads an article, or the copy of the reader who asked for its page; null without one, or if it cannot be read. */
const readArticle = async (
  ctx: FullTextContext,
  { feed_id, asked_by }: FullTextMessage,
  articleId: string,
): Promise<Article | null> => {
  const { found } = await readArticles(ctx.articles, [{ article_id: articleId, feed_id }]);
  return found[0] ?? (asked_by === undefined ? null : readCopy(ctx, asked_by, articleId));
};

/** Returns which pages are wanted of those of which nothing is known. */
const wantedOf = ({ message, feed, sampled }: Slice) => {
  const wanted = message.asked_by === undefined ? pagesWantedOf(feed) : 'all';
  return wanted === 'sample' && sampled >= MOST_SAMPLED ? 'none' : wanted;
};

const mustWait = ({ now }: FullTextContext, { waiting, started }: Slice, host: string): boolean =>
  waiting.has(host) || now().getTime() - started > BUDGET_MS;

/** Handles one article. Returns false if the pages of those after it are not wanted either. */
const handleOne = async (ctx: FullTextContext, slice: Slice, request: PageRequest): Promise<boolean> => {
  const { article_id, host } = request;
  const isKept = host !== undefined && mustWait(ctx, slice, host);
  const known = isKept ? null : await ctx.sitePages.get(article_id);
  if (known !== null && isKnown(known, slice.message)) {
    if (known.state === 'taken')
      for (const id of await changedBy(ctx, slice.feed, known)) slice.changed.add(id);
    return true;
  }
  if (wantedOf(slice) === 'none') return false;
  if (isKept) slice.rest.push(request);
  else await handleUnknown(ctx, slice, request);
  return true;
};

/** Requests the page of an article, if its host has a turn. */
const handleUnknown = async (ctx: FullTextContext, slice: Slice, request: PageRequest): Promise<void> => {
  const { message, feed } = slice;
  const { article_id } = request;
  const article = await readArticle(ctx, message, article_id);
  const link = article?.link ?? null;
  const host = hostOfLink(link);
  if (article === null || link === null || host === undefined) return;
  if (mustWait(ctx, slice, host)) {
    slice.rest.push({ ...request, host });
    return;
  }
  const owner = `${message.feed_id} ${message.asked_by ?? ''}`;
  const taken = await takePage(ctx, feed, { ...article, link }, { ...request, owner });
  if (taken.outcome === 'claimed') {
    slice.waits.push(taken.wait_ms);
    slice.rest.push({ ...request, host });
    return;
  }
  if (taken.outcome === 'wait') {
    slice.waiting.set(host, taken.wait_ms);
    slice.rest.push({ article_id, host, progress: taken.progress, is_counted: true });
    return;
  }
  const pause = pauseOf(ctx, link);
  if (pause > 0) slice.waiting.set(host, pause);
  if (wantedOf(slice) === 'sample') slice.sampled += 1;
  slice.feed = taken.feed;
  for (const id of taken.changed) slice.changed.add(id);
  if (message.asked_by !== undefined) await renewAsked(ctx, message.asked_by, article);
};

/** Returns true if the message has nothing to ask for: the page came, or it failed since the reader asked. */
const isKnown = ({ state, at }: SitePage, { asked_at }: FullTextMessage): boolean =>
  state === 'taken' || (state === 'failed' && (asked_at === undefined || at >= asked_at));

/** Step 3. */
const finish = async ({ sendScore, now, log }: FullTextContext, slice: Slice): Promise<void> => {
  const { message, changed, rest } = slice;
  const { feed_id } = message;
  const sent_at = now().toISOString();
  if (changed.size > 0) await sendScore(scoreBatches([...changed], { feed_id, is_update: true, sent_at }));
  log.info('pages asked for', { feed_id, changed: changed.size, waiting: rest.length });
};

/** Returns the articles that are left, to go on with as soon as one of their hosts has a turn. */
const againOf = ({ message, rest, waiting, waits, sampled }: Slice) => {
  if (rest.length === 0) return null;
  const all = [...waiting.values(), ...waits];
  const wait_ms = all.length === 0 ? 0 : Math.min(...all);
  return { message: { ...message, articles: rest, ...(sampled === 0 ? {} : { sampled }) }, wait_ms };
};
