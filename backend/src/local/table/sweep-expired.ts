import type { EmbeddedTable } from './local-table.ts';

/** Number of items deleted in one transaction, which takes some milliseconds. */
const SLICE = 200;

/**
 * Deletes the items whose time to live is past, as DynamoDB does by itself. Calls `deleteBlob` with the blob of each
 * deleted item that names one. Returns the number of deleted items.
 */
export const sweepExpired = async (
  table: Pick<EmbeddedTable, 'takeExpired'>,
  now: Date,
  deleteBlob: (name: string) => Promise<void>,
): Promise<number> => {
  let swept = 0;
  for (;;) {
    const expired = await table.takeExpired(now, SLICE);
    for (const { blob } of expired) if (typeof blob === 'string') await deleteBlob(blob);
    swept += expired.length;
    if (expired.length < SLICE) return swept;
  }
};
