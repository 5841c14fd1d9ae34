import {
  type Crawl,
  type CrawlDetails,
  type Page,
  crawlPageState,
  crawlPageId,
  jobId,
} from '../../contract/index.ts';
import type { Context } from '../../model/context.ts';
import { donePages, type CrawlFigures, type CrawlRecord } from '../../model/crawl/crawl.ts';
import type { Job } from '../../model/job/job.ts';
import { spentOf } from '../cost.ts';
import { z } from 'zod';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { decodeJsonCursor, encodeJsonCursor } from '../../lib/json-cursor.ts';
import { groupDuplicates, hashedPages, listPages, pageToWire } from './list-pages.ts';
import { exportPart } from './export-crawl.ts';
import { listLinks } from './list-links.ts';
import { DomainError } from '../../lib/errors.ts';

const leftOut = (figures: CrawlFigures): Crawl['left_out'] => ({
  scope: figures.left_scope,
  pattern: figures.left_pattern,
  depth: figures.left_depth,
  limit: figures.left_limit,
  nofollow: figures.left_nofollow,
  trap: figures.left_trap,
});

/** Returns a crawl in the form of the API. */
const crawlToWire = (crawl: CrawlRecord, job: Job, figures: CrawlFigures, now: Date): Crawl => {
  const { crawl_id, settings, created_at, ended_at, estimate, ttl } = crawl;
  const until = ended_at === null ? now.getTime() : Date.parse(ended_at);
  const seconds = Math.max(0, Math.round((until - Date.parse(created_at)) / 1000));
  const reason = job.result?.['reason'];
  const done = donePages(figures);
  return {
    crawl_id,
    state: job.state,
    settings,
    created_at,
    ended_at,
    expires_at: new Date(ttl * 1000).toISOString(),
    found: Math.max(figures.found, done),
    done,
    left_out: leftOut(figures),
    estimate,
    spent: spentOf(figures, seconds),
    reason: typeof reason === 'string' ? reason : null,
  };
};

type ViewContext = Pick<Context, 'crawls' | 'crawlPages' | 'crawlLinks' | 'crawlErrors' | 'jobs' | 'now'>;

type ViewNames =
  | 'listCrawls'
  | 'getCrawl'
  | 'listCrawlPages'
  | 'getCrawlPage'
  | 'listCrawlLinks'
  | 'listCrawlErrors'
  | 'listCrawlDuplicates'
  | 'exportCrawl';

/** Returns a page of a list; `place` is where the next one begins. A cursor is bound to its query by `seal`. */
const pageOf = <T>(items: T[], seal: unknown, place: unknown): Page<T> => ({
  items,
  next_cursor: place === null ? null : encodeJsonCursor({ q: seal, p: place }),
  has_more: place !== null,
});

/** Returns the place in a cursor. @throws INVALID_CURSOR if it is of another query. */
const placeIn = <T>(shape: z.ZodType<T>, cursor: string | undefined, seal: string): T | null =>
  cursor === undefined ? null : decodeJsonCursor(z.object({ q: z.literal(seal), p: shape }), cursor).p;

type Kept = { crawl: CrawlRecord; job: Job };

/** Returns a reader's crawl with its job. @throws NOT_FOUND if there is none. */
const loadCrawl = async (
  { crawls, jobs, now }: ViewContext,
  userId: string,
  crawlId: string,
): Promise<Kept> => {
  const [crawl, job] = await Promise.all([crawls.get(userId, crawlId), jobs.get(userId, crawlId)]);
  // DynamoDB may delete an expired item only days later.
  if (crawl === null || job === null || crawl.ttl <= now().getTime() / 1000)
    throw new DomainError('NOT_FOUND', 'You have no crawl with this id. Crawls are kept for 30 days.');
  return { crawl, job };
};

/** Returns the number of pages in each state, and when the oldest and the newest of them were found. */
const queueOf = async (
  { crawlPages }: ViewContext,
  crawlId: string,
  figures: CrawlFigures,
): Promise<CrawlDetails['queue']> => {
  // Pages in work are few, so they are counted; those that wait are the rest.
  const processing = await crawlPages.countIn(crawlId, 'processing');
  const { completed, errors, disallowed, found } = figures;
  const queued = Math.max(0, found - donePages(figures) - processing);
  const counts = { queued, processing, completed, error: errors, disallowed };
  const timeIn = (place: string | undefined) => place?.split('#')[1] ?? null;
  return Promise.all(
    crawlPageState.options.map(async (state) => {
      const order = { by: 'state', state } as const;
      const [oldest, newest] = await Promise.all(
        [false, true].map((is_descending) => crawlPages.list(crawlId, order, { limit: 1, is_descending })),
      );
      return {
        state,
        count: counts[state],
        oldest_at: timeIn(oldest?.pages[0]?.place),
        newest_at: timeIn(newest?.pages[0]?.place),
      };
    }),
  );
};

const listCrawls =
  (ctx: ViewContext): HandlersOf<'listCrawls'>['listCrawls'] =>
  async ({ reader: { user_id }, query: { limit, cursor } }) => {
    const after = placeIn(jobId, cursor, 'crawls') ?? undefined;
    const found = await ctx.crawls.list(user_id, { limit: limit + 1, after });
    const at = ctx.now();
    const items = await Promise.all(
      found.slice(0, limit).map(async (crawl) => {
        const [job, figures] = await Promise.all([
          ctx.jobs.get(user_id, crawl.crawl_id),
          ctx.crawls.figures(crawl.crawl_id),
        ]);
        // Without a job the crawl was never started: the request for it was cut off.
        if (job === null || crawl.ttl <= at.getTime() / 1000) return [];
        return [crawlToWire(crawl, job, figures, at)];
      }),
    );
    const last = found.length > limit ? (found[limit - 1]?.crawl_id ?? null) : null;
    return pageOf(items.flat(), 'crawls', last);
  };

const listDuplicates =
  (ctx: ViewContext): HandlersOf<'listCrawlDuplicates'>['listCrawlDuplicates'] =>
  async ({ reader: { user_id }, params: { crawl_id }, query: { limit, cursor } }) => {
    await loadCrawl(ctx, user_id, crawl_id);
    const from = placeIn(z.int().min(0), cursor, 'duplicates') ?? 0;
    const groups = groupDuplicates(await hashedPages(ctx.crawlPages, crawl_id));
    const shown = groups.slice(from, from + limit);
    const ids = shown.flatMap((group) => group.map(({ page_id }) => page_id));
    const pages = new Map(
      (await ctx.crawlPages.getMany(crawl_id, ids)).map((page) => [page.page_id, page] as const),
    );
    const items = shown.map((group) => ({
      content_hash: group[0]?.content_hash ?? '',
      is_exact: group.every(({ content_hash }) => content_hash === group[0]?.content_hash),
      pages: group.flatMap(({ page_id }) => pages.get(page_id) ?? []),
    }));
    return pageOf(items, 'duplicates', from + limit < groups.length ? from + limit : null);
  };

/** The endpoints that show crawls and what they found. */
export const crawlEndpoints = (ctx: ViewContext): HandlersOf<ViewNames> => ({
  listCrawls: listCrawls(ctx),
  getCrawl: async ({ reader: { user_id }, params: { crawl_id } }) => {
    const { crawl, job } = await loadCrawl(ctx, user_id, crawl_id);
    const figures = await ctx.crawls.figures(crawl_id);
    const queue = await queueOf(ctx, crawl_id, figures);
    return { ...crawlToWire(crawl, job, figures, ctx.now()), queue };
  },
  listCrawlPages: async ({ reader: { user_id }, params: { crawl_id }, query: { cursor, ...query } }) => {
    await loadCrawl(ctx, user_id, crawl_id);
    const { limit: _, ...asked } = query;
    const seal = JSON.stringify(asked);
    const after = placeIn(z.string().max(300), cursor, seal) ?? undefined;
    const { pages, last } = await listPages(ctx.crawlPages, crawl_id, query, after);
    return pageOf(pages.map(pageToWire), seal, last);
  },
  getCrawlPage: async ({ reader: { user_id }, params: { crawl_id, page_id } }) => {
    await loadCrawl(ctx, user_id, crawl_id);
    const [page] = await ctx.crawlPages.getMany(crawl_id, [page_id]);
    if (page === undefined) throw new DomainError('NOT_FOUND', 'The crawl has no page with this id.');
    return pageToWire(page);
  },
  listCrawlLinks: async ({ reader: { user_id }, params: { crawl_id }, query: { cursor, ...query } }) => {
    await loadCrawl(ctx, user_id, crawl_id);
    const { limit: _, ...asked } = query;
    const seal = JSON.stringify(asked);
    const shape = z.object({ page: crawlPageId.nullable(), links: z.int().min(0) });
    const { links, last } = await listLinks(ctx, crawl_id, query, placeIn(shape, cursor, seal));
    return pageOf(links, seal, last);
  },
  listCrawlErrors: async ({ reader: { user_id }, params: { crawl_id }, query: { limit, cursor } }) => {
    await loadCrawl(ctx, user_id, crawl_id);
    const after = placeIn(z.string().max(100), cursor, 'errors') ?? undefined;
    const { errors, last } = await ctx.crawlErrors.list(crawl_id, { limit, after });
    return pageOf(errors, 'errors', last);
  },
  listCrawlDuplicates: listDuplicates(ctx),
  exportCrawl: async ({ reader: { user_id }, params: { crawl_id }, query }) => {
    await loadCrawl(ctx, user_id, crawl_id);
    return exportPart(ctx, crawl_id, query);
  },
});
