import type { Clock } from '../../lib/clock.ts';
import type { CrawlPageState } from '../../contract/index.ts';
import { donePages, type CrawlRecord, type CrawlStore } from '../../model/crawl/crawl.ts';
import type { CrawlErrorStore, CrawlPageRecord, CrawlPageStore } from '../../model/crawl/crawl-page.ts';
import { MOST_RETRIES } from '../running-crawls.ts';
import type { SendPages } from '../../queues/messages.ts';
import { giveOut, type GiveOutDeps } from './give-out.ts';

type TakeBackDeps = {
  crawls: Pick<CrawlStore, 'count'>;
  crawlPages: Pick<CrawlPageStore, 'putBack' | 'finish'>;
  crawlErrors: Pick<CrawlErrorStore, 'add'>;
  now: Clock;
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
  { crawls, crawlPages, crawlErrors, now }: TakeBackDeps,
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

export type SliceDeps = {
  crawls: Pick<CrawlStore, 'hosts' | 'count' | 'figures' | 'end'>;
  crawlPages: Pick<
    CrawlPageStore,
    'processing' | 'oldest' | 'claim' | 'putBack' | 'finish' | 'countIn' | 'list' | 'getMany'
  >;
  crawlErrors: TakeBackDeps['crawlErrors'];
  sendPages: SendPages;
  now: Clock;
  newId: () => string;
  /** The longest time for which a crawl runs, in milliseconds. */
  longestMs: number;
} & GiveOutDeps;

export type Slice =
  | { isOver: false; done: number; total: number; delay_seconds: number }
  | { isOver: true; done: number; reason: string | null };

type Counting = Pick<SliceDeps, 'crawls' | 'crawlPages'>;

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
export const recount = async (deps: Counting, crawl: CrawlRecord): Promise<void> => {
  const { crawls, crawlPages } = deps;
  const { crawl_id } = crawl;
  const pagesIn = async (state: CrawlPageState) =>
    (await crawlPages.countIn(crawl_id, state)) - (await countSitemaps(deps, crawl, state));
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

const end = async (deps: SliceDeps, crawl: CrawlRecord, reason: string | null): Promise<Slice> => {
  await recount(deps, crawl);
  await deps.crawls.end(crawl.user_id, crawl.crawl_id, deps.now().toISOString());
  return { isOver: true, done: donePages(await deps.crawls.figures(crawl.crawl_id)), reason };
};

/** Returns the seconds until something can be given out again. While pages are being asked, each may lead to others. */
const delayUntil = (nextAt: string | null, at: Date): number => {
  if (nextAt === null) return SHORTEST_SECONDS;
  const seconds = Math.ceil((Date.parse(nextAt) - at.getTime()) / 1000);
  return Math.min(Math.max(seconds, SHORTEST_SECONDS), LONGEST_SECONDS);
};

/**
 * Gives out the work of a crawl. Only the slices of its job do so, one at a time, so the numbers of pages in work hold
 * across all workers:
 *
 * 1. Take back the pages of workers that died.
 * 2. Claim the oldest pages that may be asked, and send a message for each.
 * 3. Nothing waits and nobody works: the crawl is over.
 *
 * Pages in work are read before the queue, since a worker queues what a page leads to before it lets go of the page.
 */
export const giveOutSlice = async (deps: SliceDeps, crawl: CrawlRecord): Promise<Slice> => {
  const { crawls, crawlPages, sendPages } = deps;
  const { user_id, crawl_id } = crawl;
  const at = deps.now();
  if (at.getTime() - Date.parse(crawl.created_at) > deps.longestMs)
    return end(deps, crawl, 'It ran for a day, the longest time that a crawl may take.');

  const processing = await crawlPages.processing(crawl_id);
  const isDead = ({ lease_until }: { lease_until: string | null }) =>
    lease_until === null || lease_until < at.toISOString();
  for (const page of processing.filter(isDead)) await takeBack(deps, page);
  const held = processing.filter((page) => !isDead(page));

  const { claimed, next_at } = await giveOut(deps, crawl, held, at);
  const messages = claimed.map((one) => ({ kind: 'crawl' as const, user_id, crawl_id, ...one }));
  if (messages.length > 0) await sendPages(messages);
  if (processing.length === 0 && claimed.length === 0 && next_at === null) return end(deps, crawl, null);

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
