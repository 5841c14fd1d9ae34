import pMap from 'p-map';
import { z } from 'zod';
import type { ReaderStore } from '../model/reader/reader.ts';
import type { BlobStore } from '../model/article/article.ts';
import { editionsOf } from '../edition/edition-blobs.ts';
import { importDocumentsOf } from '../feeds/import/import-document.ts';
import { searchBlobsOf } from '../search/keep/search-blobs.ts';
import { itemIsNew } from './table/queries.ts';
import { keyed, parseItem } from './table/items.ts';
import {
  idIn,
  itemsOf,
  jobKey,
  jobLockKey,
  listedReaderKey,
  listedReaders,
  primaryKey,
  profileKey,
  savedBlobsOf,
  subscriberKey,
  waitingReaderKey,
  type Key,
} from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

const CONCURRENT_BLOBS = 16;

const listedSchema = keyed
  .extend({ created_at: z.string() })
  .transform(({ SK, created_at }) => ({ user_id: idIn(SK), created_at }));

const keySchema = keyed.extend({ blob: z.string().optional() });

const keyText = ({ PK, SK }: Key) => `${PK}\n${SK}`;

export const createReaderStore = (table: TableClient, blobs: BlobStore): ReaderStore => {
  const deleteBlobs = (names: string[]) =>
    pMap(names, (name) => blobs.delete(name), { concurrency: CONCURRENT_BLOBS });

  return {
    enlist: async (userId, now) => {
      await table.put({ ...listedReaderKey(userId), created_at: now }, itemIsNew);
    },
    list: async ({ after, limit }) => {
      const { items, last } = await table.queryPage({
        ...listedReaders,
        limit,
        ...(after === null ? {} : { after: listedReaderKey(after) }),
      });
      return { readers: items.map((item) => parseItem(listedSchema, item)), has_more: last !== undefined };
    },
    followedAmong: async (userId, feedIds) => {
      const items = await table.batchGet(feedIds.map((feedId) => subscriberKey(feedId, userId)));
      return items.map((item) => idIn(parseItem(keyed, item).PK));
    },
    // Delete blobs before the items that name them: after an interruption the item still leads to the blobs that are
    // left.
    clear: async (userId, { job_id, kind }, limit) => {
      const kept = new Set(
        [profileKey(userId), jobKey(userId, job_id), jobLockKey(userId, kind)].map(keyText),
      );
      let cleared = 0;
      let after: Item | undefined;
      do {
        const page = await table.queryPage({
          ...itemsOf(userId),
          attributes: [primaryKey.partition, primaryKey.sort, 'blob'],
          limit,
          after,
        });
        const found = page.items
          .map((item) => parseItem(keySchema, item))
          .filter(({ PK, SK }) => !kept.has(keyText({ PK, SK })));
        await deleteBlobs(found.flatMap(({ blob }) => blob ?? []));
        await table.batchDelete(found.map(({ PK, SK }) => ({ PK, SK })));
        cleared += found.length;
        after = page.last;
      } while (after !== undefined && cleared < limit);
      return cleared;
    },
    clearBlobs: async (userId) => {
      const prefixes = [savedBlobsOf, importDocumentsOf, searchBlobsOf, editionsOf].map((of) => of(userId));
      await deleteBlobs((await Promise.all(prefixes.map((prefix) => blobs.list(prefix)))).flat());
    },
    clearRest: async (userId, { job_id, kind }) => {
      await table.delete(waitingReaderKey(userId));
      await table.delete(listedReaderKey(userId));
      await table.delete(profileKey(userId));
      await table.delete(jobLockKey(userId, kind));
      await table.delete(jobKey(userId, job_id));
    },
  };
};
