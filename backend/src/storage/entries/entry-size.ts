import { shortenToBytes } from '../../lib/shorten.ts';
import type { Entry } from '../../model/article/entry.ts';
import { encodeEntryExtra, type EntryExtra } from '../table/codecs.ts';
import { cutToBytes, itemSize } from '../table/items.ts';
import { projectedAttributes, type Key } from '../table/keys.ts';
import type { Item } from '../table/table.ts';

/**
 * The largest item in bytes whose write costs one unit, plus one unit for each index row that it changes. Only an entry
 * with many long tags of the reader's own may be larger, since they are never left out.
 */
const ITEM_BYTES = 1024;
/**
 * The largest index row in bytes. Ten units read 51 rows of this size, which are a page of 50 and one row beyond it. Nine
 * in ten articles of real feeds have room in it for their picture and an excerpt of 300 bytes (docs/measurements.md).
 */
const ROW_BYTES = 803;
/** The bytes reserved for another feed_id. */
const SECOND_FEED_BYTES = 8;
/** A time of as many bytes as any, for which room is reserved until the entry is read. */
const LONGEST_TIME = new Date(9_999_999_999_999).toISOString();
/** The shortest title in bytes after a cut. A title is cut only if an entry without an excerpt is still too large. */
const TITLE_BYTES = 200;
/** The length in bytes below which an excerpt does not give way to a picture. */
const EXCERPT_BESIDE_PICTURE = 100;
/** The shortest useful excerpt in bytes. */
const SHORTEST_EXCERPT = 40;

type Sized = Pick<Entry, 'title' | 'excerpt' | 'feed_ids'> & EntryExtra;

/**
 * Returns the item of an entry with as much of its excerpt as its index rows have room for, and its picture.
 *
 * 1. The excerpt gives way to the picture, since a shorter text is still of use and part of an address is not; but only
 *    down to 100 bytes, since a row without its text says less than one without a picture.
 * 2. If the item is too large even without both, the title is cut.
 */
export const fittedItem = (item: Item & Key, entry: Sized): Item & Key => {
  const { excerpt } = entry;
  const wanted = Math.min(EXCERPT_BESIDE_PICTURE, Buffer.byteLength(excerpt));
  const room = roomIn(item, entry);
  if (entry.extra.image_url !== null && room < wanted) return fittedItem(...withoutPicture(item, entry));
  if (room < -'excerpt'.length) {
    const surplus = -room - 'excerpt'.length;
    const title = cutToBytes(entry.title, Math.max(TITLE_BYTES, Buffer.byteLength(entry.title) - surplus));
    return { ...item, title };
  }
  const fitted = fitExcerpt(excerpt, room);
  return fitted === '' ? item : { ...item, excerpt: fitted };
};

const withoutPicture = (item: Item & Key, entry: Sized): [Item & Key, Sized] => {
  const { extra: _, ...rest } = item;
  const bare = { ...entry, extra: { ...entry.extra, image_url: null } };
  const extra = encodeEntryExtra(bare);
  return [extra === null ? rest : { ...rest, extra }, bare];
};

/**
 * Returns the bytes that an item without an excerpt has left for the text of one; the item may grow by another feed and by
 * the time when it is read. It is below -7, the length of the attribute's name, if the item is too large as it is.
 */
const roomIn = (item: Item, entry: Sized): number => {
  const grown = {
    ...item,
    extra: encodeEntryExtra({ ...entry, read_at: entry.read_at ?? LONGEST_TIME }),
  };
  const reserved = entry.feed_ids.length === 1 ? SECOND_FEED_BYTES : 0;
  const left = ITEM_BYTES - 1 - itemSize(grown) - reserved;
  return (left < 0 ? left : Math.min(left, Math.max(0, ROW_BYTES - rowSize(grown)))) - 'excerpt'.length;
};

const fitExcerpt = (excerpt: string, room: number): string => {
  if (Buffer.byteLength(excerpt) <= room) return excerpt;
  return room < SHORTEST_EXCERPT ? '' : shortenToBytes(excerpt, room);
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
