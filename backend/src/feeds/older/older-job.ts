import type { Snapshot } from '../../model/feed/snapshot.ts';
import { type Subscription, shownTitle } from '../../model/feed/subscription.ts';
import type { IdentifiedItem } from '../../refresh/intake/identify.ts';
import { readSnapshot, readStoredItems, type StoredContext } from '../history/stored-document.ts';
import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../model/context.ts';
import { scoreBatches } from '../../queues/outgoing.ts';
import {
  createLeftOut,
  readStored,
  storeArticles,
  type StoreContext,
} from '../../refresh/intake/store-articles.ts';
import { z } from 'zod';
import { timestamp } from '../../contract/index.ts';
import { inSlices, type JobDefinition, type Step } from '../../jobs/job-definition.ts';
import { olderItems } from '../../model/feed/followed-feed.ts';
import type { Job } from '../../model/job/job.ts';

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

/** The context for bringing older items. */
type BringContext = StoreContext &
  Pick<Context, 'entries' | 'sendScore' | 'now' | 'log'> & {
    settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS'>;
  };

/**
 * Brings items of a feed's document to one reader. Returns how many were sent to scoring:
 *
 * 1. Leave out those that are in the reader's lists.
 * 2. Store the articles that are missing, and keep those for longer that would expire before the reader's entries.
 * 3. Send them to scoring for this reader alone. What was published before the reader followed the feed, or has no date,
 *    comes as read.
 *
 * The pages of older articles are not asked for, nor are their bookmarks counted: hundreds of requests to one site. A
 * reader who opens an article can still ask for its page. Items without a date are dated from when the reader followed
 * the feed, so that they stand below what came since.
 */
const bringItems = async (
  ctx: BringContext,
  { user_id, feed_id, created_at }: Subscription,
  { snapshot, all }: OlderDocument,
  items: OlderDocument['items'],
): Promise<number> => {
  const ids = items.map(({ item }) => item.article_id);
  if (ids.length === 0) return 0;
  const here = new Set((await ctx.entries.getMany(user_id, ids)).map(({ article_id }) => article_id));
  const wanted = items.map(({ item }) => item).filter(({ article_id }) => !here.has(article_id));
  if (wanted.length === 0) return 0;

  const now = ctx.now();
  const ttl = Math.floor(now.getTime() / 1000) + ctx.settings.ARTICLE_RETENTION_DAYS * 86_400;
  const stored = await readStored(
    ctx,
    feed_id,
    wanted.map(({ article_id }) => article_id),
  );
  const leftOut = createLeftOut(ctx.log, feed_id);
  const plan = {
    admit: wanted.filter(({ article_id }) => !stored.has(article_id)),
    revive: wanted.filter(
      ({ article_id }) => stored.has(article_id) && (stored.get(article_id)?.ttl ?? 0) < ttl,
    ),
    update: [],
  };
  const parts = { feedId: feed_id, documentUrl: snapshot.url, items: all, stored, leftOut };
  const terms = { now, ttl, isForNewSubscriber: false, undatedFrom: new Date(created_at) };
  await storeArticles(ctx, plan, parts, terms);

  const brought = wanted.filter((item) => !leftOut.has(item)).map(({ article_id }) => article_id);
  const carried = { feed_id, user_id, sent_at: now.toISOString(), read_until: created_at };
  await ctx.sendScore(scoreBatches(brought, carried));
  return brought.length;
};

/** Number of items in a slice: each is stored, and sent to scoring in messages of 50. */
const SLICE = 100;
/** Number of times that a run begins with the document of a new fetch; the next run brings what came after. */
const MOST_DOCUMENTS = 5;

const position = z.object({
  /** The time of the document to which the place belongs. */
  taken_at: timestamp,
  /** Number of documents that this run has begun with. */
  documents: z.int().min(1),
  /** Number of items of the document, the newest first, that were looked at. */
  place: z.int().min(0),
  brought: z.int().min(0),
  /** The feed's `over_limit_ever` when the run began with the document. */
  ever: z.int().min(0),
});

type Position = z.infer<typeof position>;

type OlderContext = StoredContext & BringContext & Pick<Context, 'subscriptions'>;

/**
 * The job that brings a reader the older items of a feed's document, which were not among the newest 50 when they came.
 * Other readers of the feed get none of them until they ask too. In slices of 100 items, the newest first:
 *
 * 1. Read the stored document. If a fetch has replaced it since the last slice, begin with the new one.
 * 2. Take the next items that the reader lacks, store their articles and send them to scoring for this reader.
 * 3. After the last item, note with the subscription that nothing older is missing.
 *
 * A repeated slice brings nothing twice, because ids come from content. The job ends early if the reader has left the feed.
 */
export const olderJob = (ctx: OlderContext): JobDefinition => ({
  run: inSlices(position, async (job, from) => {
    const { user_id: userId, feed_id: feedId } = job;
    const brought = from?.brought ?? 0;
    const subscription = feedId === null ? null : await ctx.subscriptions.get(userId, feedId);
    if (feedId === null || subscription === null) return done(brought, null);
    // Before the document: what is left out after this read is then still missing for the reader.
    const feed = await ctx.feeds.get(feedId);
    if (feed === null || (from === null && olderItems(feed, subscription) === 0))
      return done(0, subscription);
    const older = await loadOlder(ctx, subscription);
    if (older === null) return done(brought, subscription);

    const at = placeIn(older.snapshot.taken_at, from, feed.over_limit_ever);
    const slice = older.items.filter(({ place }) => place >= at.place).slice(0, SLICE);
    const more = await bringItems(ctx, subscription, older, slice);
    const last = slice.at(-1);
    const left = older.items.filter(({ place }) => last !== undefined && place > last.place).length;
    if (last !== undefined && left > 0) {
      const cursor = { ...at, place: last.place + 1, brought: brought + more };
      return { state: 'more', cursor, done: older.items.length - left, total: older.items.length };
    }
    return end(ctx, job, subscription, { ...at, brought: brought + more });
  }),
});

const placeIn = (taken_at: string, from: Position | null, ever: number): Position => {
  if (from === null) return { taken_at, documents: 1, place: 0, brought: 0, ever };
  if (from.taken_at === taken_at || from.documents >= MOST_DOCUMENTS) return from;
  return { ...from, taken_at, documents: from.documents + 1, place: 0, ever };
};

const end = async (
  { subscriptions }: OlderContext,
  { user_id }: Job,
  subscription: Subscription,
  { brought, ever }: Position,
): Promise<Step<Position>> => {
  await subscriptions.update(user_id, subscription.feed_id, { older_known: 0, older_brought: ever });
  return done(brought, subscription);
};

const done = (brought: number, subscription: Subscription | null): Step<Position> => ({
  state: 'done',
  done: brought,
  result: {
    title: subscription === null ? null : shownTitle(subscription),
    brought_articles: brought,
  },
});
