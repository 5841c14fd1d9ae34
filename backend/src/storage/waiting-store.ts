import { z } from 'zod';
import type { WaitingReader, WaitingStore } from '../model/reader/waiting.ts';
import { and, itemExists, itemIsNew, setting } from './table/queries.ts';
import { absentAsFalse, absentAsNull, keyed, parseItem } from './table/items.ts';
import { idIn, waitingReaderKey, waitingReaders } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

const waitingSchema = keyed
  .extend({
    since: z.string(),
    noted_at: z.string(),
    next_at: absentAsNull(z.string()),
    is_all: absentAsFalse,
  })
  .transform(({ SK, since, noted_at, next_at, is_all }): WaitingReader => ({
    user_id: idIn(SK),
    since,
    noted_at,
    next_at,
    is_all,
  }));

const fromItem = (item: Item): WaitingReader => parseItem(waitingSchema, item);

const notedBy = (time: string) =>
  and(itemExists, { text: '#noted <= :noted', names: { '#noted': 'noted_at' }, values: { ':noted': time } });

export const createWaitingStore = (table: TableClient): WaitingStore => ({
  note: async (userId, at, isAll) => {
    const changes = { noted_at: at, next_at: null, ...(isAll ? { is_all: true } : {}) };
    await table.update(waitingReaderKey(userId), setting(changes, { since: at }));
  },
  noteRefused: async (userId, at, next_at) => {
    await table.put({ ...waitingReaderKey(userId), since: at, noted_at: at, next_at }, itemIsNew);
  },
  get: async (userId) => {
    const item = await table.get(waitingReaderKey(userId));
    return item === null ? null : fromItem(item);
  },
  list: async (limit) => (await table.queryPage({ ...waitingReaders, limit })).items.map(fromItem),
  defer: async (userId, notedUpTo, next_at) => {
    await table.update(waitingReaderKey(userId), setting({ next_at }), notedBy(notedUpTo));
  },
  clear: async (userId, notedUpTo) => {
    await table.delete(waitingReaderKey(userId), notedBy(notedUpTo));
  },
});
