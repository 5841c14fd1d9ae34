import { indexes, primaryKey, timeToLiveAttribute, type Key } from '../../../storage/table/keys.ts';
import { toText } from '../items/item-text.ts';
import type { Attributes } from '../items/values.ts';
import type { RowChanges } from './changes.ts';
import { COLUMNS, PUT, readRow, textOf, textOrNull, type Row } from './schema.ts';
import type { TableFile } from './table-file.ts';

/** Creates the reads and writes of single items, which `changes` is told of. */
export const createItemRows = (
  { path, attempt, prepared }: TableFile,
  changes: Pick<RowChanges, 'note'>,
) => ({
  get: ({ PK, SK }: Key): Row | null =>
    attempt(() => {
      const row = prepared(`SELECT ${COLUMNS} FROM items WHERE pk = ? AND sk = ?`).get(PK, SK);
      return row === undefined ? null : readRow(path, row);
    }),

  put: ({ PK, SK }: Key, { item, size }: Row): void =>
    attempt(() => {
      const { item: text, is_encoded, crc } = toText(item);
      const expiry = item[timeToLiveAttribute];
      const ttl = typeof expiry === 'number' ? Math.trunc(expiry) : null;
      const sortKeys = Object.values(indexes).map((attribute) => textOrNull(item[attribute]));
      prepared(PUT).run(PK, SK, text, is_encoded, crc, size, ttl, ...sortKeys);
      changes.note({ PK, SK });
    }),

  remove: ({ PK, SK }: Key): void =>
    attempt(() => {
      prepared('DELETE FROM items WHERE pk = ? AND sk = ?').run(PK, SK);
      changes.note({ PK, SK });
    }),
});

/** Creates the reads of the whole table. */
export const createTableRows = ({ path, attempt, prepared }: TableFile) => ({
  /** Returns at most `limit` of the items whose time to live is before this Unix second, with their keys. */
  expired: (second: number, limit: number): { key: Key; item: Attributes }[] =>
    attempt(() =>
      prepared(`SELECT pk, sk, ${COLUMNS} FROM items WHERE ttl < ? ORDER BY ttl LIMIT ?`)
        .all(second, limit)
        .map((row) => ({
          key: { [primaryKey.partition]: textOf(row['pk']), [primaryKey.sort]: textOf(row['sk']) },
          item: readRow(path, row).item,
        })),
    ),

  /** Returns every item, in the order of the keys. */
  all: (): Attributes[] =>
    attempt(() =>
      prepared(`SELECT ${COLUMNS} FROM items ORDER BY pk, sk`)
        .all()
        .map((row) => readRow(path, row).item),
    ),
});
