import type { Entry } from '../../model/article/entry.ts';
import { encodeEntryExtra } from '../table/codecs/extra-codec.ts';
import { cutToBytes, itemSize } from '../table/items.ts';
import { projectedAttributes, type Key } from '../table/keys.ts';
import type { Item } from '../table/table.ts';

/** The largest item in bytes whose write costs one unit, plus one unit for each index row that it changes. */
const ITEM_BYTES = 1024;
/**
 * The largest index row in bytes. Five units read 51 rows of this size, which are a page of 50 and one row beyond it.
 */
const ROW_BYTES = 401;
/** The bytes reserved for another feed_id. */
const SECOND_FEED_BYTES = 8;
/** A time of as many bytes as any, for which room is reserved until the entry is read. */
const LONGEST_TIME = new Date(9_999_999_999_999).toISOString();
/** The shortest title in bytes after a cut. A title is cut only if an entry without an excerpt is still too large. */
const TITLE_BYTES = 200;

/**
 * Returns the item of an entry with as much of its excerpt as its index rows have room for. If it is too large even
 * without an excerpt, the title is cut.
 */
export const fittedItem = (
  item: Item & Key,
  entry: Pick<Entry, 'title' | 'excerpt' | 'feed_ids' | 'read_at' | 'text_version' | 'extra'>,
): Item & Key => {
  const grown = {
    ...item,
    extra: encodeEntryExtra(entry.extra, entry.read_at ?? LONGEST_TIME, entry.text_version),
  };
  const reserved = entry.feed_ids.length === 1 ? SECOND_FEED_BYTES : 0;
  const surplus = itemSize(grown) + reserved - ITEM_BYTES + 1;
  if (surplus >= 0) {
    return {
      ...item,
      title: cutToBytes(entry.title, Math.max(TITLE_BYTES, Buffer.byteLength(entry.title) - surplus)),
    };
  }
  const room = Math.min(-surplus, ROW_BYTES - rowSize(grown)) - 'excerpt'.length;
  const excerpt = fitExcerpt(entry.excerpt, room);
  return excerpt === '' ? item : { ...item, excerpt };
};

/** The shortest useful excerpt in bytes. */
const SHORTEST_EXCERPT = 40;
const ELLIPSIS = '…';

const fitExcerpt = (excerpt: string, room: number): string => {
  if (Buffer.byteLength(excerpt) <= room) return excerpt;
  if (room < SHORTEST_EXCERPT) return '';
  const cut = cutToBytes(excerpt.replace(/…$/, ''), room - Buffer.byteLength(ELLIPSIS));
  return `${cut.trimEnd()}${ELLIPSIS}`;
};

/** The bytes of a row's `is_read` attribute: true, or the number of the mark after which the entry is unread. */
const READ_MARK_BYTES = 'is_read'.length + 4;

/**
 * Returns the size of the entry's largest index row, the one by importance, including room for `is_read` even if it is
 * absent.
 */
const rowSize = (item: Item): number =>
  READ_MARK_BYTES +
  itemSize(
    Object.fromEntries(
      ['PK', 'SK', 'by_importance', ...projectedAttributes]
        .filter((name) => name !== 'is_read')
        .map((name) => [name, item[name]]),
    ),
  );
