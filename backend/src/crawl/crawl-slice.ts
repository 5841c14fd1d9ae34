import pMap from 'p-map';
import type { Context } from '../model/context.ts';
import { type CrawlHost, type CrawlRecord, donePages } from '../model/crawl/crawl.ts';
import type { CrawlPageRecord } from '../model/crawl/crawl-page.ts';
import { afterMs, LEASE_MS, MOST_RETRIES } from './running-crawls.ts';
import type { CrawlPageState } from '../contract/index.ts';

/** Number of hosts whose queues are read at once. */
const CONCURRENT_HOSTS = 10;

export type SliceContext = Pick<
  Context,
  'crawls' | 'crawlPages' | 'crawlErrors' | 'sendFetch' | 'now' | 'newId'
>;

type GivenOut = {
  /** The pages that were claimed, each for an owner of its own. */
  claimed: { page_id: string; owner: string }[];
  /** The time from which the next page may be asked, as far as the queue tells; null if no page waits. */
  next_at: string | null;
};

type Waiting = { page_id: string; due_at: string; host: string };

/** Returns the first pages of the queues of all hosts, with the time from which each may be asked. */
const firstOfHosts = async (
  { crawlPages }: SliceContext,
  { crawl_id, settings }: CrawlRecord,
  hosts: CrawlHost[],
  active: ReadonlyMap<string, number>,
): Promise<Waiting[]> => {
  const lists = await pMap(
    hosts,
    async ({ host, not_before }) => {
      const free = settings.host_concurrency - (active.get(host) ?? 0);
      if (free <= 0) return [];
      const oldest = await crawlPages.oldest(crawl_id, host, free);
      return oldest.map(({ page_id, due_at }) => ({
        page_id,
        host,
        due_at: not_before !== null && not_before > due_at ? not_before : due_at,
      }));
    },
    { concurrency: CONCURRENT_HOSTS },
  );
  return lists.flat().toSorted((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0));
};

/**
 * Claims the oldest pages that may be asked now, no more of a host and in all than the crawl allows. Each host has a queue
 * of its own, so that a host that is waited for does not hold up the others. `processing` are the pages that workers
 * hold.
 */
const giveOut = async (
  ctx: SliceContext,
  crawl: CrawlRecord,
  processing: readonly CrawlPageRecord[],
  at: Date,
): Promise<GivenOut> => {
  const active = new Map<string, number>();
  for (const { host } of processing) active.set(host, (active.get(host) ?? 0) + 1);
  const waiting = await firstOfHosts(ctx, crawl, await ctx.crawls.hosts(crawl.crawl_id), active);
  const free = crawl.settings.concurrency - processing.length;
  const now = at.toISOString();
  const due = waiting.filter(({ due_at }) => due_at <= now).slice(0, Math.max(0, free));
  const claims = await pMap(
    due,
    async ({ page_id }) => {
      const owner = ctx.newId();
      const key = { crawl_id: crawl.crawl_id, page_id };
      const page = await ctx.crawlPages.claim(key, owner, afterMs(at, LEASE_MS));
      return page === null ? [] : [{ page_id, owner }];
    },
    { concurrency: CONCURRENT_HOSTS },
  );
  return { claimed: claims.flat(), next_at: waiting.at(0)?.due_at ?? null };
};

const lost = {
  type: 'lost',
  message: 'The worker that asked this page ended before it was done with it.',
} as const;

/**
 * Takes a page back from a worker that died: into the queue, or to its end, if several workers died of it.
 * The worker, should it live, finds that it has lost the page and writes nothing.
 */
const takeBack = async (
  { crawls, crawlPages, crawlErrors, now }: SliceContext,
  page: CrawlPageRecord,
): Promise<void> => {
  const at = now().toISOString();
  const { crawl_id, page_id, url, retry_count, ttl } = page;
  await crawlErrors.add(crawl_id, { page_id, url, attempt: retry_count + 1, ...lost, occurred_at: at }, ttl);
  if (retry_count < MOST_RETRIES) {
    await crawlPages.putBack(page, { due_at: at, error: lost });
    return;
  }
  const isEnded = await crawlPages.finish(page, {
    state: 'error',
    crawled_at: at,
    retry_count: retry_count + 1,
    last_error_type: lost.type,
    last_error_message: lost.message,
  });
  if (isEnded && page.role === 'page') await crawls.count(crawl_id, { errors: 1 });
};

/** The shortest and the longest time between two slices, in seconds. */
const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 60;

type Slice =
  | { isOver: false; done: number; total: number; delay_seconds: number }
  | { isOver: true; done: number; reason: string | null };

type Counting = Pick<Context, 'crawls' | 'crawlPages'>;

const SITEMAPS_A_READ = 100;

/** Counts the sitemaps in a state. They are the oldest: each was queued with the time at which the crawl began. */
const countSitemaps = async (
  { crawlPages }: Counting,
  { crawl_id, created_at }: CrawlRecord,
  state: CrawlPageState,
): Promise<number> => {
  let sitemaps = 0;
  let after: string | undefined;
  do {
    const { pages, has_more } = await crawlPages.list(
      crawl_id,
      { by: 'state', state },
      { limit: SITEMAPS_A_READ, after },
    );
    const oldest = pages.filter(({ place }) => place.includes(`#${created_at}#`));
    const read = await crawlPages.getMany(
      crawl_id,
      oldest.map(({ page_id }) => page_id),
    );
    sitemaps += read.filter(({ role }) => role === 'sitemap').length;
    after = has_more && oldest.length === pages.length ? pages.at(-1)?.place : undefined;
  } while (after !== undefined);
  return sitemaps;
};

/** Counts the pages by their states and corrects the figures, which workers that died can have left off by a few. */
export const recount = async (ctx: Counting, crawl: CrawlRecord): Promise<void> => {
  const { crawls, crawlPages } = ctx;
  const { crawl_id } = crawl;
  const pagesIn = async (state: CrawlPageState) =>
    (await crawlPages.countIn(crawl_id, state)) - (await countSitemaps(ctx, crawl, state));
  const [queued, processing, completed, errors, disallowed] = await Promise.all([
    pagesIn('queued'),
    pagesIn('processing'),
    pagesIn('completed'),
    pagesIn('error'),
    pagesIn('disallowed'),
  ]);
  const figures = await crawls.figures(crawl_id);
  await crawls.count(crawl_id, {
    found: queued + processing + completed + errors + disallowed - figures.found,
    completed: completed - figures.completed,
    errors: errors - figures.errors,
    disallowed: disallowed - figures.disallowed,
  });
};

const end = async (ctx: SliceContext, crawl: CrawlRecord, reason: string | null): Promise<Slice> => {
  await recount(ctx, crawl);
  await ctx.crawls.end(crawl.user_id, crawl.crawl_id, ctx.now().toISOString());
  return { isOver: true, done: donePages(await ctx.crawls.figures(crawl.crawl_id)), reason };
};

/** Returns the seconds until something can be given out again. While pages are being asked, each may lead to others. */
const delayUntil = (nextAt: string | null, at: Date): number => {
  if (nextAt === null) return SHORTEST_SECONDS;
  const seconds = Math.ceil((Date.parse(nextAt) - at.getTime()) / 1000);
  return Math.min(Math.max(seconds, SHORTEST_SECONDS), LONGEST_SECONDS);
};

/**
 * Gives out the work of a crawl, which may run for `longestMs` milliseconds. Only the slices of its job do so, one at a time, so the numbers of pages in work hold
 * across all workers:
 *
 * 1. Take back the pages of workers that died.
 * 2. Claim the oldest pages that may be asked, and send a message for each.
 * 3. Nothing waits and nobody works: the crawl is over.
 *
 * Pages in work are read before the queue, since a worker queues what a page leads to before it lets go of the page.
 */
export const giveOutSlice = async (
  ctx: SliceContext,
  crawl: CrawlRecord,
  longestMs: number,
): Promise<Slice> => {
  const { crawls, crawlPages, sendFetch } = ctx;
  const { user_id, crawl_id } = crawl;
  const at = ctx.now();
  if (at.getTime() - Date.parse(crawl.created_at) > longestMs)
    return end(ctx, crawl, 'It ran for a day, the longest time that a crawl may take.');

  const processing = await crawlPages.processing(crawl_id);
  const isDead = ({ lease_until }: { lease_until: string | null }) =>
    lease_until === null || lease_until < at.toISOString();
  for (const page of processing.filter(isDead)) await takeBack(ctx, page);
  const held = processing.filter((page) => !isDead(page));

  const { claimed, next_at } = await giveOut(ctx, crawl, held, at);
  const messages = claimed.map((one) => ({ kind: 'crawl' as const, user_id, crawl_id, ...one }));
  if (messages.length > 0) await sendFetch(messages);
  if (processing.length === 0 && claimed.length === 0 && next_at === null) return end(ctx, crawl, null);

  const figures = await crawls.count(crawl_id, { slices: 1 });
  const done = donePages(figures);
  const isBusy = held.length + claimed.length > 0;
  return {
    isOver: false,
    done,
    total: Math.max(figures.found, done),
    delay_seconds: isBusy ? SHORTEST_SECONDS : delayUntil(next_at, at),
  };
};
