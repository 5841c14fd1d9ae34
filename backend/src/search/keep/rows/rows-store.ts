import type { Log } from '../../../logging/log.ts';
import type { BlobStore } from '../../../model/article/article.ts';
import type { SearchRowsStore } from '../../../model/search/search-rows.ts';
import { BrokenPartError } from '../../segment/broken-part-error.ts';
import { digestOf } from '../../segment/frame.ts';
import { rowsName } from './blob-names.ts';
import { decodeRows, encodeRows, type KeptRows } from './rows-codec.ts';

/** Keeps a reader's rows in a blob between processes. The table names the rows that count by their digest. */
export type RowsStore = {
  /** Returns the rows that were kept last; null if they are lost, cut, changed, of another version, or not those that the table names. */
  load: (userId: string) => Promise<KeptRows | null>;
  /**
   * Keeps rows. If that fails, it is logged, and the next process reads the rows from the table. Of two writers at the same moment neither
   * may count, which is as good as lost.
   */
  save: (userId: string, rows: KeptRows) => Promise<void>;
};

export type RowsStoreDeps = { blobs: Pick<BlobStore, 'get' | 'put'>; searchRows: SearchRowsStore; log: Log };

export const createRowsStore = ({ blobs, searchRows, log }: RowsStoreDeps): RowsStore => ({
  load: async (userId) => {
    const digest = await searchRows.get(userId);
    const bytes = digest === null ? null : await blobs.get(rowsName(userId));
    if (bytes === null || digestOf(bytes) !== digest) return null;
    try {
      return decodeRows(bytes);
    } catch (error) {
      if (!(error instanceof BrokenPartError)) throw error;
      const { reason } = error;
      log.warn('the rows kept for searches are broken and are read again', { user_id: userId, reason });
      return null;
    }
  },
  save: async (userId, rows) => {
    try {
      const bytes = await encodeRows(rows);
      await blobs.put(rowsName(userId), bytes);
      await searchRows.put(userId, digestOf(bytes));
    } catch (error) {
      log.error('the rows of a search cannot be kept', { user_id: userId, error });
    }
  },
});
