import type { IdentifiedItem } from '../refresh/intake/identify.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../model/context.ts';
import type { Subscription } from '../model/feed/subscription.ts';
import { scoreBatches } from '../queues/outgoing.ts';
import {
  createLeftOut,
  readStored,
  storeArticles,
  type StoreContext,
} from '../refresh/intake/store-articles.ts';

/** The context for bringing older items. */
export type BringContext = StoreContext &
  Pick<Context, 'entries' | 'sendScore' | 'now' | 'log'> & {
    settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS'>;
  };

/** A document with older items of a feed. */
type BroughtDocument = {
  documentUrl: string;
  /** All items of the document. */
  all: IdentifiedItem[];
  /** Those to bring. */
  items: IdentifiedItem[];
  /** Items that were published until this time come as read. */
  readUntil: string;
};

/**
 * Brings items of a feed's document to one reader. Returns how many were sent to scoring:
 *
 * 1. Leave out those that are in the reader's lists.
 * 2. Store the articles that are missing, and keep those for longer that would expire before the reader's entries.
 * 3. Send them to scoring for this reader alone. Items that were published until `readUntil`, or have no date, come as read.
 *
 * The pages of older articles are not asked for, nor are their bookmarks counted: hundreds of requests to one site. A
 * reader who opens an article can still ask for its page. Items without a date are dated from when the reader followed
 * the feed, so that they stand below what came since.
 */
export const bringItems = async (
  ctx: BringContext,
  { user_id, feed_id, created_at }: Subscription,
  { documentUrl, all, items, readUntil }: BroughtDocument,
): Promise<number> => {
  const ids = items.map(({ article_id }) => article_id);
  if (ids.length === 0) return 0;
  const here = new Set((await ctx.entries.getMany(user_id, ids)).map(({ article_id }) => article_id));
  const wanted = items.filter(({ article_id }) => !here.has(article_id));
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
  const parts = { feedId: feed_id, documentUrl, items: all, stored, leftOut };
  const terms = { now, ttl, isForNewSubscriber: false, undatedFrom: new Date(created_at) };
  await storeArticles(ctx, plan, parts, terms);

  const brought = wanted.filter((item) => !leftOut.has(item)).map(({ article_id }) => article_id);
  const carried = { feed_id, user_id, sent_at: now.toISOString(), read_until: readUntil };
  await ctx.sendScore(scoreBatches(brought, carried));
  return brought.length;
};
