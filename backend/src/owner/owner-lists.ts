import pMap from 'p-map';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { feedId, type OwnedFeed, type OwnedReader } from '../contract/index.ts';
import { invalidCursor } from '../lib/json-cursor.ts';
import { redactText } from '../logging/redact.ts';
import type { Context } from '../model/context.ts';
import { lastSuccess, type Feed } from '../model/feed/feed.ts';
import { isNewsletter } from '../model/feed/newsletter.ts';
import { intervalOf } from '../model/feed/fetches.ts';
import { isLeaving } from '../model/reader/profile.ts';

const CONCURRENT_READS = 8;

/**
 * Returns the id in a cursor of the owner's lists, which are in order of their ids; null without a cursor.
 * @throws INVALID_CURSOR if the cursor is not an id.
 */
const idIn = (cursor: string | undefined, isId: (text: string) => boolean): string | null => {
  if (cursor === undefined) return null;
  if (!isId(cursor)) throw invalidCursor();
  return cursor;
};

const DAY_MINUTES = 1440;

/** Returns the place of a feed in the list, which is its cursor: stopped feeds first, then those that fail, in order of their ids. */
const placeOf = ({ feed_id, fetch_status, consecutive_errors }: Feed): string => {
  const rank = fetch_status === 'stopped' ? 0 : consecutive_errors > 0 ? 1 : 2;
  return `${rank}${feed_id}`;
};

/**
 * Returns the address of a feed without its secrets. In the place of each stand the first digits of the feed's id, so that feeds
 * which differ in a secret alone can be told apart.
 */
export const ownedAddress = ({ feed_id, url }: Pick<Feed, 'feed_id' | 'url'>): string =>
  redactText(url).replaceAll('[redacted]', `[redacted ${feed_id.slice(0, 6)}]`);

const toOwned = (feed: Feed, readers: number, now: Date): OwnedFeed => ({
  feed_id: feed.feed_id,
  url: ownedAddress(feed),
  title: feed.title,
  fetch_status: feed.fetch_status,
  error_code: feed.error_code,
  error_message: feed.error_message,
  consecutive_errors: feed.consecutive_errors,
  last_fetched_at: feed.last_fetched_at,
  last_success_at: lastSuccess(feed),
  next_fetch_at: feed.fetch_status === 'active' ? feed.next_fetch_at : null,
  created_at: feed.created_at,
  readers,
  fetches_a_day:
    feed.fetch_status === 'active' && !isNewsletter(feed) ? DAY_MINUTES / intervalOf(feed, now).minutes : 0,
});

type ReadersContext = Pick<Context, 'profiles' | 'readers' | 'sessions' | 'subscriptions' | 'tokens'>;

const USER_ID = /^[0-9a-z]{1,64}$/;

export const toReader = async (ctx: ReadersContext, user_id: string): Promise<OwnedReader> => {
  const [profile, subscriptions, sessions, tokens] = await Promise.all([
    ctx.profiles.get(user_id),
    ctx.subscriptions.list(user_id),
    ctx.sessions.list(user_id),
    ctx.tokens.list(user_id),
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

export type ListsContext = ReadersContext & Pick<Context, 'feeds' | 'subscribers' | 'now'>;

/** The lists of all readers and of the feeds of all readers. */
export const ownerLists = (ctx: ListsContext): HandlersOf<'listReaders' | 'listAllFeeds'> => ({
  /** Without sign-in nobody is listed, and this shows the one who asks. */
  listReaders: async ({ reader, query: { limit, cursor } }) => {
    const after = idIn(cursor, (text) => USER_ID.test(text));
    const { readers, has_more } = await ctx.readers.list({ after, limit });
    const listed = readers.map(({ user_id }) => user_id);
    const ids = listed.length === 0 && after === null ? [reader.user_id] : listed;
    return {
      items: await pMap(ids, (userId) => toReader(ctx, userId), { concurrency: CONCURRENT_READS }),
      next_cursor: has_more ? (listed.at(-1) ?? null) : null,
      has_more,
    };
  },
  listAllFeeds: async ({ query: { limit, cursor } }) => {
    const after = idIn(cursor, (text) => /^[0-2]/.test(text) && feedId.safeParse(text.slice(1)).success);
    const rest = (await ctx.feeds.listAll())
      .map((feed) => ({ feed, place: placeOf(feed) }))
      .filter(({ place }) => after === null || place > after)
      .toSorted((a, b) => (a.place < b.place ? -1 : 1));
    const page = rest.slice(0, limit);
    const has_more = rest.length > limit;
    return {
      items: await pMap(
        page,
        async ({ feed }) => toOwned(feed, (await ctx.subscribers.list(feed.feed_id)).length, ctx.now()),
        {
          concurrency: CONCURRENT_READS,
        },
      ),
      next_cursor: has_more ? (page.at(-1)?.place ?? null) : null,
      has_more,
    };
  },
});
