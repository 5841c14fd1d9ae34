import pMap from 'p-map';
import type { EntryRow } from '../model/article/entry.ts';
import { type RetentionSettings, cutOffs, retentionIn, tombstoneUntil } from '../model/article/expiry.ts';
import { covers } from '../model/article/watermark.ts';
import type { Context } from '../model/context.ts';
import { addFigures } from '../lib/add-figures.ts';
import { noFigures, type CleanupFigures } from './figures.ts';

/** Number of rows in one query, about 20 read units. */
const PAGE = 1000;
/** The limits of a slice, some seconds of work: the number of rows read, and the number of rows removed. */
const ROWS = 10_000;
const REMOVED = 1000;
/**
 * Number of writes at once. Removing an entry takes four of the 1,000 write units a second of one reader's partition.
 */
const CONCURRENT_WRITES = 4;

type RemoveContext = Pick<Context, 'entries' | 'articles' | 'watermarks' | 'now'> & {
  /** No article is kept for longer than the deployment's retention. */
  settings: RetentionSettings;
};

/**
 * Deletes the articles of entries that arrived before the deployment's cut-off, if their own time to live is past too.
 * It is not past if a reader followed the feed since then.
 */
const removeShared = async (
  { articles, now, settings }: RemoveContext,
  rows: EntryRow[],
): Promise<{ articles: number; blobs: number }> => {
  const { article_cutoff } = cutOffs(now(), retentionIn(settings));
  const versions = rows
    .filter(({ created_at }) => created_at <= article_cutoff)
    .flatMap(({ article_id, feed_ids }) => feed_ids.map((feed_id) => ({ article_id, feed_id })));
  if (versions.length === 0) return { articles: 0, blobs: 0 };
  return articles.deleteExpired(versions, Math.floor(now().getTime() / 1000));
};

const remove = async (
  ctx: RemoveContext,
  userId: string,
  rows: EntryRow[],
  at: string,
): Promise<Partial<CleanupFigures>> => {
  const { entries, watermarks, now } = ctx;
  if (rows.length === 0) return {};
  // Remove articles before their entries: an interrupted run finds the articles by the entries that are left.
  const shared = await removeShared(ctx, rows);
  const existing = await watermarks.get(userId);
  const isRead = (row: EntryRow) => row.is_read || existing.watermarks.some((mark) => covers(mark, row));
  const until = tombstoneUntil(now());
  const gone = await pMap(
    rows,
    (row) =>
      isRead(row) || row.rule_hours !== null
        ? entries.replaceWithTombstone(userId, row.article_id, until, at)
        : entries.delete(userId, row.article_id, at),
    { concurrency: CONCURRENT_WRITES },
  );
  const read = rows.filter((row, index) => gone[index] === true && isRead(row)).length;
  return {
    deleted_articles: gone.filter(Boolean).length - read,
    deleted_read_articles: read,
    deleted_shared_articles: shared.articles,
    deleted_blobs: shared.blobs,
  };
};

/**
 * Removes a slice of the entries that have expired by `at`. Those that were read, or that a rule let go, leave a tombstone,
 * others leave nothing.
 * Articles that no reader can have any more are removed with them. `next` is the `after` of the next slice, or null at
 * the end.
 */
export const removeExpired = async (
  ctx: RemoveContext,
  userId: string,
  at: string,
  after: string | null,
): Promise<{ next: string | null; figures: CleanupFigures }> => {
  let figures = noFigures;
  let next = after;
  let rows = 0;
  let removed = 0;
  do {
    const page = await ctx.entries.listExpired(userId, at, next, PAGE);
    figures = addFigures(figures, await remove(ctx, userId, page.expired, at));
    rows += PAGE;
    removed += page.expired.length;
    next = page.next;
  } while (next !== null && rows < ROWS && removed < REMOVED);
  return { next, figures };
};
