import pMap from 'p-map';
import { z } from 'zod';
import { foldEmail } from '../lib/email.ts';
import type { Clock } from '../lib/clock.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import type { Job } from '../model/job/job.ts';
import type { JobWorker, Step } from '../jobs/run-job.ts';
import type { StartJob } from '../jobs/start-job.ts';
import { ConfirmationError } from '../accounts/identities/errors.ts';
import type { IdentityStore } from '../accounts/identities/identity.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import type { SessionStore } from '../accounts/sessions/session.ts';
import type { TokenStore } from '../accounts/tokens/token.ts';

/**
 * Number of items deleted in a slice: a few seconds of work in the cloud. Deleting an entry takes four write units,
 * three of them for its index rows.
 */
const ITEMS_A_SLICE = 1000;
const FEEDS_A_SLICE = 100;
const CONCURRENT_FEEDS = 8;
/** The longest delay of a message in any queue, in seconds. */
const LONGEST_DELAY_SECONDS = 600;

type Credentials = {
  identities: Pick<IdentityStore, 'list' | 'delete'>;
  sessions: Pick<SessionStore, 'list' | 'delete'>;
  tokens: Pick<TokenStore, 'list' | 'delete'>;
};

/**
 * Deletes every identity, session and token of a reader. A later sign-in with one of the identities makes a new reader.
 */
const createEndCredentials =
  ({ identities, sessions, tokens }: Credentials) =>
  async (userId: string): Promise<void> => {
    for (const { identity_id } of await identities.list(userId)) await identities.delete(userId, identity_id);
    for (const { session_id } of await sessions.list(userId)) await sessions.delete(userId, session_id);
    for (const { token_id } of await tokens.list(userId)) await tokens.delete(userId, token_id);
  };

/**
 * Starts the deletion of an account. The job is created first, because it repeats the rest if this call is interrupted.
 * Then every identity, session and token is deleted before the answer. A repeated request returns the same job. Throws
 * ConfirmationError.
 */
export const createLeaveEndpoint = (
  deps: Credentials & { profiles: Pick<ProfileStore, 'get'>; startJob: StartJob },
): HandlersOf<'leave'> => {
  const endCredentials = createEndCredentials(deps);
  return {
    leave: async ({ reader: { user_id }, body: { email } }) => {
      const profile = await deps.profiles.get(user_id);
      if (foldEmail(email) !== foldEmail(profile?.email ?? user_id)) throw new ConfirmationError();
      const job = await deps.startJob(user_id, 'leave');
      await endCredentials(user_id);
      return job;
    },
  };
};

export type LeaveDeps = Credentials & {
  feeds: Pick<FeedStore, 'listAll'>;
  profiles: Pick<ProfileStore, 'markLeaving'>;
  readers: ReaderStore;
  subscribers: Pick<SubscriberStore, 'delete'>;
  subscriptions: Pick<SubscriptionStore, 'list' | 'delete'>;
  keepOnSchedule: KeepOnSchedule;
  now: Clock;
  /**
   * The longest time, in seconds, that work begun before the reader's feeds and sessions were deleted can still write.
   * In the cloud no function runs longer than 15 minutes.
   */
  lastWriteSeconds: number;
};

const cursorShape = z.object({
  cleared: z.int().min(0),
  /** The time from which no other work can still write; null while items remain to be deleted. */
  settled_at: z.iso.datetime({ precision: 3 }).nullable(),
});

type Cursor = z.infer<typeof cursorShape>;

const more = (cursor: Cursor, delaySeconds = 0): Step => ({
  state: 'more',
  cursor: JSON.stringify(cursor),
  done: cursor.cleared,
  total: null,
  delay_seconds: delaySeconds,
});

/**
 * Deletes all data of a reader in slices, each of which works on what it finds: first identities, sessions and tokens;
 * then the feeds, so that nothing new arrives; then all other items. After all other work must have ended, it deletes
 * anything that such work wrote, then the profile and the job itself. Feeds and articles stay, because readers share
 * them; a feed that nobody follows any more leaves the schedule.
 */
export const createLeaveWorker = (deps: LeaveDeps): JobWorker => {
  const { readers, now } = deps;
  const endCredentials = createEndCredentials(deps);

  const leaveFeeds = async (userId: string, feedIds: string[]): Promise<void> => {
    await pMap(
      feedIds,
      async (feedId) => {
        await deps.subscribers.delete(feedId, userId);
        await deps.keepOnSchedule(feedId);
        await deps.subscriptions.delete(userId, feedId);
      },
      { concurrency: CONCURRENT_FEEDS },
    );
  };

  const clearOnce = async (job: Job): Promise<number> => {
    await endCredentials(job.user_id);
    const followed = (await deps.subscriptions.list(job.user_id)).map(({ feed_id }) => feed_id);
    if (followed.length > 0) {
      const slice = followed.slice(0, FEEDS_A_SLICE);
      await leaveFeeds(job.user_id, slice);
      return slice.length;
    }
    return readers.clear(job.user_id, job, ITEMS_A_SLICE);
  };

  const finish = async (job: Job): Promise<void> => {
    const { user_id } = job;
    // A subscriber without a subscription remains if its writer was interrupted between the two writes.
    const feedIds = (await deps.feeds.listAll()).map(({ feed_id }) => feed_id);
    await leaveFeeds(user_id, await readers.followedAmong(user_id, feedIds));
    await readers.clearBlobs(user_id);
    await readers.clearRest(user_id, job);
  };

  return {
    run: async (job, message) => {
      const cursor: Cursor =
        message.cursor === undefined
          ? { cleared: 0, settled_at: null }
          : cursorShape.parse(JSON.parse(message.cursor));
      // The marked profile stays until the end, so that nobody else gets its user_id meanwhile.
      if (message.cursor === undefined && job.done === 0)
        await deps.profiles.markLeaving(job.user_id, now().toISOString());
      const count = await clearOnce(job);
      const cleared = cursor.cleared + count;
      const at = now();
      const settled_at =
        cursor.settled_at ??
        (count > 0 ? null : new Date(at.getTime() + deps.lastWriteSeconds * 1000).toISOString());
      if (count > 0) return more({ cleared, settled_at });
      const wait = settled_at === null ? 0 : Math.ceil((Date.parse(settled_at) - at.getTime()) / 1000);
      if (wait > 0) return more({ cleared, settled_at }, Math.min(wait, LONGEST_DELAY_SECONDS));
      await finish(job);
      return { state: 'done', done: cleared, result: {} };
    },
  };
};
