import type { Snapshot } from '../model/feed/feed.ts';
import type { Subscription } from '../model/feed/subscription.ts';
import type { IdentifiedItem } from '../refresh/intake/identify.ts';
import { readSnapshot, readStoredItems, type StoredContext } from './stored-document.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import type { Context } from '../model/context.ts';
import { bringItems, type BringContext } from './bring-items.ts';
import { z } from 'zod';
import { feedId, timestamp } from '../contract/index.ts';
import { isItemError } from '../lib/errors.ts';
import { inSlices, type JobDefinition } from '../jobs/job-definition.ts';
import { olderItems, withFeeds, type FollowedFeed } from '../model/feed/followed-feed.ts';

/** A feed's stored document, and those of its items that its readers were not given. */
type OlderDocument = {
  snapshot: Snapshot;
  /** All items of the document, the newest first. */
  all: IdentifiedItem[];
  /** The items to bring, in the same order, each with its place among all. */
  items: { place: number; item: IdentifiedItem }[];
};

/**
 * Returns the items of the feed's document that the reader may lack; null if there is no document. Items that were beyond
 * the newest 50 of their fetch reached nobody. If the feed knew more than the newest 50 when the reader began to follow
 * it, every item that the feed knows is one: those that the reader has, or had, are found out when they are brought. An
 * item that the feed does not know yet comes by itself. @throws ParseError
 */
const loadOlder = async (
  ctx: StoredContext,
  { feed_id, older_known }: Subscription,
): Promise<OlderDocument | null> => {
  const snapshot = await readSnapshot(ctx, feed_id);
  if (snapshot === null) return null;
  const { items: all, recognition } = await readStoredItems(ctx, feed_id, snapshot);
  const isOlder = (item: IdentifiedItem): boolean =>
    recognition.wasLeftOut(item) || (older_known > 0 && recognition.of(item) !== 'new');
  const items = all.map((item, place) => ({ place, item })).filter(({ item }) => isOlder(item));
  return { snapshot, all, items };
};

/**
 * Number of items in a slice: each is stored, and sent to scoring in messages of 50. Every slice reads the document again,
 * so there are few of them.
 */
const SLICE = 500;
/** Number of times that a run begins with another document of one feed; the next run brings what came after. */
const MOST_DOCUMENTS = 5;

const placeInFeed = z.object({
  feed_id: feedId,
  /** The time of the document to which the place belongs. */
  taken_at: timestamp,
  /** Number of documents of the feed that this run has begun with. */
  documents: z.int().min(1),
  /** Number of items of the document, the newest first, that were looked at. */
  place: z.int().min(0),
  /** The feed's `over_limit_ever` when the run began with the document. */
  ever: z.int().min(0),
});

const position = z.object({
  /** The place in the feed whose items come; null if the run goes on with the next feed. */
  in_feed: placeInFeed.nullable(),
  brought: z.int().min(0),
  /** The feeds whose document is missing or cannot be read. */
  skipped: z.array(feedId),
});

type PlaceInFeed = z.infer<typeof placeInFeed>;

type OlderContext = StoredContext & BringContext & Pick<Context, 'subscriptions'>;

/** Returns the active subscriptions of a reader to feeds that have older items for the reader, in the order of their ids. */
export const awaitingOlder = async (
  { subscriptions, feeds }: Pick<Context, 'subscriptions' | 'feeds'>,
  userId: string,
): Promise<FollowedFeed[]> => {
  const active = (await subscriptions.list(userId)).filter(({ is_active }) => is_active);
  const followed = await withFeeds(feeds, active, () => {});
  return followed
    .filter(({ feed, subscription }) => olderItems(feed, subscription) > 0)
    .toSorted((a, b) => (a.feed.feed_id < b.feed.feed_id ? -1 : 1));
};

/**
 * The job that brings a reader the items of feeds' documents that were not among the newest 50 when they came: of a feed
 * that the reader has begun to follow, and of a fetch that brought more. For one feed after the other, in slices of 500
 * items, the newest first:
 *
 * 1. Read the stored document. If a fetch has replaced it since the last slice, begin with the new one.
 * 2. Take the next items that the reader lacks, store their articles and send them to scoring for this reader.
 * 3. After the last item, note with the subscription that nothing older is missing.
 *
 * Small documents share a slice. A feed whose document is missing or cannot be read is passed over. A repeated slice brings
 * nothing twice, because ids come from content.
 */
export const olderJob = (ctx: OlderContext): JobDefinition => ({
  run: inSlices(position, async ({ user_id }, from) => {
    let { in_feed, brought, skipped } = from ?? { in_feed: null, brought: 0, skipped: [] };
    let room = SLICE;
    const waiting = await awaitingOlder(ctx, user_id);
    const first = waiting.filter(({ feed }) => feed.feed_id === in_feed?.feed_id);
    const others = waiting.filter(
      ({ feed: { feed_id } }) => feed_id !== in_feed?.feed_id && !skipped.includes(feed_id),
    );
    for (const followed of [...first, ...others]) {
      const { feed_id } = followed.feed;
      if (room <= 0)
        return { state: 'more', cursor: { in_feed, brought, skipped }, done: brought, total: null };
      const part = await bringPart(ctx, followed, in_feed?.feed_id === feed_id ? in_feed : null, room);
      if (part === null) skipped = [...skipped, feed_id];
      brought += part?.brought ?? 0;
      room -= part?.looked_at ?? 0;
      in_feed = part?.next ?? null;
      if (in_feed !== null)
        return { state: 'more', cursor: { in_feed, brought, skipped }, done: brought, total: null };
    }
    return {
      state: 'done',
      done: brought,
      result: { brought_articles: brought, skipped_feeds: skipped.length },
    };
  }),
  // A feed that the reader began to follow after the last slice, but before the release of the lock, started no job of its
  // own.
  startAgain: async ({ user_id, result }) =>
    (await awaitingOlder(ctx, user_id)).length > Number(result?.['skipped_feeds'] ?? 0),
});

/** The work of a slice in one feed. `next` is the place where the next slice begins; null after the last item. */
type Part = { brought: number; looked_at: number; next: PlaceInFeed | null };

/** Brings at most `room` items of one feed. Returns null if its document is missing or cannot be read. */
const bringPart = async (
  ctx: OlderContext,
  { feed, subscription }: FollowedFeed,
  from: PlaceInFeed | null,
  room: number,
): Promise<Part | null> => {
  const older = await loadOrSkip(ctx, subscription);
  if (older === null) return null;
  const at = placeIn(feed, older.snapshot.taken_at, from);
  const left = older.items.filter(({ place }) => place >= at.place);
  const slice = left.slice(0, room);
  const brought = await bringItems(ctx, subscription, {
    documentUrl: older.snapshot.url,
    all: older.all,
    items: slice.map(({ item }) => item),
    readUntil: subscription.created_at,
  });
  const last = slice.at(-1);
  if (last !== undefined && left.length > slice.length)
    return { brought, looked_at: slice.length, next: { ...at, place: last.place + 1 } };
  const { user_id, feed_id } = subscription;
  await ctx.subscriptions.update(user_id, feed_id, { older_known: 0, older_brought: at.ever });
  return { brought, looked_at: slice.length, next: null };
};

const loadOrSkip = async (ctx: OlderContext, subscription: Subscription): Promise<OlderDocument | null> => {
  try {
    return await loadOlder(ctx, subscription);
  } catch (error) {
    if (!isItemError(error) && !(error instanceof ParseError)) throw error;
    ctx.log.warn('older items not read', { feed_id: subscription.feed_id, error });
    return null;
  }
};

const placeIn = (
  { feed_id, over_limit_ever: ever }: FollowedFeed['feed'],
  taken_at: string,
  from: PlaceInFeed | null,
): PlaceInFeed => {
  if (from === null) return { feed_id, taken_at, documents: 1, place: 0, ever };
  if (from.taken_at === taken_at || from.documents >= MOST_DOCUMENTS) return from;
  return { ...from, taken_at, documents: from.documents + 1, place: 0, ever };
};
