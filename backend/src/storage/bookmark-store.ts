import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { BlobStore } from '../model/article/article.ts';
import type { BookmarkStore } from '../model/article/bookmark.ts';
import { digest } from '../lib/digest.ts';
import { inBatches } from '../lib/lists.ts';
import { CorruptItemError } from './table/errors.ts';
import { setting, type Expression } from './table/queries.ts';
import { absentAsNull, keyed, parseItem } from './table/items.ts';
import { addedLinks, addedLinksKey, bookmarkBlobName, bookmarkRunKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** The largest decompressed size in bytes, as a guard against decompression bombs: 300,000 links. */
const LARGEST = 64 * 1024 * 1024;
/** Number of links in one item. Links of 2,000 characters and more still fit. */
const LINKS_AN_ITEM = 50;

const link = z.object({ article_id: z.string(), link: z.string(), ttl: z.int() });
const addedSchema = keyed.extend({ links: z.array(link) });
const runSchema = keyed.extend({
  failures: z.int().default(0),
  called_at: absentAsNull(z.string()),
  not_before: absentAsNull(z.string()),
});
const blobSchema = z.array(link.extend({ count: z.int().nullable(), next_at: z.int() }));

/**
 * Returns the condition that the lock is free or held by this owner, who may have taken it by a write whose answer was
 * lost.
 */
const isFreeFor = (owner: string, now: string): Expression => ({
  text: 'attribute_not_exists(#owner) OR #owner = :owner OR #until <= :now',
  names: { '#owner': 'owner', '#until': 'lease_until' },
  values: { ':owner': owner, ':now': now },
});
const isHeldBy = (owner: string): Expression => ({
  text: '#owner = :owner',
  names: { '#owner': 'owner' },
  values: { ':owner': owner },
});

/**
 * Creates the bookmark store. New links and the lock are items, so that many may write at once. All links with their
 * counts are one blob, which one writer at a time changes.
 */
export const createBookmarkStore = (table: TableClient, blobs: BlobStore): BookmarkStore => ({
  add: async (links) => {
    for (const batch of inBatches(links, LINKS_AN_ITEM)) {
      const name = digest(16, ...batch.map(({ article_id }) => article_id));
      const ttl = Math.max(...batch.map((one) => one.ttl));
      await table.put({ ...addedLinksKey(name), links: batch, ttl });
    }
  },
  listAdded: async () => {
    const items = (await table.queryAll(addedLinks)).map((item) => parseItem(addedSchema, item));
    return {
      links: items.flatMap(({ links }) => links),
      forget: () => table.batchDelete(items.map(({ PK, SK }) => ({ PK, SK }))),
    };
  },
  load: async () => {
    const bytes = await blobs.get(bookmarkBlobName);
    if (bytes === null) return [];
    try {
      const text = await unpack(bytes, { maxOutputLength: LARGEST });
      return blobSchema.parse(JSON.parse(text.toString('utf8')));
    } catch (error) {
      throw new CorruptItemError('The bookmark counts cannot be read', { cause: error });
    }
  },
  save: async (links) => {
    await blobs.put(bookmarkBlobName, await pack(JSON.stringify(links)));
  },
  take: async (owner, until, now) => {
    const item = await table.update(
      bookmarkRunKey,
      setting({ owner, lease_until: until }),
      isFreeFor(owner, now),
    );
    if (item === null) return null;
    const { failures, called_at, not_before } = parseItem(runSchema, { ...bookmarkRunKey, ...item });
    return { failures, called_at, not_before };
  },
  setState: async (owner, { failures, called_at, not_before }) =>
    (await table.update(bookmarkRunKey, setting({ failures, called_at, not_before }), isHeldBy(owner))) !==
    null,
  release: async (owner) => {
    await table.update(bookmarkRunKey, setting({ owner: null, lease_until: null }), isHeldBy(owner));
  },
});
