import type { Clock } from '../lib/clock.ts';
import type { BlobStore } from '../model/article/article.ts';
import { createEntryStore } from './entries/entry-store.ts';
import { createNotedTable } from './entry-notes/noted-writes.ts';
import { createStores } from './stores.ts';
import type { Stores } from '../model/stores.ts';
import type { TableClient } from './table/table.ts';

/** Creates all stores for one of several processes that write the table: it notes the entries of readers who search before it writes them. */
export const createNotedStores = (table: TableClient, blobs: BlobStore, now: Clock): Stores => {
  const stores = createStores(table, blobs);
  return { ...stores, entries: createEntryStore(createNotedTable(table, { notes: stores.entryNotes, now })) };
};
