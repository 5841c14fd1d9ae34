import { z } from 'zod';
import { contentAttributes, createContentCodec, type CompressionEffort } from './blobs/content-codec.ts';
import { absentAsNull, keyed, parseItem, compact, itemSize } from './table/items.ts';
import { type Key, idIn, savedBlobName, savedKey, savedOf } from './table/keys.ts';
import type { TableClient, Item } from './table/table.ts';
import { pauseBriefly } from '../lib/turns.ts';
import type { BlobStore, SavedCopy, SavedStore } from '../model/article/article.ts';
import { StorageThrottledError } from '../lib/errors.ts';
import { itemIsNew, setting, and, itemExists } from './table/queries.ts';
import pMap from 'p-map';

/*
 * DynamoDB's time to live would leave a copy's blob behind, and no lifecycle of a bucket knows which copies are no
 * longer saved. The cleanup therefore deletes copies with a blob by their `until`. Copies without a blob expire by
 * `ttl`, which costs nothing.
 */
const savedSchema = keyed.extend({
  feed_title: z.string(),
  saved_at: z.string(),
  is_sent: z.boolean().optional(),
  ttl: absentAsNull(z.int()),
  until: absentAsNull(z.int()),
  /** The names of the blobs of the copies that this one replaced, until the blobs are deleted. */
  replaces: z.array(z.string()).default([]),
  ...contentAttributes,
});

/** The attributes that distinguish one copy from the next under the same key. */
const headSchema = savedSchema.omit({ feed_title: true, is_sent: true, content: true });

type Head = z.infer<typeof headSchema>;

const readHead = async (table: TableClient, key: Key): Promise<Head | null> => {
  const item = await table.get(key);
  return item === null ? null : parseItem(headSchema, item);
};

/** Returns the names of the copy's own blob and of replaced blobs that are not deleted yet. */
const blobsOf = (head: Pick<Head, 'blob' | 'replaces'> | null): string[] =>
  head === null ? [] : [head.blob ?? [], head.replaces].flat();

/** Returns the condition that the copy is the one saved at this time. */
const savedThen = (savedAt: string) => ({
  text: '#saved_at = :saved_at',
  names: { '#saved_at': 'saved_at' },
  values: { ':saved_at': savedAt },
});

/** The most tries of a write. Each failed try means that another save of the same article succeeded. */
const ATTEMPTS = 20;

/**
 * Writes a copy if nobody wrote another since the replaced one was read, then deletes the replaced copy's blob. The
 * blob's name stays in the item until the blob is deleted. If the call is interrupted before that, or is told that a
 * successful write failed, the next try finds the name there.
 * @throws StorageThrottledError if other writers succeed every time.
 */
const replaceCopy = async (
  table: TableClient,
  blobs: BlobStore,
  item: Item & Key & { saved_at: string; blob?: string },
): Promise<void> => {
  const key = { PK: item.PK, SK: item.SK };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readHead(table, key);
    const replaces = blobsOf(before).filter((name) => name !== item.blob);
    const named = replaces.length === 0 ? item : { ...item, replaces };
    if (await table.put(named, before === null ? itemIsNew : savedThen(before.saved_at))) {
      if (replaces.length === 0) return;
      for (const name of replaces) await blobs.delete(name);
      await table.update(key, setting({ replaces: null }), savedThen(item.saved_at));
      return;
    }
    await pauseBriefly();
  }
  throw new StorageThrottledError(
    `The copy of ${idIn(item.SK)} was written by others ${ATTEMPTS} times over`,
  );
};

/** The number of copies unpacked at once. */
const bounded = { concurrency: 4 };

const untilBy = (now: Date) => ({
  text: '#until <= :now',
  names: { '#until': 'until' },
  values: { ':now': Math.floor(now.getTime() / 1000) },
});

export const createSavedStore = (
  table: TableClient,
  blobs: BlobStore,
  effort?: CompressionEffort,
): SavedStore => {
  const codec = createContentCodec(blobs, effort);
  return {
    put: async (copy) => {
      const item = await toItem(codec, copy);
      await replaceCopy(table, blobs, item);
    },
    get: async (userId, articleId) => {
      const item = await table.get(savedKey(userId, articleId));
      return item === null ? null : fromItem(codec, parseItem(savedSchema, item));
    },
    expire: async (userId, articleId, savedAt, ttl) => {
      const stored = await readHead(table, savedKey(userId, articleId));
      if (stored === null) return;
      const change = setting(stored.blob === undefined ? { ttl } : { until: ttl });
      await table.update(savedKey(userId, articleId), change, and(itemExists, savedThen(savedAt)));
    },
    keep: async (userId, articleId) => {
      const stored = await readHead(table, savedKey(userId, articleId));
      if (stored === null || (stored.ttl === null && stored.until === null)) return;
      await table.update(savedKey(userId, articleId), setting({ ttl: null, until: null }), itemExists);
    },
    getMany: async (userId, articleIds) => {
      const items = await table.batchGet(articleIds.map((articleId) => savedKey(userId, articleId)));
      return pMap(items, (item) => fromItem(codec, parseItem(savedSchema, item)), bounded);
    },
    // Delete the blob first: nobody reads the copy any more, and after a crash the item still names the blob.
    delete: async (userId, articleId) => {
      const stored = await readHead(table, savedKey(userId, articleId));
      for (const name of blobsOf(stored)) await blobs.delete(name);
      await table.delete(savedKey(userId, articleId));
    },
    sweep: (...asked) => sweep(table, blobs, ...asked),
  };
};

type ContentCodec = ReturnType<typeof createContentCodec>;

const toItem = async (
  codec: ContentCodec,
  { user_id: userId, article_id: articleId, feed_title, saved_at, is_sent, ttl, ...content }: SavedCopy,
) => {
  const head = { ...savedKey(userId, articleId), saved_at, ...compact({ feed_title, is_sent }) };
  const name = savedBlobName(userId, articleId, saved_at);
  const packed = await codec.pack(name, content, itemSize({ ...head, ttl }));
  return { ...head, ...packed, ...compact('blob' in packed ? { until: ttl } : { ttl }) };
};

const fromItem = async (
  codec: ContentCodec,
  parsed: ReturnType<typeof savedSchema.parse>,
): Promise<SavedCopy> => {
  const { PK, SK, content: _, blob: __, replaces: ___, until, ttl, ...fields } = parsed;
  return {
    user_id: idIn(PK),
    article_id: idIn(SK),
    ...fields,
    ttl: until ?? ttl,
    ...(await codec.unpack(parsed)),
  };
};

/** Deletes expired copies with their blobs, the blobs first, so that after a crash the item still names them. */
const sweep = async (
  table: TableClient,
  blobs: BlobStore,
  ...[userId, now, after, limit]: Parameters<SavedStore['sweep']>
): ReturnType<SavedStore['sweep']> => {
  const page = await table.queryPage({
    ...savedOf(userId),
    filter: untilBy(now),
    attributes: ['PK', 'SK', 'saved_at', 'blob', 'replaces'],
    limit,
    after: after === null ? undefined : savedKey(userId, after),
  });
  let deleted = 0;
  for (const item of page.items) {
    const head = parseItem(headSchema, item);
    const { PK, SK, saved_at: savedAt } = head;
    for (const name of blobsOf(head)) await blobs.delete(name);
    if (await table.delete({ PK, SK }, and(savedThen(savedAt), untilBy(now)))) deleted += 1;
  }
  const last = page.last?.['SK'];
  return { deleted, next: typeof last === 'string' ? idIn(last) : null };
};
