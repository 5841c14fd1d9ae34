import { isDeepStrictEqual } from 'node:util';
import type { TextMode } from '../../contract/index.ts';
import {
  isOfLeftFeeds,
  loadNames,
  underFollowed,
  type NamesContext,
  type ReaderNames,
} from '../../articles/lists/row-to-wire.ts';
import { isSavedByReader, type SearchableRow } from '../../model/article/entry.ts';
import { activeWatermarks, covers, type ReadWatermark } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import {
  rowVersion,
  readStoredRows,
  type KnownRows,
  type StoredRows,
  type StoredRowsContext,
  visitYielding,
} from './stored-rows.ts';

/** A row as its reader sees it, with the version of the text that the segment should have of it. */
export type ReaderRow = Omit<
  SearchableRow,
  'feed_ids' | 'unread_after' | 'text_checksum' | 'is_kept_by_tags'
> & {
  feed_id: string;
  /** True if the article stays, since the reader saved or tagged it; `is_saved` if they saved it. */
  is_kept: boolean;
  version: string;
};

/** All that the table says of a reader's articles at one moment. */
export type ReaderRows = {
  /** The time that the rows are of. */
  at: Date;
  /** The newest first. Expired ones were left out at that time. The same list as before if nothing changed. */
  rows: readonly ReaderRow[];
  feeds: ReadonlyMap<string, { title: string; folder: string | null }>;
  modes: ReadonlyMap<string, TextMode>;
  names: ReaderNames;
  /** The records from which the rows were made, so that the next search reads only those that changed. */
  source: Source;
};

type Source = {
  known: KnownRows;
  watermarks: readonly ReadWatermark[];
  made: ReadonlyMap<SearchableRow, ReaderRow>;
  /** The time in milliseconds since 1970 when the first of the rows expires; infinite if none does. */
  first_expiry: number;
};

/** The context for reading a reader's rows as lists show them. */
export type ReaderRowsContext = StoredRowsContext & NamesContext & Pick<Context, 'feeds' | 'watermarks'>;

/** Number of rows that are made before the process does other work: some 10 ms. */
const AT_ONCE = 4000;
/** Milliseconds for which the same rows may be returned again. What depends on the time, such as `after:today`, is as late. */
const SAME_MS = 60_000;

/**
 * Reads all of a reader's rows as lists show them: marks are applied, what has expired is left out, and so is what only feeds
 * carry that the reader has left, unless it is saved. `known` are the rows of the last time, of which no more is read again
 * than may have changed.
 *
 * 1. Read the rows that were written since the last time, or all, and what all rows depend on.
 * 2. Return the same rows if nothing changed; otherwise make those anew that may have.
 */
export const loadReaderRows = async (
  ctx: ReaderRowsContext,
  userId: string,
  at: Date,
  known: ReaderRows | null,
): Promise<ReaderRows> => {
  const [read, names, { watermarks }] = await Promise.all([
    readStoredRows(ctx, userId, known?.source.known ?? null),
    loadNames(ctx, userId),
    ctx.watermarks.get(userId),
  ]);
  const modes = new Map(names.subscriptions.map(({ feed_id, text_mode }) => [feed_id, text_mode]));
  const isSame = known !== null && isSeenSame(known, { watermarks, modes, names });
  if (isSame && read.stored === known.source.known.stored && isLasting(known, at)) {
    const feeds = await feedsOf(ctx.feeds, known.rows, names);
    return { ...known, modes, names, feeds, source: { ...known.source, known: read } };
  }
  const before = isSame ? known.source.made : new Map<SearchableRow, ReaderRow>();
  const made = await rowsOf(read.stored, { watermarks, made: before }, { at, names, modes });
  const rows = [...made.values()].toSorted(newestFirst);
  const source = { known: read, watermarks, made, first_expiry: firstExpiryOf(rows) };
  return { at, rows, modes, names, source, feeds: await feedsOf(ctx.feeds, rows, names) };
};

/** Checks whether rows that did not change can still be returned at a time. */
const isLasting = ({ at, source }: ReaderRows, time: Date): boolean => {
  const age = time.getTime() - at.getTime();
  return age >= 0 && age < SAME_MS && time.getTime() < source.first_expiry;
};

const firstExpiryOf = (rows: readonly ReaderRow[]): number =>
  rows.reduce(
    (first, { expires_ms }) => (expires_ms !== null && expires_ms < first ? expires_ms : first),
    Infinity,
  );

/** Checks whether rows that are stored the same would be seen the same. */
const isSeenSame = (
  known: ReaderRows,
  { watermarks, modes, names }: Pick<Source, 'watermarks'> & Pick<ReaderRows, 'modes' | 'names'>,
): boolean =>
  isDeepStrictEqual(
    [known.source.watermarks, known.modes, known.names.feeds, known.names.leaving, termsOf(known.names)],
    [watermarks, modes, names.feeds, names.leaving, termsOf(names)],
  );

/** Returns the numbers of a reader on which the importance of all rows depends. */
const termsOf = ({ typical_weight, freshness_days }: ReaderNames): readonly number[] => [
  typical_weight,
  freshness_days,
];

/** Returns the rows that the reader sees, by those that are stored. */
const rowsOf = async (
  stored: StoredRows,
  { watermarks, made }: Pick<Source, 'watermarks' | 'made'>,
  { at, names, modes }: Pick<ReaderRows, 'at' | 'names' | 'modes'>,
): Promise<Map<SearchableRow, ReaderRow>> => {
  const active = activeWatermarks([...watermarks]);
  const isLeft = isOfLeftFeeds(names);
  const rows = new Map<SearchableRow, ReaderRow>();
  await visitYielding([...stored.values()], AT_ONCE, (row) => {
    if (row.expires_ms !== null && row.expires_ms <= at.getTime()) return;
    const is_left = isLeft(row);
    if (is_left && !row.is_saved) return;
    const before = made.get(row);
    if (before !== undefined) {
      rows.set(row, before);
      return;
    }
    const is_read = row.is_read || is_left || isMarked(row, active);
    rows.set(row, seenRow(row, { is_read, names, mode: modes.get(row.feed_ids[0]) }));
  });
  return rows;
};

/** Articles of the same time are in the order of their ids, whichever of them was read first. */
const newestFirst = (a: ReaderRow, b: ReaderRow): number =>
  a.published_at < b.published_at
    ? 1
    : a.published_at > b.published_at
      ? -1
      : a.article_id < b.article_id
        ? -1
        : 1;

const isMarked = (row: SearchableRow, watermarks: ReadWatermark[]): boolean => {
  if (watermarks.length === 0) return false;
  const marked = { ...row, created_at: new Date(row.created_ms).toISOString() };
  return watermarks.some((mark) => covers(mark, marked));
};

const seenRow = (
  row: SearchableRow,
  { is_read, names, mode }: { is_read: boolean; names: ReaderNames; mode: TextMode | undefined },
): ReaderRow => ({
  article_id: row.article_id,
  feed_id: underFollowed(row, names).feed_ids[0],
  title: row.title,
  excerpt: row.excerpt,
  published_at: row.published_at,
  importance_score: row.importance_score,
  is_read,
  is_saved: isSavedByReader(row),
  is_kept: row.is_saved,
  text_version: row.text_version,
  created_ms: row.created_ms,
  expires_ms: row.expires_ms,
  reading_minutes: row.reading_minutes,
  tags: row.tags,
  story: row.story,
  version: rowVersion(row, mode),
});

/** Returns titles and folders of the feeds of all rows, those included that the reader no longer follows. */
const feedsOf = async (
  feeds: Context['feeds'],
  rows: readonly ReaderRow[],
  names: ReaderNames,
): Promise<ReaderRows['feeds']> => {
  const folders = new Map(names.subscriptions.map(({ feed_id, folder }) => [feed_id, folder]));
  const followed = Array.from(names.feeds, ([feed_id, title]) => {
    const folder = folders.get(feed_id) ?? null;
    return [feed_id, { title, folder }] as const;
  });
  const former = new Set(rows.map(({ feed_id }) => feed_id).filter((feed_id) => !names.feeds.has(feed_id)));
  const stored = former.size === 0 ? [] : await feeds.getMany([...former]);
  return new Map([
    ...followed,
    ...stored.map(({ feed_id, title }) => [feed_id, { title, folder: null }] as const),
  ]);
};
