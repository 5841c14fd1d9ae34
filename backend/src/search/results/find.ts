import { setImmediate as otherWork } from 'node:timers/promises';
import { freshnessOf, placeOf } from '../../model/ranking/place.ts';
import type { SearchOrder } from '../../contract/index.ts';
import type { ReaderRow } from '../keep/reader-rows.ts';
import type { Opened } from '../keep/searcher.ts';
import { joinRows } from '../match/join-rows.ts';
import { search } from '../match/search.ts';
import type { Found, SearchRow } from '../match/search-input.ts';
import type { Direction, NearTo } from '../segment/sketch.ts';
import type { Part } from '../segment/part.ts';
import { columnsOf } from '../match/rank.ts';
import type { Query } from '../query/query.ts';

/** A question about a reader's articles. */
export type Asked = {
  query: Query;
  order: SearchOrder;
  /** How near sketches are to the texts of the query's `like:` conditions. */
  likes: ReadonlyMap<string, NearTo>;
  /** The meaning of the query's words together; null if it is not known. */
  meaning: Direction | null;
  /** The time at which the results are as they are: what arrived later is left out, and ages count to it. */
  as_of: Date;
  /** The reader's time zone, by its IANA name. */
  timeZone: string;
  /** True if articles with some of the words are wanted too where few have all of them. */
  mayRelax: boolean;
};

/** The rows of what was opened, as they are at that time; typing asks for them many times. */
const remembered = new WeakMap<readonly ReaderRow[], readonly SearchRow[]>();

/** Returns a row as the search takes it, with its importance at a time. */
export const searchRow = (row: ReaderRow, { names }: Pick<Opened, 'names'>, at: Date): SearchRow => ({
  article_id: row.article_id,
  feed_id: row.feed_id,
  title: row.title,
  excerpt: row.excerpt,
  published_at: row.published_at,
  importance: importanceOf(row, names, at),
  is_read: row.is_read,
  is_saved: row.is_saved,
  tags: row.tags,
});

const importanceOf = (
  row: ReaderRow,
  { freshness_days, typical_weight }: Opened['names'],
  at: Date,
): number | null => {
  if (row.importance_score === null) return null;
  const age = row.is_kept
    ? 1
    : freshnessOf(at.getTime(), Date.parse(row.published_at), row.created_ms, freshness_days);
  return placeOf(row.importance_score * age, typical_weight);
};

/** Returns the rows that may be found now: those that had arrived and have not expired. */
const rowsAt = (opened: Opened, asOf: Date, now: Date): readonly SearchRow[] => {
  const isThere = ({ created_ms, expires_ms }: ReaderRow): boolean =>
    created_ms <= asOf.getTime() && (expires_ms === null || expires_ms > now.getTime());
  if (asOf.getTime() === opened.at.getTime() && opened.rows.every(isThere)) {
    const rows = remembered.get(opened.rows) ?? opened.rows.map((row) => searchRow(row, opened, asOf));
    remembered.set(opened.rows, rows);
    return rows;
  }
  return opened.rows.filter(isThere).map((row) => searchRow(row, opened, asOf));
};

/** Finds what matches among all that a reader has. The process does other work between the steps that a first search takes. */
export const find = async (opened: Opened, asked: Asked, now: Date): Promise<Found> => {
  const isKnown = remembered.has(opened.rows);
  const rows = rowsAt(opened, asked.as_of, now);
  if (!isKnown) {
    await otherWork();
    joinRows({ rows, parts: opened.parts });
    await otherWork();
    columnsOf(rows, asked.as_of);
    await otherWork();
  }
  return findAmong(opened, asked, rows, opened.parts);
};

/** Finds what matches among some rows. */
export const findAmong = (
  opened: Pick<Opened, 'feeds'>,
  asked: Asked,
  rows: readonly SearchRow[],
  parts: readonly Part[],
): Found => {
  const { query, order, likes, meaning, as_of, timeZone, mayRelax } = asked;
  return search({
    query,
    rows,
    parts,
    feeds: opened.feeds,
    likes,
    meaning,
    order,
    now: as_of,
    timeZone,
    mayRelax,
  });
};
