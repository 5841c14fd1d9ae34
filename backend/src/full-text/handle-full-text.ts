import type { Clock } from '../lib/clock.ts';
import type { Article, ArticleStore } from '../model/article/article.ts';
import type { EntryStore, SavedStore } from '../model/article/entry.ts';
import { versionFor, type ArticlePageStore, type ArticlePage } from '../model/text/full-text.ts';
import type { RenewCopy } from '../delivery/renew-copy.ts';
import type { Log } from '../logging/log.ts';
import { readArticles } from '../model/article/read-articles.ts';
import type { Feed } from '../model/feed/feed.ts';
import { pagesWantedOf } from '../model/text/text-mode.ts';
import type { FullTextMessage, SendScore } from '../queues/messages.ts';
import type { HandlePage } from '../queues/page-messages.ts';
import { scoreBatches } from '../queues/score-batches.ts';
import type { TakePage, TakePageDeps } from './take-page.ts';

const DAY_MS = 86_400_000;

type AskedArticlesDeps = {
  entries: Pick<EntryStore, 'get'>;
  saved: Pick<SavedStore, 'get'>;
  articlePages: Pick<ArticlePageStore, 'get'>;
  renewCopy: RenewCopy;
  articleDays: number;
  now: Clock;
};

/** Articles that only one reader has any more, as a saved copy, and whose page that reader asked for. */
type AskedArticles = {
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

/** Milliseconds after which a slice begins no further page; a page takes at most some ten seconds more. */
const BUDGET_MS = 20_000;
/** Number of pages that are asked for as samples at most, since some of them give no text. */
const MOST_SAMPLED = 6;

type HandleFullTextDeps = Pick<TakePageDeps, 'feedPages'> & {
  articlePages: Pick<ArticlePageStore, 'getMany'>;
  feeds: { get: (feedId: string) => Promise<Feed | null> };
  articles: Pick<ArticleStore, 'getMany'>;
  askedArticles: AskedArticles;
  takePage: TakePage;
  sendScore: SendScore;
  /** Returns the milliseconds between two requests to the host of this address; 0 if it needs no pause. */
  pauseOf: (url: string) => number;
  now: Clock;
  log: Log;
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
 * Creates the handler of messages for the pages of articles:
 *
 * 1. Read the feed, the articles, and what is known of their pages.
 * 2. Take one page after the other, as long as there is time and the page is still wanted. An article whose host has no
 *    turn left is kept for later.
 * 3. Send the articles whose pages came to scoring, as changed articles.
 * 4. Return those that are left.
 *
 * A page that is known already is not requested again, so that a message which comes twice changes nothing; its article
 * goes to scoring again, because the first delivery may have been cut off before that.
 */
export const createHandleFullText =
  (deps: HandleFullTextDeps): HandlePage<FullTextMessage> =>
  async (message) => {
    const feed = await deps.feeds.get(message.feed_id);
    if (feed === null) return null;
    const articles = await articlesOf(deps, message);
    const pages = await pagesOf(deps, message);
    const slice: Slice = {
      feed,
      message,
      started: deps.now().getTime(),
      sampled: message.sampled ?? 0,
      waiting: new Map(),
      waits: [],
      rest: [],
      changed: new Set(),
    };
    for (const request of message.articles) {
      const article = articles.get(request.article_id);
      if (article === undefined) continue;
      if (!(await handleOne(deps, slice, request, article, pages.get(request.article_id)))) break;
    }
    await finish(deps, slice);
    return againOf(slice);
  };

const articlesOf = async (
  { articles, askedArticles }: HandleFullTextDeps,
  { feed_id, articles: requests, asked_by }: FullTextMessage,
): Promise<Map<string, Article>> => {
  const keys = requests.map(({ article_id }) => ({ article_id, feed_id }));
  const { found } = await readArticles(articles, keys);
  const byId = new Map(found.map((article) => [article.article_id, article]));
  for (const { article_id } of asked_by === undefined ? [] : requests) {
    const saved = byId.has(article_id) ? null : await askedArticles.read(asked_by ?? '', article_id);
    if (saved !== null) byId.set(article_id, saved);
  }
  return byId;
};

const pagesOf = async (
  { articlePages }: HandleFullTextDeps,
  { articles }: FullTextMessage,
): Promise<Map<string, ArticlePage>> => {
  const known = await articlePages.getMany(articles.map(({ article_id }) => article_id));
  return new Map(known.map((page) => [page.article_id, page]));
};

/** Handles one article. Returns false if the pages of those after it are not wanted either. */
const handleOne = async (
  deps: HandleFullTextDeps,
  slice: Slice,
  request: PageRequest,
  article: Article,
  known: ArticlePage | undefined,
): Promise<boolean> => {
  const { message } = slice;
  if (known !== undefined && isKnown(known, message)) {
    if (known.state === 'taken')
      for (const id of await deps.takePage.changedBy(slice.feed, known)) slice.changed.add(id);
    return true;
  }
  const wanted = message.asked_by === undefined ? pagesWantedOf(slice.feed) : 'all';
  if (wanted === 'none' || (wanted === 'sample' && slice.sampled >= MOST_SAMPLED)) return false;
  const { link } = article;
  const host = link === null ? undefined : URL.parse(link)?.host;
  if (link === null || host === undefined) return true;
  if (slice.waiting.has(host) || deps.now().getTime() - slice.started > BUDGET_MS) {
    slice.rest.push(request);
    return true;
  }
  const owner = `${message.feed_id} ${message.asked_by ?? ''}`;
  const taken = await deps.takePage.take(slice.feed, { ...article, link }, { ...request, owner });
  if (taken.outcome === 'claimed') {
    slice.waits.push(taken.wait_ms);
    slice.rest.push(request);
    return true;
  }
  if (taken.outcome === 'wait') {
    slice.waiting.set(host, taken.wait_ms);
    slice.rest.push({ article_id: request.article_id, progress: taken.progress, is_counted: true });
    return true;
  }
  const pause = deps.pauseOf(link);
  if (pause > 0) slice.waiting.set(host, pause);
  if (wanted === 'sample') slice.sampled += 1;
  slice.feed = taken.feed;
  for (const id of taken.changed) slice.changed.add(id);
  if (message.asked_by !== undefined) await deps.askedArticles.renew(message.asked_by, article);
  return true;
};

/** Returns true if the message has nothing to ask for: the page came, or it failed since the reader asked. */
const isKnown = ({ state, at }: ArticlePage, { asked_at }: FullTextMessage): boolean =>
  state === 'taken' || (state === 'failed' && (asked_at === undefined || at >= asked_at));

/** Step 3. */
const finish = async ({ sendScore, now, log }: HandleFullTextDeps, slice: Slice): Promise<void> => {
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
