import type { Article } from '../model/article/article.ts';
import { hostOfLink, isPrivateArticle } from '../model/article/canonical-link.ts';
import type { Context } from '../model/context.ts';
import { readSignIn, type SignInContext } from '../model/feed/site-sign-in.ts';
import { signedFetch } from '../web/fetch/signed-fetch.ts';
import { foundIn, pagesWantedOf } from '../model/text/text-mode.ts';
import type { SitePage } from '../model/text/full-text.ts';
import type { Feed } from '../model/feed/feed.ts';
import { type PageContext, type PageProgress, requestPage } from '../web/request-page.ts';
import { type ReadPage, readAnswer } from './read-answer.ts';
import { requestAddress } from '../model/feed/feed-url.ts';
import { inBatches } from '../lib/lists.ts';

/** The number of articles that one message can name. */
const BATCH = 50;

/**
 * Asks for the pages of a feed's new articles, if a reader of the feed wants their texts. Articles without a link have
 * none, and an address that differs from the feed's own in its fragment alone is no page of its own.
 */
export const askPages = async (
  { feeds, sendFetch }: Pick<Context, 'feeds' | 'sendFetch'>,
  feedId: string,
  articles: Article[],
): Promise<void> => {
  const feed = await feeds.get(feedId);
  if (feed === null || pagesWantedOf(feed) === 'none') return;
  const own = requestAddress(feed.url);
  const asked = articles.filter(({ link }) => link !== null && requestAddress(link) !== own);
  const messages = inBatches(asked, BATCH).map((batch) => ({
    kind: 'full_text' as const,
    feed_id: feedId,
    articles: batch.map(({ article_id, link }) => ({ article_id, host: hostOfLink(link) })),
  }));
  if (messages.length > 0) await sendFetch(messages);
};

/**
 * Forgets the texts of the pages of articles that have another link now. Until the new pages come, the feed's texts are
 * shown.
 */
export const forgetPages = async (
  { sitePages }: Pick<Context, 'sitePages'>,
  articles: Pick<Article, 'article_id'>[],
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const nothing = { reason: null, at, site: null, text: null, same_as: [] };
  for (const page of await sitePages.getMany(articles.map(({ article_id }) => article_id)))
    if (page.state !== 'unasked') await sitePages.put({ ...page, ...nothing, state: 'unasked' });
};

/** Number of pages that are asked for a day (UTC) and feed at most. */
const PAGES_A_DAY = 200;
const DAY_MS = 86_400_000;
/** Milliseconds for which a claim holds: as long as the function may run. */
const CLAIM_MS = 120_000;
/** Milliseconds after which a page is looked for again that somebody else has claimed. */
const CLAIMED_WAIT_MS = 5000;

export type TakePageContext = PageContext &
  SignInContext &
  Pick<Context, 'feedPages' | 'sitePages' | 'feeds' | 'parser'>;

type Taken =
  /** Somebody else requests the page now. */
  | { outcome: 'claimed'; wait_ms: number }
  | { outcome: 'wait'; wait_ms: number; progress: PageProgress | undefined }
  /** `changed` has the ids of the articles that go to scoring; `feed` is the feed as it is now. */
  | { outcome: 'done'; changed: string[]; feed: Feed };

/**
 * Requests the page of an article and stores what came of it:
 *
 * 1. Claim the page, so that nobody else requests it at the same time.
 * 2. Count the request, unless it was counted when it was first tried. Above 200 a day the page is not asked for.
 * 3. Request the page and read its article.
 * 4. While the feed's mode `auto` is undecided, compare the texts; with the third article it is decided.
 * 5. Note with the article whose address the page names that the two are the same.
 * 6. Store the text, or why there is none.
 *
 * Each step can be repeated: what was cut off is done again when the message comes again.
 */
export const takePage = async (
  ctx: TakePageContext,
  feed: Feed,
  article: Article & { link: string },
  {
    progress,
    is_counted,
    owner,
  }: { progress?: PageProgress | undefined; is_counted?: boolean | undefined; owner: string },
): Promise<Taken> => {
  const now = ctx.now();
  if (!(await claim(ctx, article, owner, now))) return { outcome: 'claimed', wait_ms: CLAIMED_WAIT_MS };
  const day = Math.floor(now.getTime() / DAY_MS);
  if (is_counted !== true && !(await ctx.feedPages.takeRequest(feed.feed_id, day, PAGES_A_DAY))) {
    await store(ctx, article, limitReached, []);
    return { outcome: 'done', changed: [], feed };
  }
  const answer = await requestPage(await signedContext(ctx, feed, article), article.link, { progress });
  if (answer.outcome === 'wait') return answer;
  const read = await readAnswer(article, answer, ctx.parser.readArticle, now);
  const { feed: decided, samples } = await compare(ctx, feed, article, read);
  const same = await noteSame(ctx, article, read);
  await store(ctx, article, read, same);
  const isChanged = read.text !== null || same.length > 0;
  return {
    outcome: 'done',
    changed: isChanged ? [article.article_id, ...samples] : samples,
    feed: decided,
  };
};

/**
 * Returns the context with the sign-in of the feed's reader for its requests. An article that the reader had before giving the
 * sign-in may be others' too, and so would be its page: it is asked for as by anybody.
 */
const signedContext = async (
  ctx: TakePageContext,
  feed: Feed,
  { article_id }: Article,
): Promise<TakePageContext> => {
  if (!isPrivateArticle(article_id)) return ctx;
  const signIn = await readSignIn(ctx, feed);
  return signIn === null || signIn === 'unreadable' ? ctx : { ...ctx, fetch: signedFetch(ctx.fetch, signIn) };
};

/** Returns the ids of the articles that go to scoring because of a page that was stored before. */
export const changedBy = async (
  { feedPages }: Pick<Context, 'feedPages'>,
  feed: Feed,
  { article_id }: SitePage,
): Promise<string[]> => {
  const samples = await feedPages.samples(feed.feed_id);
  return [article_id, ...(samples.has(article_id) ? shownBy(samples) : [])];
};

const claim = (
  { sitePages }: TakePageContext,
  { article_id, ttl }: Article,
  owner: string,
  now: Date,
): Promise<boolean> =>
  sitePages.claim(article_id, {
    owner,
    now: now.toISOString(),
    until: new Date(now.getTime() + CLAIM_MS).toISOString(),
    ttl,
  });

const limitReached: ReadPage = {
  text: null,
  reason: 'limit_reached',
  site: null,
  canonical_id: null,
  permille: null,
  page: null,
};

/** Returns the ids of the samples if they show that the feed's readers want the pages: their entries follow then. */
const shownBy = (samples: ReadonlyMap<string, number>): string[] =>
  foundIn([...samples.values()]) === 'full' ? [...samples.keys()] : [];

/** Step 4. */
const compare = async (
  { feedPages, feeds }: TakePageContext,
  feed: Feed,
  { article_id }: Article,
  { permille }: ReadPage,
): Promise<{ feed: Feed; samples: string[] }> => {
  if (feed.found_text !== null || permille === null) return { feed, samples: [] };
  const samples = await feedPages.addSample(feed.feed_id, article_id, permille);
  const found_text = foundIn([...samples.values()]);
  if (found_text === null) return { feed, samples: [] };
  const changed = await feeds.update(feed.feed_id, { found_text });
  return { feed: changed ?? feed, samples: shownBy(samples) };
};

/** Step 5. Returns the ids of the articles that are the same. */
const noteSame = async (
  { sitePages }: TakePageContext,
  { article_id, ttl }: Article,
  { canonical_id }: ReadPage,
): Promise<string[]> => {
  // An article that came by a sign-in is never joined with one that other readers have.
  if (canonical_id === null || isPrivateArticle(article_id)) return [];
  const first = await sitePages.noteSame(canonical_id, article_id, ttl);
  return first === article_id ? [canonical_id] : [canonical_id, first];
};

/** Step 6. */
const store = async (
  { sitePages, now }: TakePageContext,
  { article_id, ttl }: Article,
  { text, reason, site }: ReadPage,
  same_as: string[],
): Promise<void> =>
  sitePages.put({
    article_id,
    state: text === null ? 'failed' : 'taken',
    reason,
    at: now().toISOString(),
    site,
    text,
    same_as,
    ttl,
  });
