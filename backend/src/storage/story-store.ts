import {
  FEATURE_SIZE,
  packFeatures,
  type RecentText,
  type Signature,
  type StoryMember,
  type StoryStore,
  unpackFeatures,
} from '../model/story/story.ts';
import { z } from 'zod';
import { binary, decoding, keyed, parseItem } from './table/items.ts';
import {
  articleIdIn,
  storyMemberKey,
  storyMembers,
  storyTextKey,
  storyTexts,
  timeInStoryKey,
  type ItemRange,
  type Key,
} from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

/*
 * The bytes of a signature: 3 counts, the hashes of title and source, the number of words, the digest, then numbers,
 * versions, features, and the vector of the words if there is one, both as they are kept in memory. Names and vectors came later: older
 * signatures have none.
 */
const HEAD_BYTES = 3 + 4 + 4 + 4 + 8;
const HASH_BYTES = 4;
/** Set in the number of words if the title asks. Older versions never set it, and read such a text as a very long one. */
const ASKS_BIT = 0x80000000;
const LARGEST_WORDS = 0x7fffffff;

export const encodeSignature = (signature: Signature): Uint8Array => {
  const { features, numbers, versions, asks, title, source, digest, words, vector } = signature;
  const hashes = [...numbers, ...versions];
  const packed = `${features}${vector ?? ''}`;
  const bytes = Buffer.alloc(HEAD_BYTES + hashes.length * HASH_BYTES + packed.length);
  let at = bytes.writeUInt8(numbers.length, 0);
  at = bytes.writeUInt8(versions.length, at);
  at = bytes.writeUInt8(features.length / FEATURE_SIZE, at);
  at = bytes.writeInt32LE(title, at);
  at = bytes.writeInt32LE(source, at);
  at = bytes.writeUInt32LE(Math.min(words, LARGEST_WORDS) + (asks ? ASKS_BIT : 0), at);
  at = bytes.writeBigUInt64BE(BigInt(`0x${digest}`), at);
  for (const hash of hashes) at = bytes.writeInt32LE(hash, at);
  bytes.write(packed, at, 'latin1');
  return bytes;
};

/** @throws RangeError if the bytes end too early. */
export const decodeSignature = (stored: Uint8Array): Signature => {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const [numbers, versions, features] = [bytes.readUInt8(0), bytes.readUInt8(1), bytes.readUInt8(2)];
  const hashesFrom = (start: number, count: number) =>
    Array.from({ length: count }, (_, at) => bytes.readInt32LE(start + at * HASH_BYTES));
  const start = HEAD_BYTES + (numbers + versions) * HASH_BYTES;
  const end = start + features * FEATURE_SIZE;
  if (end > bytes.length) throw new RangeError(`the signature has ${bytes.length} bytes instead of ${end}`);
  const words = bytes.readUInt32LE(11);
  return {
    // Older versions stored them in another order.
    features: packFeatures(unpackFeatures(bytes.toString('latin1', start, end))),
    vector: end === bytes.length ? null : bytes.toString('latin1', end),
    numbers: hashesFrom(HEAD_BYTES, numbers),
    versions: hashesFrom(HEAD_BYTES + numbers * HASH_BYTES, versions),
    asks: words >= ASKS_BIT,
    title: bytes.readInt32LE(3),
    source: bytes.readInt32LE(7),
    words: words % ASKS_BIT,
    digest: bytes.readBigUInt64BE(15).toString(16).padStart(16, '0'),
  };
};

const textSchema = keyed.extend({ feed_id: z.string(), published_at: z.int(), signature: binary });
const memberSchema = keyed.extend({ story_id: z.string(), feed_id: z.string(), first_feed_id: z.string() });

/** Hours for which a text is kept: the 72 of a story, and a day for clocks that differ and for slow queues. */
const TEXT_HOURS = 96;
/** The newest items that are returned, about 5 MB. */
const MOST_ITEMS = 20_000;

const textOf = (item: Item): RecentText => {
  const parsed = parseItem(textSchema, item);
  return decoding(parsed, () => ({
    article_id: articleIdIn(parsed.SK),
    feed_id: parsed.feed_id,
    written_at: timeInStoryKey(parsed.SK),
    published_at: new Date(parsed.published_at).toISOString(),
    signature: decodeSignature(parsed.signature),
  }));
};

const memberOf = (item: Item): StoryMember => {
  const { SK, story_id, feed_id, first_feed_id } = parseItem(memberSchema, item);
  return { article_id: articleIdIn(SK), written_at: timeInStoryKey(SK), story_id, feed_id, first_feed_id };
};

export const createStoryStore = (table: TableClient): StoryStore => ({
  isOnlyWriter: table.tellWrites !== undefined,
  putTexts: (texts) =>
    table.batchPut(
      texts.map(({ article_id, feed_id, published_at, written_at, signature }) => ({
        ...storyTextKey(written_at, article_id),
        feed_id,
        published_at: Date.parse(published_at),
        signature: encodeSignature(signature),
        ttl: Math.ceil(Date.parse(written_at) / 1000) + TEXT_HOURS * 3600,
      })),
    ),
  listTexts: async (since, isKnown) =>
    (
      await listSince(table, { ...storyTexts, since: storyTextKey(since, ''), is_consistent: true }, isKnown)
    ).map(textOf),
  putMembers: (members) =>
    table.batchPut(
      members.map(({ story_id, article_id, feed_id, first_feed_id, written_at, ttl }) => ({
        ...storyMemberKey(written_at, article_id),
        story_id,
        feed_id,
        first_feed_id,
        ttl,
      })),
    ),
  listMembers: async (since, isKnown) =>
    (
      await listSince(
        table,
        { ...storyMembers, since: storyMemberKey(since, ''), is_consistent: false },
        isKnown,
      )
    ).map(memberOf),
});

/** Reads the items from the time on, in the order in which they were written. */
const listSince = async (
  table: TableClient,
  { since, is_consistent, ...range }: ItemRange & { since: Key; is_consistent: boolean },
  isKnown: (articleId: string) => boolean,
): Promise<Item[]> => {
  const found: Item[] = [];
  let after: Item | undefined = since;
  do {
    const page = await table.queryPage({ ...range, after, is_consistent });
    found.push(...page.items.filter(({ SK }) => !isKnown(articleIdIn(String(SK)))));
    after = page.last;
  } while (after !== undefined);
  return found.slice(-MOST_ITEMS);
};
