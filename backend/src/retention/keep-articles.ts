import pMap from 'p-map';
import { z } from 'zod';
import { countUnread, type CountContext } from '../articles/reading/unread.ts';
import { KEPT_OF_A_FEED } from '../contract/index.ts';
import type { EntryRow } from '../model/article/entry.ts';
import { type Retention, type RetentionSettings, cutOffs, tombstoneUntil } from '../model/article/expiry.ts';
import type { Context } from '../model/context.ts';

/** Number of rows in one query, about 40 read units, and in a slice. */
const PAGE = 500;
const SLICE = 4000;
const CONCURRENT_WRITES = 4;
const DAY_MS = 86_400_000;
/** Each article is looked at when it is new, and then once in so many days. */
const EVERY_DAYS = 7;
const NEW_DAYS = 2;
/** Days that an article is given beyond the deployment's retention. Its content outside the table is deleted after 30. */
const BEYOND_DAYS = 28;

/** The last row that was looked at, and how many rows each feed had until then that its reader's setting keeps. */
const position = z.object({
  published_at: z.string(),
  article_id: z.string(),
  counts: z.record(z.string(), z.int()),
});

type KeepContext = CountContext & Pick<Context, 'articles'> & { settings: RetentionSettings };

type KeepTerms = {
  retention: Retention;
  /** True if days of feeds have changed, so that every article is looked at. */
  isChanged: boolean;
  /** The newest articles of a feed that are kept beyond the reader's retention. */
  most?: number;
};

/** Checks whether it is the day to look at an article that is kept. */
const isDay = ({ article_id, created_at }: EntryRow, now: Date): boolean => {
  const today = Math.floor(now.getTime() / DAY_MS);
  const isNew = now.getTime() - Date.parse(created_at) < NEW_DAYS * DAY_MS;
  return isNew || parseInt(article_id.slice(0, 8), 16) % EVERY_DAYS === today % EVERY_DAYS;
};

/**
 * Lets the shared articles, vectors and pages of these rows live on: until the row expires, or until 28 days beyond the
 * deployment's retention. It is written when half of that time is over, so that what nobody keeps any more goes by itself.
 */
const prolong = async ({ articles, settings, now }: KeepContext, rows: EntryRow[]): Promise<void> => {
  const at = now();
  const lifeMs = (settings.ARTICLE_RETENTION_DAYS + BEYOND_DAYS) * DAY_MS;
  const secondsIn = (ms: number): number => Math.floor((at.getTime() + ms) / 1000);
  await articles.prolong(
    rows.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id })),
    { ttl: secondsIn(lifeMs), ifBefore: secondsIn(lifeMs / 2) },
  );
};

/** Removes rows that are beyond the newest of their feeds, unless they have been saved. */
const removeOldest = async (ctx: KeepContext, userId: string, rows: EntryRow[]): Promise<void> => {
  const until = tombstoneUntil(ctx.now());
  await pMap(rows, ({ article_id }) => ctx.entries.replaceWithTombstone(userId, article_id, until), {
    concurrency: CONCURRENT_WRITES,
  });
  for (const feedId of new Set(rows.map(({ feed_ids: [feed_id] }) => feed_id)))
    await countUnread(ctx, userId, feedId);
};

/**
 * Looks after a slice of the articles that a reader keeps for longer than the deployment does, the newest first: their texts live
 * on, and those beyond the newest 5,000 of a feed go. `next` is the `after` of the next slice, or null at the end.
 */
export const keepArticles = async (
  ctx: KeepContext,
  userId: string,
  after: string | null,
  { retention, isChanged, most = KEPT_OF_A_FEED }: KeepTerms,
): Promise<{ next: string | null }> => {
  const now = ctx.now();
  const { article_cutoff } = cutOffs(now, retention);
  const from = after === null ? null : position.parse(JSON.parse(after));
  const counts = { ...from?.counts };
  let reached = from === null ? null : { order: null, ...from };
  for (let seen = 0; seen < SLICE; seen += PAGE) {
    const page = await ctx.entries.list({
      user_id: userId,
      sort: 'published_at',
      filter: 'all',
      feed_ids: null,
      limit: PAGE,
      after: reached,
      now: now.toISOString(),
    });
    const kept = page.rows.filter(({ kept_days, is_saved }) => kept_days !== null && !is_saved);
    const isBeyond = ({ feed_ids: [feedId], created_at }: EntryRow): boolean => {
      const count = (counts[feedId] ?? 0) + 1;
      counts[feedId] = count;
      return count > most && created_at <= article_cutoff;
    };
    const beyond = new Set(kept.filter(isBeyond));
    if (beyond.size > 0) await removeOldest(ctx, userId, [...beyond]);
    const isLonger = ({ kept_days }: EntryRow): boolean =>
      (kept_days ?? 0) > ctx.settings.ARTICLE_RETENTION_DAYS;
    const due = kept.filter((row) => !beyond.has(row) && isLonger(row) && (isChanged || isDay(row, now)));
    if (due.length > 0) await prolong(ctx, due);
    const last = page.rows.at(-1);
    if (!page.has_more || last === undefined) return { next: null };
    reached = { order: null, published_at: last.published_at, article_id: last.article_id, counts };
  }
  return { next: JSON.stringify(reached) };
};
