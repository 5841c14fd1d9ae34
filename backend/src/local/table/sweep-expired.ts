import type { EmbeddedTable } from './open-table.ts';

/** Items deleted in one transaction; so many take some milliseconds. */
const SLICE = 200;

/**
 * Deletes the items whose time to live is past, as DynamoDB does by itself. `deleteBlob` is given the blob of each
 * deleted item that names one. Answers with how many items were deleted.
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
