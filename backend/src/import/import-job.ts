import pMap from 'p-map';
import { z } from 'zod';
import type { BlobStore } from '../model/article/article.ts';
import type { Clock } from '../lib/clock.ts';
import type { FetchMessage, SendFetch } from '../queues/messages.ts';
import type { ImportRow } from '../contract/index.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import { feedIdOf } from '../model/feed/feed-url.ts';
import type { Follow } from '../feeds/follow.ts';
import type { ParseOpml } from '../parser/formats/opml.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { toFetchMessage } from '../refresh/schedule/fetch-request.ts';
import { importDocumentKey } from './import-document.ts';
import { importFigures, importRows, hasOutcome } from '../jobs/import-report.ts';
import { pendingFeed, type Job, type JobPart, type JobStore } from '../model/job/job.ts';
import { planImport, type PlanOptions } from './plan-import.ts';
import type { JobWorker, Step } from '../jobs/run-job.ts';

/** Number of rows per part: few, so that recording an outcome rewrites little data. */
const ROWS_PER_PART = 10;
/** Number of parts per slice: 100 rows need a few hundred writes, which take seconds. */
const PARTS_PER_SLICE = 10;
const CONCURRENT_ROWS = 8;

const nextPart = z.coerce.number().pipe(z.int().min(0));

export type ImportDeps = {
  blobs: Pick<BlobStore, 'get' | 'delete'>;
  feeds: Pick<FeedStore, 'getMany'>;
  jobs: Pick<JobStore, 'createPart' | 'listParts' | 'setOutcomes'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  follow: Follow;
  parseOpml: ParseOpml;
  sendFetch: SendFetch;
  now: Clock;
} & Omit<PlanOptions, 'subscribed' | 'subscriptions'>;

/**
 * Imports a document. It first plans every row and stores the plan with the job. Then, slice by slice, it subscribes to
 * the feeds and sends them to the fetch queue, which allows one request at a time per host. The job ends when each feed
 * has been fetched once. Repeated steps change nothing, because the stored plan decides.
 */
export const createImportWorker = (deps: ImportDeps): JobWorker => {
  const plan = async ({ user_id, job_id, done, total, restarts }: Job): Promise<Step> => {
    const document = await deps.blobs.get(importDocumentKey(user_id, job_id));
    // The import is already planned. A repeated message has nothing to do, because the slices do the rest; after a
    // restart they were lost.
    if (document === null && total !== null)
      return restarts === 0 ? { state: 'waiting', total } : { state: 'more', cursor: '0', done, total };
    if (document === null) throw new Error(`the document of import ${job_id} is missing`);
    const feedIds = (await deps.subscriptions.list(user_id)).map(({ feed_id }) => feed_id);
    // A feed that moved keeps the id of its first address, so add the id of its current address too.
    const addresses = (await deps.feeds.getMany(feedIds)).map(({ url }) => feedIdOf(url));
    const subscribed = new Set([...feedIds, ...addresses]);
    const rows = planImport(await deps.parseOpml(document), {
      ...deps,
      subscribed,
      subscriptions: feedIds.length,
    });
    const parts = Array.from({ length: Math.ceil(rows.length / ROWS_PER_PART) }, (_, part): JobPart => {
      const own = rows.slice(part * ROWS_PER_PART, (part + 1) * ROWS_PER_PART);
      const awaited = own.flatMap((row) => (hasOutcome(row) || row.feed_id === null ? [] : [row.feed_id]));
      const feeds = Object.fromEntries(awaited.map((feedId) => [feedId, pendingFeed]));
      return { user_id, job_id, part, rows: own, feeds };
    });
    await pMap(parts, deps.jobs.createPart, { concurrency: CONCURRENT_ROWS });
    return { state: 'more', cursor: '0', done: rows.filter(hasOutcome).length, total: rows.length };
  };

  const subscribe = async (job: Job, { part, feeds }: JobPart, row: ImportRow): Promise<FetchMessage[]> => {
    const { user_id, job_id } = job;
    const { url, title, folder, feed_id } = row;
    if (hasOutcome(row) || feed_id === null || feeds[feed_id]?.outcome !== 'pending') return [];
    const feed = await deps.follow({ user_id, url, title, folder });
    const now = deps.now();
    const fetch: FetchMessage = {
      ...toFetchMessage(feed, feed.next_fetch_at ?? now.toISOString(), now),
      new_subscriber: user_id,
    };
    if (feed.feed_id === feed_id) return [{ ...fetch, job: { user_id, job_id, part } }];
    // The row has an old address of a moved feed. Its fetch would report under an id that the plan does not contain.
    await deps.jobs.setOutcomes(
      { user_id, job_id, part },
      { [feed_id]: { ...pendingFeed, outcome: 'skipped' } },
    );
    return [fetch];
  };

  const run: JobWorker['run'] = async (job, message) => {
    if (message.cursor === undefined) return plan(job);
    const first = nextPart.parse(message.cursor);
    // The plan is stored, so the document is no longer needed.
    if (first === 0) await deps.blobs.delete(importDocumentKey(job.user_id, job.job_id));
    const parts = await deps.jobs.listParts(job.user_id, job.job_id);
    const slice = parts.slice(first, first + PARTS_PER_SLICE);
    const rows = slice.flatMap((part) => (part.rows ?? []).map((row) => ({ part, row })));
    const messages = await pMap(rows, ({ part, row }) => subscribe(job, part, row), {
      concurrency: CONCURRENT_ROWS,
    });
    await deps.sendFetch(messages.flat());

    const existing = importRows(await deps.jobs.listParts(job.user_id, job.job_id));
    const done = existing.filter(hasOutcome).length;
    const next = first + PARTS_PER_SLICE;
    if (next < parts.length) return { state: 'more', cursor: String(next), done, total: existing.length };
    // The process that records the last fetch ends the job. If no row is pending here, all fetches were recorded
    // before, or there were none.
    return done < existing.length
      ? { state: 'waiting', total: existing.length }
      : { state: 'done', done, result: importFigures(existing) };
  };
  return { run };
};
