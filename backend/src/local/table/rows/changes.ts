import { type ItemRange, type Key, entriesOf, idIn } from '../../../storage/table/keys.ts';
import { numberOf, textOf, type TableFile } from './schema.ts';
import type { EntryChanges } from '../../../model/article/entry-changes.ts';

/** The number of writes to a range that are remembered. */
const MOST_WRITES = 4000;

/**
 * Remembers in the file which items of some ranges were written last, so that whoever comes back later, in another process too, learns
 * them. It is exact: only one process writes the table, and a note is part of the transaction of its write.
 */
export const createChanges = ({ attempt, prepared }: TableFile) => {
  /** The prefixes of the ranges that are watched, by their partitions. */
  const prefixes = attempt(
    () =>
      new Map(
        prepared('SELECT pk, prefix FROM watched')
          .all()
          .map(({ pk, prefix }) => [textOf(pk), textOf(prefix)]),
      ),
  );
  const lastOf = (pk: string): number =>
    numberOf(prepared('SELECT max(number) AS last FROM written WHERE pk = ?').get(pk)?.['last']);

  return {
    /** Must be called within the transaction of the write. */
    note: ({ PK, SK }: Key): void => {
      const prefix = prefixes.get(PK);
      if (prefix === undefined || !SK.startsWith(prefix)) return;
      const number = lastOf(PK) + 1;
      prepared('INSERT OR REPLACE INTO written VALUES (?, ?, ?)').run(PK, SK, number);
      prepared('DELETE FROM written WHERE pk = ? AND number <= ?').run(PK, number - MOST_WRITES);
    },

    /**
     * Returns the number of the last write to a range, and the sort keys that were written after the one with the given number; null if
     * they are not known. The first call begins to watch the range. Only one range of a partition can be watched.
     */
    since: (
      { PK, prefix }: ItemRange,
      number: number | null,
    ): { last: number; sortKeys: readonly string[] | null } =>
      attempt(() => {
        const isKnown = prefixes.get(PK) === prefix;
        if (!isKnown) prepared('INSERT OR REPLACE INTO watched VALUES (?, ?)').run(PK, prefix);
        prefixes.set(PK, prefix);
        const last = lastOf(PK);
        if (!isKnown || number === null || number < last - MOST_WRITES || number > last)
          return { last, sortKeys: null };
        const written = prepared('SELECT sk FROM written WHERE pk = ? AND number > ? ORDER BY number');
        return { last, sortKeys: written.all(PK, number).map(({ sk }) => textOf(sk)) };
      }),
  };
};

export type RowChanges = ReturnType<typeof createChanges>;

const NUMBER = /^\d{1,15}$/u;

/** Creates what tells which entries were written, from what the table remembers of its rows. Tokens are numbers of writes. */
export const createEntryChanges = ({ since }: Pick<RowChanges, 'since'>): EntryChanges => ({
  since: (userId, token) => {
    const number = token !== null && NUMBER.test(token) ? Number(token) : null;
    const { last, sortKeys } = since(entriesOf(userId), number);
    return Promise.resolve({ token: `${last}`, article_ids: sortKeys === null ? null : sortKeys.map(idIn) });
  },
});
