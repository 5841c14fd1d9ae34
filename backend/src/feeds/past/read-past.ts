import { isOver, type Job } from '../../model/job/job.ts';
import type { Context } from '../../model/context.ts';
import type { FollowedFeed } from '../../model/feed/followed-feed.ts';
import { digest } from '../../lib/digest.ts';
import { isItemError } from '../../lib/errors.ts';
import { leaseFrom } from '../../jobs/restart-job.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import type { PastMessage, PastPlace } from '../../queues/messages.ts';
import type { Again } from '../../queues/fetch-messages.ts';
import { bodyHash } from '../../refresh/document-facts.ts';
import { identify } from '../../refresh/intake/identify.ts';
import { recognise } from '../../refresh/intake/recognise.ts';
import { acceptFeed } from '../../web/fetch/headers.ts';
import type { OutboundResponse } from '../../web/guard/guarded-fetch.ts';
import { usualPaceMs } from '../../web/turns/pace.ts';
import { requestPage, type PageAnswer, type PageContext } from '../../web/request-page.ts';
import { bringItems, type BringContext } from '../bring-items.ts';
import type { FoundSitemaps } from './find-sitemaps.ts';
import { isBusy, nextAddress, takePage } from './take-page.ts';
import type { FeedRelations } from '../../parser/feed-relations.ts';

/** The most items of a feed's past that are looked at; as many as the parser takes of one document. */
const MOST_ITEMS = 2000;
/** The most documents that are requested: a page of WordPress has ten items, and a chain of empty ones need not end. */
const MOST_DOCUMENTS = 250;

type Answer = Exclude<PageAnswer, { outcome: 'wait' }>;

type PastContext = PageContext &
  BringContext &
  Pick<Context, 'feeds' | 'jobs' | 'jobLocks' | 'subscriptions' | 'seen' | 'sendJobs'> & {
    parser: Pick<DocumentParser, 'parseFeed' | 'readRelations' | 'readSitemap' | 'readArticle'>;
  };

/** Returns the mark of an address by which a place remembers that it was asked. */
const markOf = (url: string): string => digest(8, url);

/** Returns the place of a job that begins with the document at an address. */
export const firstPlace = (feed_id: string, url: string): PastPlace => ({
  feed_id,
  url,
  asked: [],
  last_hash: null,
  looked_at: 0,
  brought: 0,
});

/** Returns the place of a job that begins with the pages of a site. */
export const firstPagesPlace = (feed_id: string, { site, sitemaps, pages }: FoundSitemaps): PastPlace => ({
  ...firstPlace(feed_id, sitemaps[0] ?? site),
  pages: { site, sitemaps, from: 0, batch: [], total: Math.min(pages, MOST_ITEMS), failures: 0 },
});

const secondsFor = (requests: number): number => Math.ceil((Math.max(1, requests) * usualPaceMs) / 1000);

/** Returns what is left of a feed's past at most: articles, and the seconds that requesting them takes. */
export const leftOf = ({ looked_at, asked, pages }: PastPlace): { articles: number; seconds: number } => {
  const articles = Math.max(1, (pages?.total ?? MOST_ITEMS) - looked_at);
  return { articles, seconds: secondsFor(pages === undefined ? MOST_DOCUMENTS - asked.length : articles) };
};

/** Milliseconds for which a host is left alone that has too much to do and does not say for how long. */
const BUSY_MS = 60_000;

/** Returns the milliseconds before the next request. */
const pauseAfter = (answer: Answer): number =>
  answer.outcome === 'answered' && isBusy(answer.response) ? (answer.retry_after_ms ?? BUSY_MS) : 0;

/**
 * Handles the message for the next document of a feed's past, for the job that its reader started:
 *
 * 1. Drop the message of a job that is over, or of an earlier start.
 * 2. Request the document at the pace of its host, as robots.txt allows.
 * 3. Bring the items that the reader lacks, as read.
 * 4. Record with the job how far it came, and go on with the document before, or have the job ended.
 *
 * A message that comes twice brings nothing twice.
 */
export const readPast = async (
  ctx: PastContext,
  message: PastMessage,
): Promise<Again<PastMessage> | null> => {
  const { user_id, job_id, start_id, place } = message;
  const job = await ctx.jobs.get(user_id, job_id);
  if (job === null || isOver(job) || job.taken_by !== start_id) return null;
  await ctx.jobLocks.extendLease(job, leaseFrom(ctx.now()));
  const [subscription, feed] = await Promise.all([
    ctx.subscriptions.get(user_id, place.feed_id),
    ctx.feeds.get(place.feed_id),
  ]);
  if (subscription === null || feed === null) return endJob(ctx, job, start_id, { ...place, end: 'left' });
  const followed = { feed, subscription };
  const isPage = (place.pages?.batch.length ?? 0) > 0;
  const { progress } = place;
  const answer = await requestPage(ctx, place.url, { progress, ...(isPage ? {} : { accept: acceptFeed }) });
  if (answer.outcome === 'wait')
    return {
      message: { ...message, place: { ...place, progress: answer.progress } },
      wait_ms: answer.wait_ms,
    };
  const next =
    place.pages === undefined
      ? await takeDocument(ctx, followed, place, answer)
      : await takeSite(ctx, followed, { ...place, pages: place.pages }, answer);
  if (next.end !== undefined) return endJob(ctx, job, start_id, next);
  const going = await ctx.jobs.advance(job, {
    done: next.pages === undefined ? next.brought : next.looked_at,
    total: next.pages?.total ?? null,
    cursor: JSON.stringify(next),
  });
  return going === null ? null : { message: { ...message, place: next }, wait_ms: pauseAfter(answer) };
};

/** Sends the last slice of the job, which ends it: only the jobs function releases locks. */
const endJob = async (
  { sendJobs }: PastContext,
  { user_id, job_id, kind }: Job,
  start_id: string,
  place: PastPlace,
): Promise<null> => {
  await sendJobs([{ user_id, job_id, kind, start_id, cursor: JSON.stringify(place) }]);
  return null;
};

/** Returns the response with a document; or the reason why the past ends here. */
const documentIn = (answer: Answer): OutboundResponse | PastPlace['end'] => {
  if (answer.outcome === 'disallowed') return 'robots';
  if (answer.outcome === 'failed') return 'unreachable';
  const { status } = answer.response;
  // A page beyond the last one is not there.
  if (status === 404 || status === 410) return 'all';
  return status === 200 ? answer.response : 'unreachable';
};

/** Steps 3 and 4. Returns the place of the document before, or this one with the reason why nothing follows. */
const takeDocument = async (
  ctx: PastContext,
  { feed, subscription }: FollowedFeed,
  before: PastPlace,
  answer: Answer,
): Promise<PastPlace> => {
  const { progress: _progress, ...place } = before;
  const asked = [...place.asked, markOf(place.url)];
  const response = documentIn(answer);
  if (response === undefined || typeof response === 'string')
    return { ...place, asked, end: response ?? 'all' };
  const { body, headers, url } = response;
  const hash = bodyHash(body);
  // A server that knows no pages sends the same document for each.
  if (hash === place.last_hash) return { ...place, asked, end: 'all' };
  const contentType = headers['content-type'] ?? null;
  try {
    const parsed = await ctx.parser.parseFeed(body, contentType);
    const relations = await ctx.parser.readRelations(body, contentType, url);
    const { items, site_url } = parsed;
    const identified = identify(items, { ...feed, site_url, document_url: url }, () => {});
    const all = recognise((await ctx.seen.get(feed.feed_id)).items, identified).items;
    const room = all.slice(0, MOST_ITEMS - place.looked_at);
    const brought = await bringItems(ctx, subscription, {
      documentUrl: url,
      all,
      items: room,
      readUntil: ctx.now().toISOString(),
    });
    const next = {
      ...place,
      asked,
      last_hash: hash,
      looked_at: place.looked_at + room.length,
      brought: place.brought + brought,
    };
    const address = nextDocument(relations, place.url);
    if (address === null || asked.includes(markOf(address))) return { ...next, end: 'all' };
    if (next.looked_at >= MOST_ITEMS || asked.length >= MOST_DOCUMENTS) return { ...next, end: 'limit' };
    return { ...next, url: address };
  } catch (error) {
    if (!(error instanceof ParseError) && !isItemError(error)) throw error;
    ctx.log.warn('past not read', { feed_id: subscription.feed_id, url: place.url, error });
    return { ...place, asked, end: 'unreadable' };
  }
};

/** Step 3 and 4 for a sitemap, or a page of the site. */
const takeSite = async (
  ctx: PastContext,
  followed: FollowedFeed,
  before: PastPlace & { pages: NonNullable<PastPlace['pages']> },
  answer: Answer,
): Promise<PastPlace> => {
  const { progress: _progress, ...place } = before;
  const isPage = place.pages.batch.length > 0;
  const { pages, brought, isUnreachable } = await takePage(ctx, followed, place.pages, answer);
  const next = {
    ...place,
    pages,
    asked: isPage ? place.asked : [...place.asked, markOf(place.url)],
    looked_at: place.looked_at + (isPage ? 1 : 0),
    brought: place.brought + brought,
  };
  const url = nextAddress(pages);
  if (isUnreachable) return { ...next, end: 'unreachable' };
  if (url === null) return { ...next, end: 'all' };
  const isEnough = next.looked_at >= MOST_ITEMS || next.asked.length >= MOST_DOCUMENTS;
  return isEnough ? { ...next, end: 'limit' } : { ...next, url };
};

/**
 * Returns the address of the document with the items before those of this one; null if there is none. An archive
 * (RFC 5005, 4) comes before the next page (RFC 5005, 3), and a feed of WordPress has pages that it does not name. `url`
 * is the address that was requested.
 */
export const nextDocument = (
  { prev_archive, next, is_wordpress }: FeedRelations,
  url: string,
): string | null => {
  const named = prev_archive ?? next;
  if (named !== null || !is_wordpress) return named;
  const page = new URL(url);
  const number = Number(page.searchParams.get('paged') ?? '1');
  page.searchParams.set('paged', String(Number.isSafeInteger(number) && number > 0 ? number + 1 : 2));
  return page.href;
};
