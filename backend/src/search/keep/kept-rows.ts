import { z } from 'zod';
import type { SearchableRow } from '../../model/article/entry.ts';
import { BrokenPartError, frame, unframe, digestOf, pack, unpack } from '../segment/frame.ts';
import type { Context } from '../../model/context.ts';
import { rowsName } from './search-blobs.ts';

/*
 * A reader's rows as bytes: compressed columns. They are read in a tenth of the time that the items of the table take.
 */

/** To be raised whenever the sections or the fields of a row change. */
const VERSION = 1;

/** The values that many rows share, each once, and the short texts of all rows, in columns. */
const facts = z.object({
  version: z.literal(VERSION),
  token: z.string(),
  feeds: z.array(z.tuple([z.string()], z.string())),
  tags: z.array(z.array(z.string())),
  /** One text a column, with line feeds between the rows, which is read much sooner than a list; an empty line stands for null. */
  ids: z.string(),
  times: z.string(),
  stories: z.string(),
});

/** The columns of numbers, with NaN for null. */
const NUMBERS = [
  'created_ms',
  'expires_ms',
  'importance_score',
  'unread_after',
  'text_version',
  'reading_minutes',
  'text_checksum',
] as const satisfies readonly (keyof SearchableRow)[];

const READ = 1;
const SAVED = 2;
const KEPT_BY_TAGS = 4;
const SECTIONS = 4;
const UNITS = 'utf16le';
const EMPTY = Buffer.alloc(0);

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Returns the different values that rows have, and for each row the place of its own among them. */
const sharedOf = <T extends readonly string[]>(
  rows: readonly SearchableRow[],
  valueOf: (row: SearchableRow) => T,
): { shared: T[]; places: Float64Array } => {
  const known = new Map<string, number>();
  const shared: T[] = [];
  const places = Float64Array.from(rows, (row) => {
    const value = valueOf(row);
    const name = JSON.stringify(value);
    const place = known.get(name) ?? shared.push(value) - 1;
    known.set(name, place);
    return place;
  });
  return { shared, places };
};

/** Rows, and the token of what was written since (`EntryChanges`). */
type KeptRows = { token: string; rows: readonly SearchableRow[] };

/** Returns the bytes of rows, about 100 for each. */
export const encodeRows = async ({ token, rows }: KeptRows): Promise<Uint8Array> => {
  const feeds = sharedOf(rows, ({ feed_ids: ids }) => ids);
  const tags = sharedOf(rows, (row) => row.tags);
  const flags = Float64Array.from(
    rows,
    (row) => (row.is_read ? READ : 0) + (row.is_saved ? SAVED : 0) + (row.is_kept_by_tags ? KEPT_BY_TAGS : 0),
  );
  const numbers = NUMBERS.map((name) => Float64Array.from(rows, (row) => row[name] ?? Number.NaN));
  const ends = Uint32Array.from(rows.flatMap(({ title, excerpt }) => [title.length, excerpt.length]));
  for (let at = 1; at < ends.length; at += 1) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? 0);
  const linesOf = (line: (row: SearchableRow) => string): string => rows.map(line).join('\n');
  const known = {
    version: VERSION,
    token,
    feeds: feeds.shared,
    tags: tags.shared,
    ids: linesOf((row) => row.article_id),
    times: linesOf((row) => row.published_at),
    stories: linesOf((row) => row.story ?? ''),
  };
  const sections = [
    Buffer.from(JSON.stringify(known)),
    Buffer.concat([...numbers, feeds.places, tags.places, flags].map(bytesOf)),
    bytesOf(ends),
    Buffer.from(rows.map(({ title, excerpt }) => title + excerpt).join(''), UNITS),
  ];
  return frame(await Promise.all(sections.map(pack)));
};

/**
 * Returns what `encodeRows` was given. Rows with the same feeds or tags share them.
 * @throws BrokenPartError for bytes that are not exactly what `encodeRows` of this version returned
 */
export const decodeRows = (bytes: Uint8Array): KeptRows => {
  const sections = unframe(bytes);
  if (sections.length !== SECTIONS)
    throw new BrokenPartError('content', `The rows have ${sections.length} sections instead of ${SECTIONS}.`);
  try {
    return rowsIn(sections.map(unpack));
  } catch (error) {
    throw new BrokenPartError('content', 'The content of the rows cannot be read.', { cause: error });
  }
};

const rowsIn = ([
  known = EMPTY,
  columns = EMPTY,
  ends = EMPTY,
  texts = EMPTY,
]: readonly Buffer[]): KeptRows => {
  const { token, feeds, tags, ...lines } = facts.parse(JSON.parse(known.toString()));
  const ids = lines.ids === '' ? [] : lines.ids.split('\n');
  const [times, stories] = [lines.times.split('\n'), lines.stories.split('\n')];
  const textEnds = new Uint32Array(new Uint8Array(ends).buffer);
  const text = texts.toString(UNITS);
  const all = new Float64Array(new Uint8Array(columns).buffer);
  const column = (place: number): Float64Array => all.subarray(place * ids.length, (place + 1) * ids.length);
  const [created, expires, score, unreadAfter, version] = [
    column(0),
    column(1),
    column(2),
    column(3),
    column(4),
  ];
  const [minutes, feedsOf, tagsOf, flags] = [column(5), column(7), column(8), column(9)];
  const marks = column(6);
  const noTags: readonly string[] = [];
  const rows = ids.map((article_id, at): SearchableRow => {
    const [from, middle, end] = [textEnds[2 * at - 1] ?? 0, textEnds[2 * at] ?? 0, textEnds[2 * at + 1] ?? 0];
    const [feedIds, flag] = [feeds[feedsOf[at] ?? 0], flags[at] ?? 0];
    if (feedIds === undefined) throw new RangeError(`The row ${at} has no feeds`);
    return {
      article_id,
      feed_ids: feedIds,
      title: text.slice(from, middle),
      excerpt: text.slice(middle, end),
      text_checksum: marks[at] ?? 0,
      published_at: times[at] ?? '',
      importance_score: orNull(score[at]),
      is_read: (flag & READ) !== 0,
      unread_after: orNull(unreadAfter[at]),
      is_saved: (flag & SAVED) !== 0,
      is_kept_by_tags: (flag & KEPT_BY_TAGS) !== 0,
      text_version: orNull(version[at]),
      created_ms: created[at] ?? 0,
      expires_ms: orNull(expires[at]),
      reading_minutes: orNull(minutes[at]),
      tags: tags[tagsOf[at] ?? 0] ?? noTags,
      story: (stories[at] ?? '') === '' ? null : (stories[at] ?? null),
    };
  });
  return { token, rows };
};

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The context for keeping a reader's rows in a blob between processes. The table names the rows that count by their digest. */
export type KeptRowsContext = Pick<Context, 'blobs' | 'searchRows' | 'log'>;

/** Returns the rows that were kept last; null if they are lost, cut, changed, of another version, or not those that the table names. */
export const loadKeptRows = async (
  { blobs, searchRows, log }: KeptRowsContext,
  userId: string,
): Promise<KeptRows | null> => {
  const digest = await searchRows.get(userId);
  const bytes = digest === null ? null : await blobs.get(rowsName(userId));
  if (bytes === null || digestOf(bytes) !== digest) return null;
  try {
    return decodeRows(bytes);
  } catch (error) {
    if (!(error instanceof BrokenPartError)) throw error;
    const { reason } = error;
    log.warn('the rows kept for searches are broken and are read again', { user_id: userId, reason });
    return null;
  }
};

/**
 * Keeps rows. If that fails, it is logged, and the next process reads the rows from the table. Of two writers at the same moment neither
 * may count, which is as good as lost.
 */
export const keepRows = async (
  { blobs, searchRows, log }: KeptRowsContext,
  userId: string,
  rows: KeptRows,
): Promise<void> => {
  try {
    const bytes = await encodeRows(rows);
    await blobs.put(rowsName(userId), bytes);
    await searchRows.put(userId, digestOf(bytes));
  } catch (error) {
    log.error('the rows of a search cannot be kept', { user_id: userId, error });
  }
};
