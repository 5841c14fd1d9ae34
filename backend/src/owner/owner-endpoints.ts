import pMap from 'p-map';
import { isLeaving, type ProfileStore } from '../model/reader/profile.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import type { SessionStore } from '../accounts/sessions/session.ts';
import type { TokenStore } from '../accounts/tokens/token.ts';
import { jobForReader } from './job-for-reader.ts';
import { InvalidCursorError } from '../lib/cursor-error.ts';
import { redactText } from '../logging/redact.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { feedId, queueName, type OwnedFeed, type OwnedReader, onlyPage } from '../contract/index.ts';
import type { Feed, FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import { lastSuccess } from '../model/feed/feed-health.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import type { StartJob } from '../jobs/start-job.ts';
import { toDeadLetter } from './dead-letters.ts';
import type { OwnedQueues } from './queues.ts';

const CONCURRENT_READS = 8;
const DEAD_LETTERS = 50;
const USER_ID = /^[0-9a-z]{1,64}$/;

export type OwnerDeps = {
  feeds: Pick<FeedStore, 'listAll'>;
  profiles: Pick<ProfileStore, 'get'>;
  readers: Pick<ReaderStore, 'list'>;
  sessions: Pick<SessionStore, 'list'>;
  subscribers: Pick<SubscriberStore, 'list'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  tokens: Pick<TokenStore, 'list'>;
  queues: OwnedQueues;
  /** Sends the feeds that are due to be fetched and returns their number. */
  dispatch: () => Promise<number>;
  startJob: StartJob;
};

type OwnerEndpoints =
  | 'listReaders'
  | 'listAllFeeds'
  | 'listQueues'
  | 'listDeadLetters'
  | 'redriveDeadLetters'
  | 'startDeploymentJob';

/**
 * Returns the id in a cursor, or null without a cursor.
 * @throws InvalidCursorError if the cursor is not an id.
 */
const idOf = (cursor: string | undefined, isId: (text: string) => boolean): string | null => {
  if (cursor === undefined) return null;
  if (!isId(cursor)) throw new InvalidCursorError();
  return cursor;
};

/** Creates the owner's endpoints. The API admits only the owner to them. */
export const createOwnerEndpoints = (deps: OwnerDeps): HandlersOf<OwnerEndpoints> => {
  const toReader = async (user_id: string): Promise<OwnedReader> => {
    const [profile, subscriptions, sessions, tokens] = await Promise.all([
      deps.profiles.get(user_id),
      deps.subscriptions.list(user_id),
      deps.sessions.list(user_id),
      deps.tokens.list(user_id),
    ]);
    const seen = [
      ...sessions.map(({ last_seen_at }) => last_seen_at),
      ...tokens.flatMap(({ last_used_at }) => last_used_at ?? []),
    ];
    return {
      user_id,
      email: profile?.email ?? null,
      name: profile?.name ?? null,
      created_at: profile?.created_at ?? null,
      last_seen_at: seen.toSorted().at(-1) ?? null,
      subscriptions: subscriptions.length,
      is_leaving: isLeaving(profile),
    };
  };

  const toFeed = async (feed: Feed): Promise<OwnedFeed> => ({
    feed_id: feed.feed_id,
    url: redactText(feed.url),
    title: feed.title,
    fetch_status: feed.fetch_status,
    error_code: feed.error_code,
    error_message: feed.error_message,
    consecutive_errors: feed.consecutive_errors,
    last_fetched_at: feed.last_fetched_at,
    last_success_at: lastSuccess(feed),
    next_fetch_at: feed.fetch_status === 'active' ? feed.next_fetch_at : null,
    created_at: feed.created_at,
    readers: (await deps.subscribers.list(feed.feed_id)).length,
  });

  /**
   * Returns the ids of all listed readers and of the asking one, because the reader of a runner without sign-in is not
   * listed.
   */
  const everyReader = async (asking: string): Promise<string[]> => {
    const all = new Set([asking]);
    let after: string | null = null;
    for (;;) {
      const page: Awaited<ReturnType<ReaderStore['list']>> = await deps.readers.list({ after, limit: 200 });
      for (const { user_id } of page.readers) all.add(user_id);
      after = page.readers.at(-1)?.user_id ?? null;
      if (!page.has_more || after === null) return [...all];
    }
  };

  const startFor = async (user_id: string, kind: 'cleanup' | 'recalculate'): Promise<boolean> => {
    const profile = await deps.profiles.get(user_id);
    const isFollowing = profile === null && (await deps.subscriptions.list(user_id)).length > 0;
    const own = jobForReader(kind, { user_id, profile, isListed: true, isFollowing });
    if (own !== null) await deps.startJob(user_id, own);
    return own !== null;
  };

  const startForAll = async (asking: string, kind: 'cleanup' | 'recalculate'): Promise<number> => {
    const started = await pMap(await everyReader(asking), (user_id) => startFor(user_id, kind), {
      concurrency: CONCURRENT_READS,
    });
    return started.filter(Boolean).length;
  };

  return {
    listReaders: async ({ reader, query: { limit, cursor } }) => {
      const after = idOf(cursor, (text) => USER_ID.test(text));
      const { readers, has_more } = await deps.readers.list({ after, limit });
      const last = readers.at(-1)?.user_id ?? null;
      const ids =
        readers.length === 0 && after === null ? [reader.user_id] : readers.map((one) => one.user_id);
      return {
        items: await pMap(ids, toReader, { concurrency: CONCURRENT_READS }),
        next_cursor: has_more ? last : null,
        has_more,
      };
    },
    listAllFeeds: async ({ query: { limit, cursor } }) => {
      const after = idOf(cursor, (text) => feedId.safeParse(text).success);
      const rest = (await deps.feeds.listAll())
        .filter(({ feed_id }) => after === null || feed_id > after)
        .toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));
      const page = rest.slice(0, limit);
      const has_more = rest.length > limit;
      return {
        items: await pMap(page, toFeed, { concurrency: CONCURRENT_READS }),
        next_cursor: has_more ? (page.at(-1)?.feed_id ?? null) : null,
        has_more,
      };
    },
    listQueues: async () =>
      onlyPage(await Promise.all(queueName.options.map((queue) => deps.queues.depth(queue)))),
    listDeadLetters: async ({ params: { queue } }) =>
      onlyPage((await deps.queues.deadLetters(queue, DEAD_LETTERS)).map(toDeadLetter)),
    redriveDeadLetters: async ({ params: { queue } }) => ({
      queue,
      redriven: await deps.queues.redrive(queue),
    }),
    startDeploymentJob: async ({ reader, params: { kind } }) => {
      switch (kind) {
        case 'dispatch':
          return { kind, started: await deps.dispatch() };
        case 'cleanup':
        case 'recalculate':
          return { kind, started: await startForAll(reader.user_id, kind) };
      }
    },
  };
};
