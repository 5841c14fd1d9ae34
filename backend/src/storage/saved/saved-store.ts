import pMap from 'p-map';
import type { BlobStore } from '../../model/article/article.ts';
import type { SavedCopy, SavedStore } from '../../model/article/entry.ts';
import { createContentCodec, type CompressionEffort } from '../blobs/content-codec.ts';
import { and, itemExists, setting } from '../table/expressions.ts';
import { compact, itemSize, parseItem } from '../table/items.ts';
import { idIn, savedBlobName, savedKey, savedOf } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';
import { replaceCopy } from './replace-copy.ts';
import { blobsOf, headSchema, readHead, savedSchema, savedThen } from './saved-item.ts';

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
  { user_id: userId, article_id: articleId, feed_title, saved_at, ttl, ...content }: SavedCopy,
) => {
  const head = { ...savedKey(userId, articleId), saved_at, ...compact({ feed_title }) };
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
