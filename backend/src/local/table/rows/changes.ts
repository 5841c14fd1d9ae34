import type { ItemRange, Key } from '../../../storage/table/keys.ts';

/** The most keys of a range that are remembered. */
const MOST_KEYS = 1000;

type Watched = {
  prefix: string;
  /** The number of the last write to the range since it is watched. */
  last: number;
  /** The number up to which writes may be forgotten. */
  forgotten: number;
  /** The sort keys that were written, each with the number of its last write, in that order. */
  written: Map<string, number>;
};

/**
 * Remembers which items of some ranges were written: it is exact, because only this process writes the table. A write that is rolled
 * back counts too.
 */
export const createChanges = () => {
  const ranges = new Map<string, Watched>();
  return {
    note: ({ PK, SK }: Key): void => {
      const watched = ranges.get(PK);
      if (watched === undefined || !SK.startsWith(watched.prefix)) return;
      watched.last += 1;
      watched.written.delete(SK);
      watched.written.set(SK, watched.last);
      if (watched.written.size <= MOST_KEYS) return;
      for (const [oldest, number] of watched.written) {
        watched.written.delete(oldest);
        watched.forgotten = number;
        return;
      }
    },

    /**
     * Returns the number of the last write to a range, and the sort keys that were written after the one with the given number; null if
     * they are not known. The first call begins to watch the range. Only one range of a partition can be watched.
     */
    since: (
      { PK, prefix }: ItemRange,
      number: number | null,
    ): { last: number; sortKeys: readonly string[] | null } => {
      const known = ranges.get(PK);
      const isKnown = known?.prefix === prefix;
      const watched = isKnown ? known : { prefix, last: 0, forgotten: 0, written: new Map<string, number>() };
      ranges.set(PK, watched);
      const { last, forgotten, written } = watched;
      if (!isKnown || number === null || number < forgotten) return { last, sortKeys: null };
      return { last, sortKeys: [...written].flatMap(([sortKey, at]) => (at > number ? [sortKey] : [])) };
    },
  };
};

export type RowChanges = ReturnType<typeof createChanges>;
