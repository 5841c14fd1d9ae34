import { z } from 'zod';
import type { Entry, EntryRow } from '../articles/entry.ts';
import {
  decodeReasons,
  decodeTopReasons,
  encodeReasons,
  encodeTopReasons,
} from '../scoring/reasons-codec.ts';
import { topReasons } from '../scoring/score.ts';
import {
  absentAsFalse,
  absentAsNull,
  binary,
  compact,
  cutToBytes,
  decoding,
  itemSize,
  keyed,
  parseItem,
} from './items.ts';
import { decodeFeedIds, encodeFeedIds, firstFeedId } from './feed-ids-codec.ts';
import { entryIndexKeys, entryKey, idIn, projectedAttributes, publishedAtIn, type Key } from './keys.ts';
import type { Item } from './table.ts';

/** A write of an item up to this size costs one unit, and one for each index row it touches. */
const ITEM_BYTES = 1024;
/** 51 index rows of this size, a page of 50 and a look ahead, are read for five units. */
const ROW_BYTES = 401;
/** What reading the entry and a second feed add later: `read_at` with 8 bytes of number, another feed_id. */
const READ_AT_BYTES = 15;
const SECOND_FEED_BYTES = 8;
/** A title is cut only where an entry without excerpt is still too large, and never below this. */
const TITLE_BYTES = 200;
const TOP_REASONS = 3;

// Instants are numbers of milliseconds, a third of their text. published_at is in every index key and not repeated:
// both are excerpt that a list would otherwise have no room for.
const instant = z.int().transform((milliseconds) => new Date(milliseconds).toISOString());
const toMilliseconds = (time: string | null) => (time === null ? null : Date.parse(time));

const rowFields = {
  feed_ids: binary,
  link: absentAsNull(z.string()),
  title: z.string(),
  excerpt: z.string().default(''),
  created_at: instant,
  is_date_estimated: absentAsFalse,
  importance_score: absentAsNull(z.number()),
  /** True; absent while unread; the last mark before it where a reader marked it unread after marks: no room for more. */
  is_read: z.union([z.literal(true), z.int().min(1)]).optional(),
  is_saved: absentAsFalse,
  expires_at: absentAsNull(instant),
};

const rowSchema = keyed.extend({
  ...rowFields,
  by_time: z.string().optional(),
  by_importance: z.string().optional(),
  by_feed: z.string().optional(),
  saved: z.string().optional(),
  top_reasons: binary.optional(),
});

const entrySchema = keyed.extend({
  ...rowFields,
  by_time: z.string(),
  reasons: binary.optional(),
  keywords_version: z.int().min(0),
  read_at: absentAsNull(instant),
  rev: z.int().min(1),
});

/** The index's key without the time would be no row of ours. */
const publishedAt = (indexKey: string | undefined): string => {
  const time = publishedAtIn(indexKey ?? '');
  if (time === undefined || Number.isNaN(Date.parse(time)))
    throw new RangeError('An index key holds no time');
  return time;
};

/** A tombstone keeps its key, its ttl, and `left` if its feed was; nothing else. */
export const isTombstone = (item: Item): boolean => !('by_time' in item) && !('title' in item);

type ReadMark = true | number | undefined;

const readMarkOf = ({ is_read, unread_after }: Pick<Entry, 'is_read' | 'unread_after'>): ReadMark =>
  is_read ? true : (unread_after ?? undefined);

const fromReadMark = (mark: ReadMark): Pick<Entry, 'is_read' | 'unread_after'> => ({
  is_read: mark === true,
  unread_after: typeof mark === 'number' ? mark : null,
});

export type StoredEntry = { entry: Entry; rev: number };

/** Null for a tombstone. */
export const entryFromItem = (item: Item): StoredEntry | null => {
  if (isTombstone(item)) return null;
  const parsed = parseItem(entrySchema, item);
  const { PK, SK, rev, by_time: byTime, reasons, ...fields } = parsed;
  return decoding(parsed, () => ({
    rev,
    entry: {
      ...fields,
      ...fromReadMark(fields.is_read),
      user_id: idIn(PK),
      article_id: idIn(SK),
      feed_ids: decodeFeedIds(fields.feed_ids),
      published_at: publishedAt(byTime),
      reasons: reasons === undefined ? [] : decodeReasons(reasons),
    },
  }));
};

export const rowFromItem = (item: Item): EntryRow => {
  const parsed = parseItem(rowSchema, item);
  const { PK, SK, by_time, by_importance, by_feed, saved, top_reasons, ...fields } = parsed;
  return decoding(parsed, () => ({
    ...fields,
    ...fromReadMark(fields.is_read),
    user_id: idIn(PK),
    article_id: idIn(SK),
    feed_ids: decodeFeedIds(fields.feed_ids),
    published_at: publishedAt(by_time ?? by_importance ?? by_feed ?? saved),
    top_reasons: top_reasons === undefined ? [] : decodeTopReasons(top_reasons),
  }));
};

/** What counting needs of an unread row; times in milliseconds since 1970. */
export type UnreadRow = {
  feed_id: string;
  created_at: number;
  unread_after: number | null;
  expires_at: number | null;
};

/** Without a schema, whose work for each of 100,000 rows would be most of counting them; what is odd goes to the schema. */
export const unreadFromItem = (item: Item): UnreadRow => {
  const { feed_ids, created_at, is_read = null, expires_at = null } = item;
  if (
    !(feed_ids instanceof Uint8Array) ||
    typeof created_at !== 'number' ||
    (typeof is_read !== 'number' && is_read !== null) ||
    (typeof expires_at !== 'number' && expires_at !== null)
  ) {
    const row = rowFromItem(item);
    return {
      feed_id: row.feed_ids[0],
      created_at: Date.parse(row.created_at),
      unread_after: row.unread_after,
      expires_at: toMilliseconds(row.expires_at),
    };
  }
  return { feed_id: firstFeedId(feed_ids), created_at, unread_after: is_read, expires_at };
};

/** DynamoDB deletes an unread entry at its expiry. A read one waits to become a tombstone, a saved one stays. */
const timeToLive = (entry: Entry): number | null =>
  entry.is_read || entry.is_saved || entry.expires_at === null
    ? null
    : Math.ceil(Date.parse(entry.expires_at) / 1000);

export const entryToItem = (entry: Entry, rev: number): Item & Key => {
  const top = topReasons(entry.reasons, TOP_REASONS);
  // Named one by one: whatever else an object carries would be billed in the item and refused by nobody.
  const item = {
    ...entryKey(entry.user_id, entry.article_id),
    ...entryIndexKeys(entry),
    ...compact({
      feed_ids: encodeFeedIds(entry.feed_ids),
      link: entry.link,
      title: entry.title,
      is_date_estimated: entry.is_date_estimated,
      created_at: toMilliseconds(entry.created_at),
      importance_score: entry.importance_score,
      reasons: entry.reasons.length === 0 ? null : encodeReasons(entry.reasons),
      top_reasons: top.length === 0 ? null : encodeTopReasons(top),
      keywords_version: entry.keywords_version,
      is_read: readMarkOf(entry),
      read_at: toMilliseconds(entry.read_at),
      is_saved: entry.is_saved,
      expires_at: toMilliseconds(entry.expires_at),
      ttl: timeToLive(entry),
      rev,
    }),
  };
  const reserved =
    (entry.read_at === null ? READ_AT_BYTES : 0) + (entry.feed_ids.length === 1 ? SECOND_FEED_BYTES : 0);
  const surplus = itemSize(item) + reserved - ITEM_BYTES + 1;
  if (surplus >= 0) {
    return {
      ...item,
      title: cutToBytes(entry.title, Math.max(TITLE_BYTES, Buffer.byteLength(entry.title) - surplus)),
    };
  }
  const room = Math.min(-surplus, ROW_BYTES - rowSize(item)) - 'excerpt'.length;
  const excerpt = fitExcerpt(entry.excerpt, room);
  return excerpt === '' ? item : { ...item, excerpt };
};

/** A shorter beginning than this says nothing. */
const SHORTEST_EXCERPT = 40;
const ELLIPSIS = '…';

const fitExcerpt = (excerpt: string, room: number): string => {
  if (Buffer.byteLength(excerpt) <= room) return excerpt;
  if (room < SHORTEST_EXCERPT) return '';
  const cut = cutToBytes(excerpt.replace(/…$/, ''), room - Buffer.byteLength(ELLIPSIS));
  return `${cut.trimEnd()}${ELLIPSIS}`;
};

/** What a row may say of being read: that it is, or after which mark it is not. */
const READ_MARK_BYTES = 'is_read'.length + 4;

/** Size of the entry's largest index row, the one by importance, with room for a mark whether there is one or not. */
const rowSize = (item: Item): number =>
  READ_MARK_BYTES +
  itemSize(
    Object.fromEntries(
      ['PK', 'SK', 'by_importance', ...projectedAttributes]
        .filter((name) => name !== 'is_read')
        .map((name) => [name, item[name]]),
    ),
  );
