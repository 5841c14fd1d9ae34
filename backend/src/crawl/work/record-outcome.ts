import type {
  CrawlPageError,
  CrawlPageResult,
  StoredLink,
  CrawlPageRecord,
} from '../../model/crawl/crawl-page.ts';
import type { Context } from '../../model/context.ts';
import type { CrawlFigures } from '../../model/crawl/crawl.ts';
import { type FollowContext, followLinks, followRedirect } from '../frontier/follow-links.ts';
import { pageAddress } from '../frontier/admit.ts';
import { addLeft, type LeftOut, type RunningCrawl } from '../frontier/rules.ts';
import { afterMs } from '../running-crawls.ts';

/** The outcome of a request for a page. */
export type Outcome =
  | {
      kind: 'done';
      result: Omit<CrawlPageResult, 'crawled_at'>;
      /** The links of the page; null if it has none to store. */
      links: StoredLink[] | null;
      /** The address to which the page redirects. */
      redirect: { url: string; status: number } | null;
      /** The error to note, for a page that is done all the same. */
      error: CrawlPageError | null;
    }
  | {
      kind: 'again';
      error: CrawlPageError;
      /** Time until the next attempt, in milliseconds. */
      wait_ms: number;
      /** True if the host as a whole asks for fewer requests. */
      is_host_busy: boolean;
    };

/** Returns the outcome of a page that robots.txt forbids. `rule` is the line that does, or says why it could not be read. */
export const disallowed = (rule: string): Extract<Outcome, { kind: 'done' }> => ({
  kind: 'done',
  result: { state: 'disallowed', last_error_type: 'robots', last_error_message: rule },
  links: null,
  redirect: null,
  error: null,
});

/** Returns the outcome of a page that brought nothing and is not asked again. */
export const failed = (error: CrawlPageError): Extract<Outcome, { kind: 'done' }> => ({
  kind: 'done',
  result: { state: 'error', last_error_type: error.type, last_error_message: error.message },
  links: null,
  redirect: null,
  error,
});

export type RecordContext = FollowContext & Pick<Context, 'crawlErrors'>;

const leftFigures = (left: LeftOut): Partial<CrawlFigures> =>
  Object.fromEntries(Object.entries(left).map(([reason, number]) => [`left_${reason}`, number]));

const noteError = async (
  { crawlErrors, now }: RecordContext,
  page: CrawlPageRecord,
  error: CrawlPageError,
): Promise<void> => {
  const { crawl_id, page_id, url, retry_count, ttl } = page;
  const occurred_at = now().toISOString();
  await crawlErrors.add(crawl_id, { page_id, url, attempt: retry_count + 1, ...error, occurred_at }, ttl);
};

/** The figure that counts the pages of a final state. */
const figureOf = {
  completed: 'completed',
  error: 'errors',
  disallowed: 'disallowed',
} as const satisfies Record<CrawlPageResult['state'], keyof CrawlFigures>;

/**
 * Counts a page and writes its result, in this order: as long as the page is in work the crawl is not over, and its end counts
 * anew, so that no count comes after that. A worker that no longer holds the page takes its count back. Returns whether the
 * result was written.
 */
const finish = async (
  { crawls, crawlPages, now }: RecordContext,
  page: CrawlPageRecord,
  result: Omit<CrawlPageResult, 'crawled_at'>,
  figures: Partial<CrawlFigures>,
): Promise<boolean> => {
  const counted: Partial<CrawlFigures> = {
    ...figures,
    requests: result.state === 'disallowed' ? 0 : 1,
    wire_bytes: result.wire_bytes ?? 0,
    ...(page.role === 'page' ? { [figureOf[result.state]]: 1 } : {}),
  };
  await crawls.count(page.crawl_id, counted);
  if (await crawlPages.finish(page, { ...result, crawled_at: now().toISOString() })) return true;
  const back = Object.entries(counted).map(([name, number]) => [name, -number]);
  await crawls.count(page.crawl_id, Object.fromEntries(back));
  return false;
};

const recordDone = async (
  ctx: RecordContext,
  running: RunningCrawl,
  page: CrawlPageRecord,
  outcome: Extract<Outcome, { kind: 'done' }>,
): Promise<void> => {
  const { result, links, redirect, error } = outcome;
  const { url, ttl, depth } = page;
  let left: LeftOut = {};
  let link_bytes = 0;
  if (redirect !== null) left = await followRedirect(ctx, running, page, redirect);
  if (links !== null && links.length > 0) {
    const targets = new Set(
      links.flatMap((link) => (running.isInScope(link.url) ? (pageAddress(link.url)?.page_id ?? []) : [])),
    );
    link_bytes = await ctx.crawlLinks.put(page, { url, links, targets: [...targets], ttl });
    const meta_robots = result.meta_robots ?? null;
    left = addLeft(left, await followLinks(ctx, running, { depth, meta_robots }, links));
  }
  if (error !== null) await noteError(ctx, page, error);
  if (await finish(ctx, page, result, { ...leftFigures(left), link_bytes })) return;
  const [now] = await ctx.crawlPages.getMany(page.crawl_id, [page.page_id]);
  const isHeld = now?.state === 'processing' && now.owner === page.owner;
  // A shorter way to the page was found meanwhile, so what it leads to is nearer, too.
  if (isHeld && now.depth < depth) await recordDone(ctx, running, now, { ...outcome, error: null });
};

const recordAgain = async (
  ctx: RecordContext,
  page: CrawlPageRecord,
  { error, wait_ms, is_host_busy }: Extract<Outcome, { kind: 'again' }>,
): Promise<void> => {
  const { crawls, crawlPages, now } = ctx;
  const due_at = afterMs(now(), wait_ms);
  await noteError(ctx, page, error);
  if (is_host_busy) await crawls.holdHost(page.crawl_id, page.host, due_at);
  if (await crawlPages.putBack(page, { due_at, error })) await crawls.count(page.crawl_id, { requests: 1 });
};

/**
 * Keeps what came of a page. The links and the pages to which they lead are written first and the result last, so that a
 * page whose worker died in between is asked again, and one that is done is done wholly.
 */
export const recordOutcome = (
  ctx: RecordContext,
  running: RunningCrawl,
  page: CrawlPageRecord,
  outcome: Outcome,
): Promise<void> =>
  outcome.kind === 'done' ? recordDone(ctx, running, page, outcome) : recordAgain(ctx, page, outcome);
