import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { BlobStore } from '../model/article/article.ts';
import { timestamp } from '../contract/index.ts';
import type { SnapshotStore } from '../model/feed/feed.ts';
import { CorruptItemError } from './table/errors.ts';
import { snapshotBlobName, seenKey } from './table/keys.ts';
import type { SeenItem, SeenStore } from '../model/feed/seen.ts';
import { itemIsNew } from './table/queries.ts';
import { binary, decoding, keyed, parseItem } from './table/items.ts';
import type { TableClient } from './table/table.ts';

/**
 * The largest decompressed document in bytes, as a guard against decompression bombs. No fetched document is larger.
 */
const LARGEST_DOCUMENT = 64 * 1024 * 1024;
const LINE_END = 0x0a;

/*
 * Measured over 124 real documents (12.3 MB, eight at once): level 1 with a window of 512 KB leaves 2.49 MB for 74 ms
 * of processor time and 16 MB of memory; the defaults of zstd 2.35 MB for 115 ms and 26 MB; gzip 2.37 MB for 190 ms and
 * 14 MB.
 */
const QUICK = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 19 },
};

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const headerSchema = z.object({
  url: z.string(),
  content_type: z.string().nullable(),
  taken_at: timestamp,
});

/**
 * Creates the snapshot store. Each feed has one blob: a line of JSON, then the document in zstd. `tail -n +2 <file> |
 * zstd -d` shows the document.
 */
export const createSnapshotStore = (blobs: BlobStore): SnapshotStore => ({
  put: async (feedId, { body, ...header }) => {
    const line = Buffer.from(`${JSON.stringify(header)}\n`);
    await blobs.put(snapshotBlobName(feedId), Buffer.concat([line, await compress(body, QUICK)]));
  },
  get: async (feedId) => {
    const blob = await blobs.get(snapshotBlobName(feedId));
    if (blob === null) return null;
    try {
      const end = blob.indexOf(LINE_END);
      const header = headerSchema.parse(JSON.parse(Buffer.from(blob.subarray(0, end)).toString()));
      const body = await decompress(blob.subarray(end + 1), { maxOutputLength: LARGEST_DOCUMENT });
      return { ...header, body };
    } catch (error) {
      throw new CorruptItemError(`The snapshot of feed ${feedId} cannot be read`, { cause: error });
    }
  },
});

/**
 * The bytes of an item: 8 of identity, 6 of content hash, 3 of link, 2 of date, 2 of the day, 8 of the article's id, big
 * endian. Zeros stand for no link, date or id. An id takes 63 bits; the bit before it marks an item that was left out.
 * Items that were stored by an earlier version end before the id.
 */
const ITEM_BYTES = 29;
const BYTES_WITHOUT_ID = 21;
const HASH_AT = 8;
const LINK_AT = 14;
const DATE_AT = 17;
const DAY_AT = 19;
const ID_AT = 21;
const LEFT_OUT = 2n ** 63n;

/** The bytes of an item in the oldest format, without link and date: 8 of identity, 6 of content hash, 2 of the day. */
const OLD_ITEM_BYTES = 16;

/** The most items that a feed remembers: 116 KB. */
export const MAX_SEEN_ITEMS = 4000;

const NO_LINK = '000000';
const NO_DATE = '0000';

/** Encodes the items. Of more than 4,000, those that were last present in the feed most recently are kept. */
export const encodeSeen = (items: SeenItem[]): Uint8Array => {
  const kept = items.toSorted((a, b) => b.last_present_day - a.last_present_day).slice(0, MAX_SEEN_ITEMS);
  const bytes = Buffer.alloc(kept.length * ITEM_BYTES);
  kept.forEach((item, at) => {
    const start = at * ITEM_BYTES;
    bytes.write(item.identity, start, HASH_AT, 'hex');
    bytes.write(item.content_hash, start + HASH_AT, LINK_AT - HASH_AT, 'hex');
    bytes.write(item.link_tag ?? NO_LINK, start + LINK_AT, DATE_AT - LINK_AT, 'hex');
    bytes.write(item.date_tag ?? NO_DATE, start + DATE_AT, DAY_AT - DATE_AT, 'hex');
    bytes.writeUInt16BE(item.last_present_day, start + DAY_AT);
    const id = BigInt(item.article_id ?? 0);
    bytes.writeBigUInt64BE(item.is_left_out ? id | LEFT_OUT : id, start + ID_AT);
  });
  return bytes;
};

const pieces = (data: Uint8Array, size: number): Buffer[] => {
  if (data.byteLength % size !== 0) throw new RangeError(`Seen has ${data.byteLength} bytes`);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
};

const decode = (item: Buffer): Omit<SeenItem, 'article_id' | 'is_left_out'> => {
  const link = item.toString('hex', LINK_AT, DATE_AT);
  const date = item.toString('hex', DATE_AT, DAY_AT);
  return {
    identity: item.toString('hex', 0, HASH_AT),
    content_hash: item.toString('hex', HASH_AT, LINK_AT),
    link_tag: link === NO_LINK ? null : link,
    date_tag: date === NO_DATE ? null : date,
    last_present_day: item.readUInt16BE(DAY_AT),
  };
};

/** Decodes items. @throws RangeError for bytes that are not a whole number of items. */
export const decodeSeen = (data: Uint8Array): SeenItem[] =>
  pieces(data, ITEM_BYTES).map((item) => {
    const bits = item.readBigUInt64BE(ID_AT);
    const id = bits & ~LEFT_OUT;
    return { ...decode(item), article_id: id === 0n ? null : id.toString(), is_left_out: bits !== id };
  });

/** Decodes items that were stored without the ids of their articles. @throws RangeError as decodeSeen. */
export const decodeSeenWithoutIds = (data: Uint8Array): SeenItem[] =>
  pieces(data, BYTES_WITHOUT_ID).map((item) => ({ ...decode(item), article_id: null, is_left_out: false }));

/** Decodes items in the oldest format, without link and date. @throws RangeError as decodeSeen. */
export const decodeOldSeen = (data: Uint8Array): SeenItem[] =>
  pieces(data, OLD_ITEM_BYTES).map((item) => ({
    identity: item.toString('hex', 0, HASH_AT),
    content_hash: item.toString('hex', HASH_AT, LINK_AT),
    link_tag: null,
    date_tag: null,
    article_id: null,
    is_left_out: false,
    last_present_day: item.readUInt16BE(LINK_AT),
  }));

/** The schema of Seen. `items` and `records` are formats of earlier versions; the next write replaces them. */
const seenSchema = keyed.extend({
  items: binary.optional(),
  records: binary.optional(),
  known: binary.optional(),
  version: z.int().min(1),
});

export const createSeenStore = (table: TableClient): SeenStore => ({
  get: async (feedId) => {
    const item = await table.get(seenKey(feedId));
    if (item === null) return { items: [], version: 0 };
    const seen = parseItem(seenSchema, item);
    const { items: oldest, records: older, known, version } = seen;
    const items = decoding(seen, () => {
      if (known !== undefined) return decodeSeen(known);
      return older === undefined ? decodeOldSeen(oldest ?? new Uint8Array()) : decodeSeenWithoutIds(older);
    });
    return { items, version };
  },
  put: (feedId, items, readVersion) =>
    table.put(
      { ...seenKey(feedId), known: encodeSeen(items), version: readVersion + 1 },
      readVersion === 0
        ? itemIsNew
        : { text: '#version = :read', names: { '#version': 'version' }, values: { ':read': readVersion } },
    ),
  delete: async (feedId) => {
    await table.delete(seenKey(feedId));
  },
});
