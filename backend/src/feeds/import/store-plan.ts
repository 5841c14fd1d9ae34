import pMap from 'p-map';
import type { ImportRow } from '../../contract/index.ts';
import type { Step } from '../../jobs/job-definition.ts';
import { hasOutcome } from '../../jobs/job-reports.ts';
import { inBatches } from '../../lib/in-batches.ts';
import type { BlobStore } from '../../model/article/article.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { feedIdOf } from '../../model/feed/feed-url.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import type { Job } from '../../model/job/job.ts';
import { pendingFeed, type JobPart, type JobPartStore } from '../../model/job/job-part.ts';
import type { ParseOpml } from '../../parser/formats/opml.ts';
import { importDocumentKey } from './import-document.ts';
import { foldersToTake, planImport, type FollowedRow, type PlanOptions } from './plan-import.ts';

/** Number of rows per part: few, so that recording an outcome rewrites little data. */
const ROWS_PER_PART = 10;
const CONCURRENT_PARTS = 8;
const CONCURRENT_FOLDERS = 8;

type StorePlanDeps = {
  blobs: Pick<BlobStore, 'get'>;
  feeds: Pick<FeedStore, 'getMany'>;
  jobParts: Pick<JobPartStore, 'create'>;
  subscriptions: Pick<SubscriptionStore, 'list' | 'setFolder'>;
  parseOpml: ParseOpml;
} & Pick<PlanOptions, 'maxSubscriptions' | 'refusalOf'>;

type Plan = {
  rows: ImportRow[];
  /** The folders for feeds that the reader follows already and has in none, by feed_id. */
  folders: Map<string, string>;
};

const planOf = async (deps: StorePlanDeps, userId: string, document: Uint8Array): Promise<Plan> => {
  const followed = await deps.subscriptions.list(userId);
  const subscribed = new Map<string, FollowedRow>(followed.map((one) => [one.feed_id, one]));
  // A feed that moved keeps the id of its first address, so add the id of its current address too.
  for (const { feed_id, url } of await deps.feeds.getMany([...subscribed.keys()])) {
    const own = subscribed.get(feed_id);
    if (own !== undefined) subscribed.set(feedIdOf(url), own);
  }
  const rows = planImport(await deps.parseOpml(document), {
    ...deps,
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

export type StorePlan = (job: Job) => Promise<Step<number>>;

/**
 * Creates the first slice of an import: it plans every row of the document and stores the plan with the job. If the
 * plan is stored already, a repeated message has nothing to do, because the slices do the rest; but after a restart
 * they were lost, so it begins them again.
 */
export const createStorePlan =
  (deps: StorePlanDeps): StorePlan =>
  async (job) => {
    const { user_id, job_id, done, total, restarts } = job;
    const document = await deps.blobs.get(importDocumentKey(user_id, job_id));
    if (document === null && total !== null)
      return restarts === 0 ? { state: 'waiting', total } : { state: 'more', cursor: 0, done, total };
    if (document === null) throw new Error(`the document of import ${job_id} is missing`);
    const { rows, folders } = await planOf(deps, user_id, document);
    await pMap(partsOf(job, rows), deps.jobParts.create, { concurrency: CONCURRENT_PARTS });
    await pMap(folders, ([feedId, folder]) => deps.subscriptions.setFolder(user_id, feedId, null, folder), {
      concurrency: CONCURRENT_FOLDERS,
    });
    return { state: 'more', cursor: 0, done: rows.filter(hasOutcome).length, total: rows.length };
  };
