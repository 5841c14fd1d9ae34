import pMap from 'p-map';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { Entry, EntryRow, EntryStore } from '../model/article/entry.ts';
import type { Article, ArticleStore } from '../model/article/article.ts';
import { asMarked, type ReadWatermarkStore } from '../model/article/watermark.ts';
import { readArticles } from '../model/article/read-articles.ts';
import { relist, rewritten } from '../model/article/relist.ts';
import { inBatches } from '../lib/in-batches.ts';
import type { Clock } from '../lib/clock.ts';
import type { SendScore } from '../queues/messages.ts';
import { tombstoneUntil } from '../model/article/expiry.ts';
import { retentionFor, type Retention } from '../model/reader/retention.ts';
import { FeedUnknownError } from '../model/feed/errors.ts';
import type { SubscriberStore } from '../model/feed/feed.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';
import type { SubscriptionStore, CountUnread, LeaveFeed } from '../model/feed/subscription.ts';

const PAGE = 200;
const CONCURRENT_WRITES = 16;
const ATTEMPTS = 5;
const SCORE_BATCH = 50;

export type UnsubscribeDeps = {
  articles: Pick<ArticleStore, 'getMany'>;
  entries: Pick<EntryStore, 'list' | 'change' | 'leave'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  retention: Retention;
  /** Sends entries to scoring with the text of the feed that takes them over. */
  sendScore: SendScore;
  subscribers: Pick<SubscriberStore, 'get' | 'delete'>;
  subscriptions: Pick<SubscriptionStore, 'get' | 'list' | 'delete'>;
  keepOnSchedule: KeepOnSchedule;
  countUnread: CountUnread;
  now: Clock;
};

/** Unsubscribes a reader from a feed; `replacementFeedId` is a feed that takes over the reader's entries from it. */
export type Unsubscribe = (userId: string, feedId: string, replacementFeedId?: string) => Promise<void>;

/**
 * Removes a feed from a reader's entries. An entry moves to the heir, or to another feed of the reader that carries the
 * article; it then has that feed's title and text and is scored again with them. Other entries are kept and marked as
 * read if they are saved, and deleted if not. A deleted entry that was read never returns; an unread one returns if the
 * reader later follows a feed that carries it. Returns the ids of the feeds that took over entries.
 */
export const createLeaveFeed =
  ({
    articles,
    sendScore,
    entries,
    marks: readerMarks,
    profiles,
    subscriptions,
    now,
    retention: longest,
  }: Omit<UnsubscribeDeps, 'subscribers' | 'keepOnSchedule' | 'countUnread'>): LeaveFeed =>
  async (userId, feedId, replacementFeedId) => {
    const at = now().toISOString();
    const inherited = new Map<string, string[]>();
    const until = tombstoneUntil(now());
    const { marks } = await readerMarks.get(userId);
    const retention = retentionFor(await profiles.get(userId), longest);
    const followed = new Set((await subscriptions.list(userId)).map(({ feed_id }) => feed_id));
    const replacements = new Set<string>();
    const versionsOf = async ({ article_id, feed_ids }: EntryRow): Promise<Map<string, Article>> => {
      const others = [...(replacementFeedId === undefined ? [] : [replacementFeedId]), ...feed_ids].filter(
        (id) => id !== feedId,
      );
      const keys = [...new Set(others)].map((feed_id) => ({ article_id, feed_id }));
      const { found } = keys.length === 0 ? { found: [] } : await readArticles(articles, keys);
      return new Map(found.map((version) => [version.feed_id, version]));
    };
    const without = (entry: Entry, versions: Map<string, Article>): Entry | null => {
      const carrying = entry.feed_ids.filter(
        (id) => id !== feedId && id !== replacementFeedId && followed.has(id),
      );
      // The feed on the same host as the article's link comes first.
      const isOwn = (id: string): boolean => versions.get(id)?.is_own_host === true;
      const others = [...carrying.filter(isOwn), ...carrying.filter((id) => !isOwn(id))];
      const [next, ...rest] = replacementFeedId === undefined ? others : [replacementFeedId, ...others];
      if (next === undefined) return null;
      replacements.add(next);
      const version = versions.get(next);
      const moved = relist(entry, [next, ...rest], { marks, retention });
      return version === undefined ? moved : rewritten(moved, version);
    };
    // An entry without a followed feed would be in no unread count, so mark it as read.
    const asRead = (entry: Entry): Entry | null =>
      entry.is_read ? null : { ...entry, is_read: true, read_at: at, unread_after: null };
    const leave = async (row: EntryRow): Promise<void> => {
      const { article_id } = row;
      const versions = await versionsOf(row);
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const moved = await entries.change(userId, article_id, (entry) => without(entry, versions));
        if (moved === null) return;
        const [owner] = moved.feed_ids;
        if (owner !== feedId) {
          if (versions.has(owner)) inherited.set(owner, [...(inherited.get(owner) ?? []), article_id]);
          return;
        }
        if (moved.is_saved) {
          await entries.change(userId, article_id, asRead);
          return;
        }
        // If the deletion fails, the entry was saved or added to another feed after it was read: try again.
        if (await entries.leave(moved, until, !asMarked(moved, marks).is_read)) return;
      }
    };
    let after: EntryRow | null = null;
    for (;;) {
      const { rows, has_more }: { rows: EntryRow[]; has_more: boolean } = await entries.list({
        user_id: userId,
        sort: 'published_at',
        filter: 'all',
        feed_ids: [feedId],
        limit: PAGE,
        after,
        now: at,
      });
      await pMap(rows, leave, { concurrency: CONCURRENT_WRITES });
      for (const [feed_id, ids] of inherited)
        await sendScore(
          inBatches(ids, SCORE_BATCH).map((article_ids) => ({
            feed_id,
            article_ids,
            user_id: userId,
            is_update: true,
            sent_at: at,
          })),
        );
      inherited.clear();
      after = rows.at(-1) ?? null;
      if (!has_more || after === null) return replacements;
    }
  };

/**
 * Removes a feed from one reader's lists in this order: the subscriber, the entries, the feed's place on the schedule,
 * the counts of the feeds that took over entries, and the subscription last. A call that was interrupted can therefore
 * be repeated. Throws FeedUnknownError.
 */
export const createUnsubscribe = (deps: UnsubscribeDeps): Unsubscribe => {
  const leaveFeed = createLeaveFeed(deps);
  return async (userId, feedId, replacementFeedId) => {
    if ((await deps.subscriptions.get(userId, feedId)) === null) throw new FeedUnknownError();
    const isBegun = (await deps.subscribers.get(feedId, userId)) === null;
    await deps.subscribers.delete(feedId, userId);
    const found = await leaveFeed(userId, feedId, replacementFeedId);
    await deps.keepOnSchedule(feedId);
    // An interrupted earlier call may have moved entries without counting them.
    const followed = (await deps.subscriptions.list(userId)).map(({ feed_id }) => feed_id);
    const replacements = isBegun ? followed.filter((id) => id !== feedId) : found;
    for (const inheritor of replacements) {
      // If the reader unsubscribed from this feed at the same time, that call may have run before these entries
      // arrived.
      if ((await deps.subscribers.get(inheritor, userId)) === null) await leaveFeed(userId, inheritor);
      await deps.countUnread(userId, inheritor);
    }
    await deps.subscriptions.delete(userId, feedId);
  };
};
