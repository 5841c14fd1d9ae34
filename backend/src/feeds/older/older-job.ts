import { z } from 'zod';
import { timestamp } from '../../contract/index.ts';
import { inSlices, type JobDefinition, type Step } from '../../jobs/job-definition.ts';
import type { Context } from '../../model/context.ts';
import type { StoredContext } from '../history/stored-document.ts';
import { olderItems } from '../../model/feed/followed-feed.ts';
import { shownTitle, type Subscription } from '../../model/feed/subscription.ts';
import type { Job } from '../../model/job/job.ts';
import { bringItems, type BringContext } from './bring-items.ts';
import { loadOlder } from './load-older.ts';

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
