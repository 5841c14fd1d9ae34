import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../model/context.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { parseAllowHosts, targetRefusal } from '../../web/guard/target.ts';
import pMap from 'p-map';
import type { ImportRow } from '../../contract/index.ts';
import { type Step, inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import { hasOutcome, reportImport } from '../../jobs/job-reports.ts';
import { inBatches } from '../../lib/in-batches.ts';
import type { Feed } from '../../model/feed/feed.ts';
import { feedIdOf } from '../../model/feed/feed-url.ts';
import type { Job } from '../../model/job/job.ts';
import { pendingFeed, type JobPart, type FeedOutcome } from '../../model/job/job-part.ts';
import { importDocumentKey } from './import-document.ts';
import { foldersToTake, planImport, type FollowedRow } from './plan-import.ts';
import { follow, type WriteFollowingContext } from '../write-following.ts';
import type { FetchMessage } from '../../queues/messages.ts';
import { toFetchMessage } from '../../refresh/schedule.ts';
import { hasCode } from '../../lib/errors.ts';
import { z } from 'zod';

/** Number of rows per part: few, so that recording an outcome rewrites little data. */
const ROWS_PER_PART = 10;
const CONCURRENT_PARTS = 8;
const CONCURRENT_FOLDERS = 8;

/** The context for working off an import. */
type ImportContext = WriteFollowingContext &
  Pick<Context, 'blobs' | 'jobParts' | 'sendFetch'> & {
    parser: Pick<DocumentParser, 'parseOpml'>;
    settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'>;
  };

type Plan = {
  rows: ImportRow[];
  /** The folders for feeds that the reader follows already and has in none, by feed_id. */
  folders: Map<string, string>;
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
  const rows = planImport(await ctx.parser.parseOpml(document), {
    maxSubscriptions: ctx.settings.MAX_SUBSCRIPTIONS,
    refusalOf: (url) => targetRefusal(url, allowHosts),
    subscribed,
    subscriptions: followed.length,
  });
  return { rows, folders: foldersToTake(rows, subscribed) };
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
const storePlan = async (ctx: ImportContext, job: Job): Promise<Step<number>> => {
  const { user_id, job_id, done, total, restarts } = job;
  const document = await ctx.blobs.get(importDocumentKey(user_id, job_id));
  if (document === null && total !== null)
    return restarts === 0 ? { state: 'waiting', total } : { state: 'more', cursor: 0, done, total };
  if (document === null) throw new Error(`the document of import ${job_id} is missing`);
  const { rows, folders } = await planOf(ctx, user_id, document);
  await pMap(partsOf(job, rows), ctx.jobParts.create, { concurrency: CONCURRENT_PARTS });
  await pMap(folders, ([feedId, folder]) => ctx.subscriptions.setFolder(user_id, feedId, null, folder), {
    concurrency: CONCURRENT_FOLDERS,
  });
  return { state: 'more', cursor: 0, done: rows.filter(hasOutcome).length, total: rows.length };
};

/** Number of parts per slice: their 100 rows need a few hundred writes, which take seconds. */
const PARTS_PER_SLICE = 10;
const CONCURRENT_ROWS = 8;

/** Subscribes to the feed of a row unless the row has an outcome. Returns the fetches that its feed needs. */
const subscribe = async (
  ctx: ImportContext,
  { user_id, job_id, part, feeds }: JobPart,
  row: ImportRow,
): Promise<FetchMessage[]> => {
  const { url, title, folder, feed_id } = row;
  if (hasOutcome(row) || feed_id === null || feeds[feed_id]?.outcome !== 'pending') return [];
  const record = (outcome: FeedOutcome) =>
    ctx.jobParts.setOutcomes({ user_id, job_id, part }, { [feed_id]: outcome });
  let feed: Feed;
  try {
    feed = await follow(ctx, { user_id, url, feed_id, title, folder });
  } catch (error) {
    if (!hasCode(error, 'SUBSCRIPTION_LIMIT')) throw error;
    // The plan had room for this row, so the reader has subscribed to other feeds since.
    await record({ ...pendingFeed, outcome: 'failed', is_over_limit: true });
    return [];
  }
  const now = ctx.now();
  const fetch: FetchMessage = {
    ...toFetchMessage(feed, feed.next_fetch_at ?? now.toISOString(), now),
    new_subscriber: user_id,
  };
  if (feed.feed_id === feed_id) return [{ ...fetch, job: { user_id, job_id, part } }];
  // The row has an old address of a moved feed. Its fetch would report under an id that the plan does not contain.
  await record({ ...pendingFeed, outcome: 'skipped' });
  return [fetch];
};

/** A later slice of an import: it subscribes to the feeds of a few parts, beginning with `first`. */
const subscribeRows = async (
  ctx: ImportContext,
  { user_id, job_id }: Job,
  first: number,
): Promise<Step<number>> => {
  // The plan is stored, so the document is no longer needed.
  if (first === 0) await ctx.blobs.delete(importDocumentKey(user_id, job_id));
  const parts = await ctx.jobParts.list(user_id, job_id);
  const next = first + PARTS_PER_SLICE;
  const rows = parts.slice(first, next).flatMap((part) => (part.rows ?? []).map((row) => ({ part, row })));
  const messages = await pMap(rows, ({ part, row }) => subscribe(ctx, part, row), {
    concurrency: CONCURRENT_ROWS,
  });
  await ctx.sendFetch(messages.flat());

  const { done, total, result } = reportImport(await ctx.jobParts.list(user_id, job_id)).summary;
  if (next < parts.length) return { state: 'more', cursor: next, done, total };
  // The process that records the last fetch ends the job. If no row is pending here, all fetches were recorded
  // before, or there were none.
  return done < total ? { state: 'waiting', total } : { state: 'done', done, result };
};

/** The number of the part where the next slice begins. */
const nextPart = z.int().min(0);

/**
 * The job that imports a document. It first plans every row and stores the plan with the job. Then, slice by slice, it
 * subscribes to the feeds and sends them to the fetch queue, which allows one request at a time per host. The job ends
 * when each feed has been fetched once. Repeated steps change nothing, because the stored plan decides.
 */
export const importJob = (ctx: ImportContext): JobDefinition => ({
  run: inSlices(nextPart, (job, first) =>
    first === null ? storePlan(ctx, job) : subscribeRows(ctx, job, first),
  ),
});

/** Deletes the document of a cancelled import. Feeds that were subscribed to stay. */
export const cancelImport = ({ blobs }: Pick<Context, 'blobs'>, { user_id, job_id }: Job): Promise<void> =>
  blobs.delete(importDocumentKey(user_id, job_id));
