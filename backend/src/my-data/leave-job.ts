import pMap from 'p-map';
import { z } from 'zod';
import { clearCrawls } from '../crawl/running-crawls.ts';
import { inSlices, type JobDefinition, type Step } from '../jobs/job-definition.ts';
import type { Context } from '../model/context.ts';
import { forgetSignIns } from '../model/feed/site-sign-in.ts';
import type { Job } from '../model/job/job.ts';
import { keepOnSchedule, type ScheduleContext } from '../refresh/schedule.ts';
import { endCredentials, type CredentialsContext } from './leave-endpoint.ts';

/**
 * Number of items deleted in a slice: a few seconds of work in the cloud. Deleting an entry takes four write units,
 * three of them for its index rows.
 */
const ITEMS_A_SLICE = 1000;
const FEEDS_A_SLICE = 100;
const CONCURRENT_FEEDS = 8;
/** The longest delay of a message in any queue, in seconds. */
const LONGEST_DELAY_SECONDS = 600;

type LeaveContext = CredentialsContext &
  ScheduleContext &
  Pick<
    Context,
    'crawls' | 'feeds' | 'now' | 'profiles' | 'readers' | 'siteSignIns' | 'subscribers' | 'subscriptions'
  > & {
    /**
     * The longest time, in seconds, that work begun before the reader's feeds and sessions were deleted can still
     * write. In the cloud no function runs longer than 15 minutes.
     */
    lastWriteSeconds: number;
  };

/** Takes a reader off feeds, and deletes the reader's sign-ins for their sites. A feed that nobody follows any more leaves the schedule. */
const leaveFeeds = async (ctx: LeaveContext, userId: string, feedIds: string[]): Promise<void> => {
  await forgetSignIns(ctx, feedIds);
  await pMap(
    feedIds,
    async (feedId) => {
      await ctx.subscribers.delete(feedId, userId);
      await keepOnSchedule(ctx, feedId);
      await ctx.subscriptions.delete(userId, feedId);
    },
    { concurrency: CONCURRENT_FEEDS },
  );
};

const position = z.object({
  cleared: z.int().min(0),
  /** The time from which no other work can still write; null while items remain to be deleted. */
  settled_at: z.iso.datetime({ precision: 3 }).nullable(),
});

type Position = z.infer<typeof position>;

const more = (cursor: Position, delaySeconds = 0): Step<Position> => ({
  state: 'more',
  cursor,
  done: cursor.cleared,
  total: null,
  delay_seconds: delaySeconds,
});

/** Deletes a slice of what is left of the reader. Returns the number of deleted items; 0 when nothing is left. */
const clearOnce = async (ctx: LeaveContext, job: Job): Promise<number> => {
  const { user_id } = job;
  await endCredentials(ctx, user_id);
  const followed = (await ctx.subscriptions.list(user_id)).map(({ feed_id }) => feed_id);
  if (followed.length === 0) {
    const crawled = await clearCrawls(ctx, user_id, ITEMS_A_SLICE);
    return crawled > 0 ? crawled : ctx.readers.clear(user_id, job, ITEMS_A_SLICE);
  }
  const slice = followed.slice(0, FEEDS_A_SLICE);
  await leaveFeeds(ctx, user_id, slice);
  return slice.length;
};

/** Deletes what names the reader elsewhere, then the profile and the job itself. */
const finish = async (ctx: LeaveContext, job: Job): Promise<void> => {
  const { feeds, readers } = ctx;
  const { user_id } = job;
  // A subscriber without a subscription remains if its writer was interrupted between the two writes.
  const feedIds = (await feeds.listAll()).map(({ feed_id }) => feed_id);
  await leaveFeeds(ctx, user_id, await readers.followedAmong(user_id, feedIds));
  await readers.clearBlobs(user_id);
  await readers.clearRest(user_id, job);
};

/**
 * The job that deletes all data of a reader in slices, each of which works on what it finds: first identities, sessions
 * and tokens; then the feeds, so that nothing new arrives; then all other items. After all other work must have ended,
 * it deletes anything that such work wrote, then the profile and the job itself. Feeds and articles stay, because
 * readers share them.
 */
export const leaveJob = (ctx: LeaveContext): JobDefinition => ({
  run: inSlices(position, async (job, from) => {
    // The marked profile stays until the end, so that nobody else gets its user_id meanwhile.
    if (from === null && job.done === 0) await ctx.profiles.markLeaving(job.user_id, ctx.now().toISOString());
    const count = await clearOnce(ctx, job);
    const cleared = (from?.cleared ?? 0) + count;
    const at = ctx.now();
    const lastWrite = new Date(at.getTime() + ctx.lastWriteSeconds * 1000).toISOString();
    const settled_at = from?.settled_at ?? (count > 0 ? null : lastWrite);
    if (count > 0) return more({ cleared, settled_at });
    const wait = settled_at === null ? 0 : Math.ceil((Date.parse(settled_at) - at.getTime()) / 1000);
    if (wait > 0) return more({ cleared, settled_at }, Math.min(wait, LONGEST_DELAY_SECONDS));
    await finish(ctx, job);
    return { state: 'done', done: cleared, result: {} };
  }),
});
