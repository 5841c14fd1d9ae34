import type { SeenItem } from '../refresh/seen.ts';

/** 8 bytes of identity, 6 of content hash, 2 of the day, big endian. */
const ITEM_BYTES = 16;
const IDENTITY_BYTES = 8;
const HASH_END = 14;

/** What a feed remembers at most: 64 KB. */
export const MAX_SEEN_ITEMS = 4000;

/** The items as bytes; of more than 4,000 those that were present last stay. */
export const encodeSeen = (items: SeenItem[]): Uint8Array => {
  const kept = items.toSorted((a, b) => b.last_present_day - a.last_present_day).slice(0, MAX_SEEN_ITEMS);
  const bytes = Buffer.alloc(kept.length * ITEM_BYTES);
  kept.forEach((item, at) => {
    const start = at * ITEM_BYTES;
    bytes.write(item.identity, start, IDENTITY_BYTES, 'hex');
    bytes.write(item.content_hash, start + IDENTITY_BYTES, HASH_END - IDENTITY_BYTES, 'hex');
    bytes.writeUInt16BE(item.last_present_day, start + HASH_END);
  });
  return bytes;
};

/** @throws RangeError for bytes that are no whole number of items. */
export const decodeSeen = (data: Uint8Array): SeenItem[] => {
  if (data.byteLength % ITEM_BYTES !== 0) throw new RangeError(`Seen has ${data.byteLength} bytes`);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: bytes.length / ITEM_BYTES }, (_, at) => {
    const start = at * ITEM_BYTES;
    return {
      identity: bytes.toString('hex', start, start + IDENTITY_BYTES),
      content_hash: bytes.toString('hex', start + IDENTITY_BYTES, start + HASH_END),
      last_present_day: bytes.readUInt16BE(start + HASH_END),
    };
  });
};
