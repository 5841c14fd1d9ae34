import pMap from 'p-map';
import type { ImportRow } from '../../contract/index.ts';
import { follow } from '../follow.ts';
import type { WriteFollowingContext } from '../write-following.ts';
import type { Step } from '../../jobs/job-definition.ts';
import { hasOutcome, reportImport } from '../../jobs/job-reports.ts';
import type { BlobStore } from '../../model/article/article.ts';
import type { Feed } from '../../model/feed/feed.ts';
import type { Job } from '../../model/job/job.ts';
import { pendingFeed, type FeedOutcome, type JobPart, type JobPartStore } from '../../model/job/job-part.ts';
import type { FetchMessage, SendFetch } from '../../queues/messages.ts';
import { toFetchMessage } from '../../refresh/schedule.ts';
import { importDocumentKey } from './import-document.ts';
import { hasCode } from '../../lib/domain-error.ts';

/** Number of parts per slice: their 100 rows need a few hundred writes, which take seconds. */
const PARTS_PER_SLICE = 10;
const CONCURRENT_ROWS = 8;

type SubscribeRowsDeps = WriteFollowingContext & {
  blobs: Pick<BlobStore, 'delete'>;
  jobParts: Pick<JobPartStore, 'list' | 'setOutcomes'>;
  sendFetch: SendFetch;
};

/** Subscribes to the feed of a row unless the row has an outcome. Returns the fetches that its feed needs. */
const subscribe = async (
  deps: SubscribeRowsDeps,
  { user_id, job_id, part, feeds }: JobPart,
  row: ImportRow,
): Promise<FetchMessage[]> => {
  const { url, title, folder, feed_id } = row;
  if (hasOutcome(row) || feed_id === null || feeds[feed_id]?.outcome !== 'pending') return [];
  const record = (outcome: FeedOutcome) =>
    deps.jobParts.setOutcomes({ user_id, job_id, part }, { [feed_id]: outcome });
  let feed: Feed;
  try {
    feed = await follow(deps, { user_id, url, feed_id, title, folder });
  } catch (error) {
    if (!hasCode(error, 'SUBSCRIPTION_LIMIT')) throw error;
    // The plan had room for this row, so the reader has subscribed to other feeds since.
    await record({ ...pendingFeed, outcome: 'failed', is_over_limit: true });
    return [];
  }
  const now = deps.now();
  const fetch: FetchMessage = {
    ...toFetchMessage(feed, feed.next_fetch_at ?? now.toISOString(), now),
    new_subscriber: user_id,
  };
  if (feed.feed_id === feed_id) return [{ ...fetch, job: { user_id, job_id, part } }];
  // The row has an old address of a moved feed. Its fetch would report under an id that the plan does not contain.
  await record({ ...pendingFeed, outcome: 'skipped' });
  return [fetch];
};

export type SubscribeRows = (job: Job, first: number) => Promise<Step<number>>;

/** Creates a later slice of an import: it subscribes to the feeds of a few parts, beginning with `first`. */
export const createSubscribeRows =
  (deps: SubscribeRowsDeps): SubscribeRows =>
  async ({ user_id, job_id }, first) => {
    // The plan is stored, so the document is no longer needed.
    if (first === 0) await deps.blobs.delete(importDocumentKey(user_id, job_id));
    const parts = await deps.jobParts.list(user_id, job_id);
    const next = first + PARTS_PER_SLICE;
    const rows = parts.slice(first, next).flatMap((part) => (part.rows ?? []).map((row) => ({ part, row })));
    const messages = await pMap(rows, ({ part, row }) => subscribe(deps, part, row), {
      concurrency: CONCURRENT_ROWS,
    });
    await deps.sendFetch(messages.flat());

    const { done, total, result } = reportImport(await deps.jobParts.list(user_id, job_id)).summary;
    if (next < parts.length) return { state: 'more', cursor: next, done, total };
    // The process that records the last fetch ends the job. If no row is pending here, all fetches were recorded
    // before, or there were none.
    return done < total ? { state: 'waiting', total } : { state: 'done', done, result };
  };
