import { isItemError } from '../../lib/errors.ts';
import { haveSame } from '../../lib/lists.ts';
import type { Context } from '../../model/context.ts';
import { tagsOf, type Entry, type SearchableRow } from '../../model/article/entry.ts';
import { textChecksum } from '../../model/text/text-mode.ts';
import { keepRows, type KeptRowsContext, loadKeptRows } from './kept-rows.ts';
import { crc32 } from 'node:zlib';
import type { TextMode } from '../../contract/index.ts';
import { setImmediate } from 'node:timers/promises';

/** A reader's rows as the table has them, by article_id. */
export type StoredRows = ReadonlyMap<string, SearchableRow>;

/** Rows, and what is known of them. */
export type KnownRows = {
  stored: StoredRows;
  /** Stands for the moment before they were read; null if nothing can tell what was written since. */
  token: string | null;
  /** The number of rows that may differ from those that are kept for other processes. */
  unkept: number;
};

/** The context for reading a reader's rows. */
export type StoredRowsContext = KeptRowsContext & Pick<Context, 'entries' | 'entryChanges'>;

/**
 * More written entries than this, and more than this share of all rows, take more read units than all rows do: 1 each, and 0.063.
 */
const FEW_CHANGED = 100;
const MOST_CHANGED = 0.06;
/** Rows are kept again when so many were written since, or this share of them. */
const FEW_UNKEPT = 200;
const MOST_UNKEPT = 0.02;

/**
 * Reads a reader's rows:
 *
 * 1. Begin with the rows of the last time, or those that another process has kept.
 * 2. Ask what was written since, before anything is read.
 * 3. Read that anew, or all rows if it is not known or too much.
 * 4. Keep the rows for other processes if many have changed.
 *
 * Returns the same `stored` as before if nothing was written.
 */
export const readStoredRows = async (
  ctx: StoredRowsContext,
  userId: string,
  last: KnownRows | null,
): Promise<KnownRows> => {
  const known = last ?? (await keptRows(ctx, userId));
  const { token, article_ids: changed } = await ctx.entryChanges.since(userId, known?.token ?? null);
  const isFew =
    known !== null && changed !== null && isBelow(changed.length, known, FEW_CHANGED, MOST_CHANGED);
  const stored = isFew
    ? await readChanged(ctx, userId, known.stored, changed)
    : await readAll(ctx, userId, known?.stored ?? null);
  const unkept = isFew ? known.unkept + changed.length : Infinity;
  const rows = { stored, token, unkept };
  if (token === null || isBelow(unkept, rows, FEW_UNKEPT, MOST_UNKEPT)) return rows;
  await keepRows(ctx, userId, { token, rows: [...stored.values()] });
  return { ...rows, unkept: 0 };
};

const isBelow = (count: number, { stored }: Pick<KnownRows, 'stored'>, few: number, share: number): boolean =>
  count <= Math.max(few, share * stored.size);

const keptRows = async (ctx: KeptRowsContext, userId: string): Promise<KnownRows | null> => {
  const kept = await loadKeptRows(ctx, userId);
  if (kept === null) return null;
  return {
    token: kept.token,
    stored: new Map(kept.rows.map((row) => [row.article_id, row])),
    unkept: 0,
  };
};

/** Reads some entries again. */
const readChanged = async (
  ctx: StoredRowsContext,
  userId: string,
  known: StoredRows,
  changed: readonly string[],
): Promise<StoredRows> => {
  if (changed.length === 0) return known;
  try {
    const entries = await ctx.entries.getMany(userId, [...changed]);
    const rows = new Map(known);
    for (const id of changed) rows.delete(id);
    for (const entry of entries) rows.set(entry.article_id, searchableOf(entry));
    return rows;
  } catch (error) {
    // An entry that cannot be read whole may still have a row that can.
    if (!isItemError(error)) throw error;
    return readAll(ctx, userId, known);
  }
};

/** Reads all rows. Those that are as they were are the same objects, so that what was made of them can be used again. */
const readAll = async (
  { entries }: Pick<Context, 'entries'>,
  userId: string,
  known: StoredRows | null,
): Promise<StoredRows> => {
  const found = await entries.listSearchable(userId);
  const rows = new Map<string, SearchableRow>();
  let same = 0;
  for (const row of found) {
    const before = known?.get(row.article_id);
    const isSame = before !== undefined && areAlike(before, row);
    rows.set(row.article_id, isSame ? before : row);
    if (isSame) same += 1;
  }
  return known !== null && same === known.size && same === rows.size ? known : rows;
};

const areAlike = (a: SearchableRow, b: SearchableRow): boolean =>
  a.title === b.title &&
  a.excerpt === b.excerpt &&
  a.published_at === b.published_at &&
  a.importance_score === b.importance_score &&
  a.is_read === b.is_read &&
  a.unread_after === b.unread_after &&
  a.is_saved === b.is_saved &&
  a.is_kept_by_tags === b.is_kept_by_tags &&
  a.text_version === b.text_version &&
  a.created_ms === b.created_ms &&
  a.expires_ms === b.expires_ms &&
  a.reading_minutes === b.reading_minutes &&
  a.story === b.story &&
  haveSame(a.feed_ids, b.feed_ids) &&
  haveSame(a.tags, b.tags);

/** Returns an entry as `EntryStore.listSearchable` does. */
const searchableOf = (entry: Entry): SearchableRow => ({
  article_id: entry.article_id,
  feed_ids: entry.feed_ids,
  title: entry.title,
  excerpt: entry.excerpt,
  text_checksum: textChecksum(entry),
  published_at: entry.published_at,
  importance_score: entry.importance_score,
  is_read: entry.is_read,
  unread_after: entry.unread_after,
  is_saved: entry.is_saved,
  is_kept_by_tags: entry.is_kept_by_tags,
  text_version: entry.text_version,
  created_ms: Date.parse(entry.created_at),
  expires_ms: entry.expires_at === null ? null : Date.parse(entry.expires_at),
  reading_minutes: entry.extra.reading_minutes,
  tags: tagsOf(entry),
  story: entry.extra.story,
});

/** The fields of a row by which a changed text is noticed. */
type VersionedRow = Pick<
  SearchableRow,
  'feed_ids' | 'text_checksum' | 'is_saved' | 'text_version' | 'reading_minutes' | 'importance_score'
>;

/**
 * Returns a text that changes whenever the text may have changed that the reader sees of an article, or whether its
 * vector exists: whose version it is, from the feed or the page by the mode of its feed, or the reader's own copy; title,
 * excerpt and reading time; and what fan-out notes of a change that none of these shows.
 */
export const rowVersion = (row: VersionedRow, mode: TextMode | undefined): string => {
  const source = row.is_saved ? 'saved' : (mode ?? 'auto');
  const scored = row.importance_score === null ? 'unscored' : '';
  const facts = [row.feed_ids[0], source, scored, row.reading_minutes, row.text_version, row.text_checksum];
  return crc32(facts.join('\n')).toString(36);
};

/**
 * Calls `visit` with the members of a list in order, and lets the process do other work after every `size` of them, so
 * that nothing else has to wait for long.
 */
export const visitYielding = async <T>(
  list: readonly T[],
  size: number,
  visit: (member: T) => void,
): Promise<void> => {
  for (const [at, member] of list.entries()) {
    if (at > 0 && at % size === 0) await setImmediate();
    visit(member);
  }
};
