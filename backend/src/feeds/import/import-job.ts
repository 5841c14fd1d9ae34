import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../model/context.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { parseAllowHosts, targetRefusal } from '../../web/guard/target.ts';
import pMap from 'p-map';
import type { ImportRow } from '../../contract/index.ts';
import { type Step, inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import { AFTER_FEEDS, goesOnAfter, hasOutcome, reportImport } from '../../jobs/job-reports.ts';
import { inBatches } from '../../lib/lists.ts';
import type { Feed } from '../../model/feed/feed.ts';
import { feedIdOf } from '../../model/feed/feed-url.ts';
import { type Job, pendingFeed, type JobPart, type FeedOutcome } from '../../model/job/job.ts';
import { importDocumentKey } from './import-document.ts';
import { addFigures } from '../../lib/add-figures.ts';
import { articleFigures } from './article-figures.ts';
import type { TakeArticles, TakeContext } from './take-articles.ts';
import { foldersToTake, planImport, type FollowedRow } from './plan-import.ts';
import { follow, type WriteFollowingContext } from '../write-following.ts';
import type { FeedMessage } from '../../queues/messages.ts';
import { toFeedMessage } from '../../refresh/schedule.ts';
import { hasCode } from '../../lib/errors.ts';
import { z } from 'zod';

/** Number of rows per part: few, so that recording an outcome rewrites little data. */
const ROWS_PER_PART = 10;
const CONCURRENT_PARTS = 8;
const CONCURRENT_FOLDERS = 8;

/** The context for working off an import. */
type ImportContext = WriteFollowingContext &
  TakeContext &
  Pick<Context, 'blobs' | 'jobParts' | 'sendFetch'> & {
    parser: Pick<DocumentParser, 'planExport'>;
    takeArticles: TakeArticles;
    settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'>;
  };

type Plan = {
  rows: ImportRow[];
  /** The folders for feeds that the reader follows already and has in none, by feed_id. */
  folders: Map<string, string>;
  /** Number of articles to take in when the feeds have brought theirs. */
  articles: number;
};

const planOf = async (ctx: ImportContext, userId: string, document: Uint8Array): Promise<Plan> => {
  const followed = await ctx.subscriptions.list(userId);
  const subscribed = new Map<string, FollowedRow>(followed.map((one) => [one.feed_id, one]));
  // A feed that moved keeps the id of its first address, so add the id of its current address too.
  for (const { feed_id, url } of await ctx.feeds.getMany([...subscribed.keys()])) {
    const own = subscribed.get(feed_id);
    if (own !== undefined) subscribed.set(feedIdOf(url), own);
  }
  const allowHosts = parseAllowHosts(ctx.settings.FETCH_ALLOW_HOSTS);
  const { feeds, articles } = await ctx.parser.planExport(document);
  const rows = planImport(feeds, {
    maxSubscriptions: ctx.settings.MAX_SUBSCRIPTIONS,
    refusalOf: (url) => targetRefusal(url, allowHosts),
    subscribed,
    subscriptions: followed.length,
  });
  return { rows, folders: foldersToTake(rows, subscribed), articles };
};

const partsOf = ({ user_id, job_id }: Job, plan: ImportRow[]): JobPart[] =>
  inBatches(plan, ROWS_PER_PART).map((rows, part) => {
    const awaited = rows.flatMap((row) => (hasOutcome(row) || row.feed_id === null ? [] : [row.feed_id]));
    const feeds = Object.fromEntries(awaited.map((feedId) => [feedId, pendingFeed]));
    return { user_id, job_id, part, rows, feeds };
  });

/**
 * The first slice of an import: it plans every row of the document and stores the plan with the job. If the
 * plan is stored already, a repeated message has nothing to do, because the slices do the rest; but after a restart
 * they were lost, so it begins them again.
 */
const storePlan = async (ctx: ImportContext, job: Job): Promise<Step<Position>> => {
  const { user_id, job_id, done, total, restarts } = job;
  if (total !== null)
    return restarts === 0 ? { state: 'waiting', total } : { state: 'more', cursor: 0, done, total };
  const document = await ctx.blobs.get(importDocumentKey(user_id, job_id));
  if (document === null) throw new Error(`the document of import ${job_id} is missing`);
  const { rows, folders, articles } = await planOf(ctx, user_id, document);
  await pMap(partsOf(job, rows), ctx.jobParts.create, { concurrency: CONCURRENT_PARTS });
  await pMap(folders, ([feedId, folder]) => ctx.subscriptions.setFolder(user_id, feedId, null, folder), {
    concurrency: CONCURRENT_FOLDERS,
  });
  return { state: 'more', cursor: 0, done: rows.filter(hasOutcome).length, total: rows.length + articles };
};

/** Number of parts per slice: their 100 rows need a few hundred writes, which take seconds. */
const PARTS_PER_SLICE = 10;
const CONCURRENT_ROWS = 8;

/** Subscribes to the feed of a row unless the row has an outcome. Returns the fetches that its feed needs. */
const subscribe = async (
  ctx: ImportContext,
  { user_id, job_id, part, feeds }: JobPart,
  row: ImportRow,
): Promise<FeedMessage[]> => {
  const { url, title, folder, feed_id, keep_days = null } = row;
  if (hasOutcome(row) || feed_id === null || feeds[feed_id]?.outcome !== 'pending') return [];
  const record = (outcome: FeedOutcome) =>
    ctx.jobParts.setOutcomes({ user_id, job_id, part }, { [feed_id]: outcome });
  let feed: Feed;
  try {
    feed = await follow(ctx, { user_id, url, feed_id, title, folder, keep_days });
  } catch (error) {
    if (!hasCode(error, 'SUBSCRIPTION_LIMIT')) throw error;
    // The plan had room for this row, so the reader has subscribed to other feeds since.
    await record({ ...pendingFeed, outcome: 'failed', is_over_limit: true });
    return [];
  }
  const now = ctx.now();
  const fetch: FeedMessage = {
    ...toFeedMessage(feed, feed.next_fetch_at ?? now.toISOString(), now),
    new_subscriber: user_id,
  };
  if (feed.feed_id === feed_id) return [{ ...fetch, job: { user_id, job_id, part } }];
  // The row has an old address of a moved feed. Its fetch would report under an id that the plan does not contain.
  await record({ ...pendingFeed, outcome: 'skipped' });
  return [fetch];
};

/** A later slice of an import: it subscribes to the feeds of a few parts, beginning with `first`. */
const subscribeRows = async (ctx: ImportContext, job: Job, first: number): Promise<Step<Position>> => {
  const { user_id, job_id } = job;
  const parts = await ctx.jobParts.list(user_id, job_id);
  const next = first + PARTS_PER_SLICE;
  const rows = parts.slice(first, next).flatMap((part) => (part.rows ?? []).map((row) => ({ part, row })));
  const goesOn = goesOnAfter(reportImport(parts), job);
  // The plan is stored, so a document without articles is no longer needed.
  if (first === 0 && !goesOn) await ctx.blobs.delete(importDocumentKey(user_id, job_id));
  const messages = await pMap(rows, ({ part, row }) => subscribe(ctx, part, row), {
    concurrency: CONCURRENT_ROWS,
  });
  await ctx.sendFetch(messages.flat());

  const report = reportImport(await ctx.jobParts.list(user_id, job_id));
  const { done, total, result } = report.summary;
  if (next < parts.length) return { state: 'more', cursor: next, done, total: job.total };
  // The process that records the last fetch ends the job. If no row is pending here, all fetches were recorded
  // before, or there were none.
  if (done < total) return { state: 'waiting', total };
  if (goesOn) return { state: 'more', cursor: AFTER_FEEDS, done, total: job.total };
  return { state: 'done', done, result };
};

const position = z.union([
  /** The number of the part where the next slice begins. */
  z.int().min(0),
  z.literal(AFTER_FEEDS),
  /** The place of the next article; null after the last one. */
  z.object({ at: z.object({ document: z.int().min(0), item: z.int().min(0) }).nullable() }),
]);

type Position = z.infer<typeof position>;

/** Returns the position among the articles that is stored with the job; otherwise the one of the message. */
const reached = ({ cursor }: Job, from: Exclude<Position, number>): Exclude<Position, number> => {
  const stored = position.safeParse(JSON.parse(cursor ?? 'null')).data;
  return typeof stored === 'object' ? stored : from;
};

/**
 * A slice after those of the feeds: it takes in some articles. Position and figures are stored by one write, and a slice begins
 * where they are. So it counts each article once, also if messages come twice: the last slice of the feeds and their last
 * outcome may both begin this.
 */
const takeSome = async (
  ctx: ImportContext,
  job: Job,
  message: Exclude<Position, number>,
): Promise<Step<Position>> => {
  const { user_id, job_id, total } = job;
  const from = reached(job, message);
  const place = from === AFTER_FEEDS ? { document: 0, item: 0 } : from.at;
  const sofar = articleFigures.parse(from === AFTER_FEEDS ? {} : (job.result ?? {}));
  const feeds = reportImport(await ctx.jobParts.list(user_id, job_id)).summary;
  const key = importDocumentKey(user_id, job_id);
  const document = place === null ? null : await ctx.blobs.get(key);
  // At the end, or if the job was cancelled meanwhile.
  if (place === null || document === null) {
    await ctx.blobs.delete(key);
    return { state: 'done', done: total ?? feeds.total, result: { ...feeds.result, ...sofar } };
  }
  const { figures, next } = await ctx.takeArticles(ctx, user_id, document, place);
  const result = addFigures(sofar, figures);
  return { state: 'more', cursor: { at: next }, done: feeds.total + result.articles, total, result };
};

/**
 * The job that imports a file. It first plans every row and stores the plan with the job. Then, slice by slice, it
 * subscribes to the feeds and sends them to the fetch queue, which allows one request at a time per host. When each feed
 * has been fetched once and its articles have arrived, the job takes in the articles of the file, or ends if there are none. Repeated
 * steps change nothing, because the stored plan decides.
 */
export const importJob = (ctx: ImportContext): JobDefinition => ({
  run: inSlices(position, (job, from) => {
    if (from === null) return storePlan(ctx, job);
    return typeof from === 'number' ? subscribeRows(ctx, job, from) : takeSome(ctx, job, from);
  }),
});
