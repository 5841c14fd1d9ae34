import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { BlobStore } from '../../model/article/article.ts';
import type { SavedStore } from '../../model/article/entry.ts';
import { contentAttributes, createContentCodec, type CompressionEffort } from '../blobs/content-codec.ts';
import { StorageThrottledError } from '../table/errors.ts';
import { and, itemExists, itemIsNew, setting } from '../table/expressions.ts';
import { absentAsNull, compact, itemSize, keyed, parseItem } from '../table/items.ts';
import { idIn, savedBlobName, savedKey, savedOf } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';

/** The most tries of a write. Each failed try means that another save of the same article succeeded. */
const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 20;

/*
 * DynamoDB's time to live would leave a copy's blob behind, and no lifecycle of a bucket knows which copies are no
 * longer saved. The cleanup therefore deletes copies with a blob by their `until`. Copies without a blob expire by
 * `ttl`, which costs nothing.
 */
const savedSchema = keyed.extend({
  feed_title: z.string(),
  saved_at: z.string(),
  ttl: absentAsNull(z.int()),
  until: absentAsNull(z.int()),
  /** The names of the blobs of the copies that this one replaced, until the blobs are deleted. */
  replaces: z.array(z.string()).default([]),
  ...contentAttributes,
});

const savedThen = (savedAt: string) => ({
  text: '#saved_at = :saved_at',
  names: { '#saved_at': 'saved_at' },
  values: { ':saved_at': savedAt },
});

const untilBy = (now: Date) => ({
  text: '#until <= :now',
  names: { '#until': 'until' },
  values: { ':now': Math.floor(now.getTime() / 1000) },
});

/** The attributes that distinguish one copy from the next under the same key. */
const headSchema = savedSchema.omit({ feed_title: true, content: true });

/** Returns the names of the copy's own blob and of replaced blobs that are not deleted yet. */
const blobsOf = (head: Pick<z.infer<typeof headSchema>, 'blob' | 'replaces'> | null): string[] =>
  head === null ? [] : [head.blob ?? [], head.replaces].flat();

export const createSavedStore = (
  table: TableClient,
  blobs: BlobStore,
  effort?: CompressionEffort,
): SavedStore => {
  const codec = createContentCodec(blobs, effort);

  const headOf = async (userId: string, articleId: string) => {
    const item = await table.get(savedKey(userId, articleId));
    return item === null ? null : parseItem(headSchema, item);
  };

  /**
   * Writes a copy if nobody wrote another since the replaced one was read, then deletes the replaced copy's blob. The
   * blob's name stays in the item until the blob is deleted. If the call is interrupted before that, or is told that a
   * successful write failed, the next try finds the name there.
   * @throws StorageThrottledError if other writers succeed every time.
   */
  const replace = async (
    userId: string,
    articleId: string,
    savedAt: string,
    item: Item & { blob?: string },
  ): Promise<void> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await headOf(userId, articleId);
      const replaces = blobsOf(before).filter((name) => name !== item.blob);
      const named = replaces.length === 0 ? item : { ...item, replaces };
      if (await table.put(named, before === null ? itemIsNew : savedThen(before.saved_at))) {
        if (replaces.length === 0) return;
        for (const name of replaces) await blobs.delete(name);
        await table.update(savedKey(userId, articleId), setting({ replaces: null }), savedThen(savedAt));
        return;
      }
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
    throw new StorageThrottledError(`The copy of ${articleId} was written by others ${ATTEMPTS} times over`);
  };

  return {
    put: async ({ user_id: userId, article_id: articleId, feed_title, saved_at, ttl, ...content }) => {
      const head = { ...savedKey(userId, articleId), ...compact({ feed_title, saved_at }) };
      const name = savedBlobName(userId, articleId, saved_at);
      const packed = await codec.pack(name, content, itemSize({ ...head, ttl }));
      const item = { ...head, ...packed, ...compact('blob' in packed ? { until: ttl } : { ttl }) };
      await replace(userId, articleId, saved_at, item);
    },
    get: async (userId, articleId) => {
      const item = await table.get(savedKey(userId, articleId));
      if (item === null) return null;
      const parsed = parseItem(savedSchema, item);
      const { PK, SK, content: _, blob: __, replaces: ___, until, ttl, ...fields } = parsed;
      return {
        user_id: idIn(PK),
        article_id: idIn(SK),
        ...fields,
        ttl: until ?? ttl,
        ...(await codec.unpack(parsed)),
      };
    },
    expire: async (userId, articleId, savedAt, ttl) => {
      const stored = await headOf(userId, articleId);
      if (stored === null) return;
      const change = setting(stored.blob === undefined ? { ttl } : { until: ttl });
      await table.update(savedKey(userId, articleId), change, and(itemExists, savedThen(savedAt)));
    },
    keep: async (userId, articleId) => {
      const stored = await headOf(userId, articleId);
      if (stored === null || (stored.ttl === null && stored.until === null)) return;
      await table.update(savedKey(userId, articleId), setting({ ttl: null, until: null }), itemExists);
    },
    // Delete the blob first: nobody reads the copy any more, and after a crash the item still names the blob.
    delete: async (userId, articleId) => {
      const stored = await headOf(userId, articleId);
      for (const name of blobsOf(stored)) await blobs.delete(name);
      await table.delete(savedKey(userId, articleId));
    },
    sweep: async (userId, now, after, limit) => {
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
    },
  };
};
