import { z } from 'zod';
import { textSource } from '../../contract/index.ts';
import type { Entry, EntryRow } from '../../model/article/entry.ts';
import {
  decodeReasons,
  decodeTopReasons,
  encodeReasons,
  encodeTopReasons,
  TOP_REASONS,
  topReasons,
} from '../../model/score/score.ts';
import { importanceOrder } from '../../model/ranking/place.ts';
import { absentAsFalse, absentAsNull, binary, compact, decoding, keyed, parseItem } from '../table/items.ts';
import {
  encodeEntryExtra,
  entryExtraAttribute,
  decodeFeedIds,
  encodeFeedIds,
  firstFeedId,
} from '../table/codecs.ts';
import {
  entryIndexKeys,
  entryKey,
  idIn,
  orderIn,
  publishedAtIn,
  savedAtIn,
  type Key,
} from '../table/keys.ts';
import type { Item } from '../table/table.ts';
import { fittedItem } from './entry-size.ts';

// Times are stored as milliseconds, a third of the size of their text. published_at is in every index key and is not
// repeated. Links are stored without `https:`. All this leaves more room for the excerpt of a list.
const instant = z.int().transform((milliseconds) => new Date(milliseconds).toISOString());
const toMilliseconds = (time: string | null) => (time === null ? null : Date.parse(time));

const rowFields = {
  feed_ids: binary,
  link: absentAsNull(z.string().transform((stored) => stored.replace(/^(?=\/\/)/, 'https:'))),
  title: z.string(),
  excerpt: z.string().default(''),
  created_at: instant,
  is_date_estimated: absentAsFalse,
  importance_score: absentAsNull(z.number()),
  /**
   * True if read, absent if unread. If the reader marked it unread after marks were made, the number of the last mark
   * before. There is no room for another attribute.
   */
  is_read: z.union([z.literal(true), z.int().min(1)]).optional(),
  is_saved: absentAsFalse,
  expires_at: absentAsNull(instant),
  /** The extra fields, with the time when the entry was read and the version of its text. */
  extra: entryExtraAttribute,
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
  saved: z.string().optional(),
  reasons: binary.optional(),
  /** Absent in entries that sort by their score alone, as all did in older versions. */
  freshness_days: z.number().min(0).default(0),
  keywords_version: z.int().min(0),
  text_source: absentAsNull(textSource),
  /** Only in entries that were read before the time was stored in `extra`. */
  read_at: absentAsNull(instant),
  rev: z.int().min(1),
});

/** Returns the time in an index key. @throws RangeError if there is none, because no entry of ours has such a key. */
const publishedAt = (indexKey: string | undefined): string => {
  const time = publishedAtIn(indexKey ?? '');
  if (time === undefined || Number.isNaN(Date.parse(time)))
    throw new RangeError('An index key holds no time');
  return time;
};

/** Returns the time of saving. The index `saved` has it in its key, and rows of the other indexes have no room for it. */
const savedAt = (indexKey: string | undefined): string | null =>
  indexKey === undefined ? null : savedAtIn(indexKey);

/** Checks whether an item is a tombstone. It has only its key, its ttl, and `left` if the reader left its feed. */
const isTombstone = (item: Item): boolean => !('by_time' in item) && !('title' in item);

type ReadMark = true | number | undefined;

const readMarkOf = ({ is_read, unread_after }: Pick<Entry, 'is_read' | 'unread_after'>): ReadMark =>
  is_read ? true : (unread_after ?? undefined);

const fromReadMark = (mark: ReadMark): Pick<Entry, 'is_read' | 'unread_after'> => ({
  is_read: mark === true,
  unread_after: typeof mark === 'number' ? mark : null,
});

export type StoredEntry = { entry: Entry; rev: number };

/** Returns the entry of an item, or null for a tombstone. */
export const entryFromItem = (item: Item): StoredEntry | null => {
  if (isTombstone(item)) return null;
  const parsed = parseItem(entrySchema, item);
  const {
    PK,
    SK,
    rev,
    by_time: byTime,
    saved,
    reasons,
    extra: { extra, read_at, unlearned_score: _, ...extras },
    ...fields
  } = parsed;
  return decoding(parsed, () => ({
    rev,
    entry: {
      ...fields,
      extra,
      ...extras,
      read_at: read_at ?? fields.read_at,
      ...fromReadMark(fields.is_read),
      user_id: idIn(PK),
      article_id: idIn(SK),
      feed_ids: decodeFeedIds(fields.feed_ids),
      published_at: publishedAt(byTime),
      saved_at: savedAt(saved),
      reasons: reasons === undefined ? [] : decodeReasons(reasons),
    },
  }));
};

export const rowFromItem = (item: Item): EntryRow => {
  const parsed = parseItem(rowSchema, item);
  const { PK, SK, by_time, by_importance, by_feed, saved, top_reasons, extra, ...fields } = parsed;
  return decoding(parsed, () => ({
    ...fields,
    ...extra,
    ...fromReadMark(fields.is_read),
    user_id: idIn(PK),
    article_id: idIn(SK),
    feed_ids: decodeFeedIds(fields.feed_ids),
    published_at: publishedAt(by_time ?? by_importance ?? by_feed ?? saved),
    saved_at: savedAt(saved),
    order: by_importance === undefined ? null : orderIn(by_importance),
    top_reasons: top_reasons === undefined ? [] : decodeTopReasons(top_reasons),
  }));
};

/** The part of an unread row that counting needs. Times are in milliseconds since 1970. */
export type UnreadRow = {
  feed_id: string;
  created_at: number;
  unread_after: number | null;
  expires_at: number | null;
};

/**
 * Reads an unread row without its schema, which would take most of the time of counting 100,000 rows. A row of
 * unexpected form is read with the schema.
 */
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

/**
 * Returns the time to live in seconds since 1970. DynamoDB deletes an unread entry at its expiry. One that is read, or that
 * a rule lets go, has none because it becomes a tombstone, and a saved one has none because it stays.
 */
const timeToLive = (entry: Entry): number | null =>
  entry.is_read || entry.is_saved || entry.rule_hours !== null || entry.expires_at === null
    ? null
    : Math.ceil(Date.parse(entry.expires_at) / 1000);

export const entryToItem = (entry: Entry, rev: number): Item & Key => {
  const top = topReasons(entry.reasons, TOP_REASONS);
  // Name the attributes one by one: other properties of the object would be stored and billed without an error.
  const item = {
    ...entryKey(entry.user_id, entry.article_id),
    ...entryIndexKeys({ ...entry, order: importanceOrder(entry, entry.freshness_days) }),
    ...compact({
      feed_ids: encodeFeedIds(entry.feed_ids),
      link: entry.link?.replace(/^https:(?=\/\/)/, ''),
      title: entry.title,
      is_date_estimated: entry.is_date_estimated,
      created_at: toMilliseconds(entry.created_at),
      importance_score: entry.importance_score,
      reasons: entry.reasons.length === 0 ? null : encodeReasons(entry.reasons),
      top_reasons: top.length === 0 ? null : encodeTopReasons(top),
      freshness_days: entry.freshness_days === 0 ? null : entry.freshness_days,
      keywords_version: entry.keywords_version,
      text_source: entry.text_source,
      is_read: readMarkOf(entry),
      is_saved: entry.is_saved,
      expires_at: toMilliseconds(entry.expires_at),
      extra: encodeEntryExtra(entry),
      ttl: timeToLive(entry),
      rev,
    }),
  };
  return fittedItem(item, entry);
};
