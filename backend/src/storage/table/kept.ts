import { deleteOldest } from '../../lib/memory.ts';
import type { ItemRange, Key } from './keys.ts';
import type { Item, TableClient } from './table.ts';

/*
 * One process keeps items in memory, of a table that only it writes. The table tells of each write before it is answered, so
 * a kept item is never older than an answered write. If several processes write the table, nothing is kept.
 */

/** Calls the listener with the key of each item that is written or deleted, before the write is answered. */
export type TellWrites = (listener: (key: Key) => void) => void;

type KeptTable = Pick<TableClient, 'queryAll' | 'batchGet' | 'tellWrites'>;

const nameOf = ({ PK, SK }: Key): string => `${PK}\n${SK}`;
const keyOf = (item: Item): Key => ({ PK: String(item['PK']), SK: String(item['SK']) });

/** One range in memory: its items by sort key, in order, and the sort keys that were written since they were read. */
type KeptRange<T, R> = {
  prefix: string;
  items: Map<string, T> | null;
  result: R | null;
  written: Set<string>;
  /** The last read. Reads of a range go one after another, so that none answers before an earlier one has read what was written. */
  last: Promise<unknown>;
};

/**
 * Creates the function that reads all items of a range and returns what `make` makes of them, in the order of their keys.
 * Of a range that it has read it reads again only what was written since, and returns the same result if that is nothing.
 * It keeps the `most` ranges that were read last. Of a partition only one range may be read.
 */
export const createKeptRanges = <T, R>(
  table: KeptTable,
  parts: { parse: (item: Item) => T; make: (items: T[]) => R; most: number },
): ((range: ItemRange) => Promise<R>) => {
  const { parse, make, most } = parts;
  const { tellWrites } = table;
  if (tellWrites === undefined) return async (range) => make((await table.queryAll(range)).map(parse));

  const kept = new Map<string, KeptRange<T, R>>();
  tellWrites(({ PK, SK }) => {
    const range = kept.get(PK);
    if (range !== undefined && SK.startsWith(range.prefix)) range.written.add(SK);
  });

  const readAll = async (range: ItemRange): Promise<Map<string, T>> =>
    new Map((await table.queryAll(range)).map((item) => [keyOf(item).SK, parse(item)]));

  const readWritten = async (PK: string, former: Map<string, T>, written: string[]) => {
    const found = await table.batchGet(written.map((SK) => ({ PK, SK })));
    const now = new Map(found.map((item) => [keyOf(item).SK, parse(item)]));
    const items = new Map(former);
    for (const SK of written) {
      const item = now.get(SK);
      if (item === undefined) items.delete(SK);
      else items.set(SK, item);
    }
    // A key that was there keeps its place in the map, and a new one is at its end.
    const isNew = written.some((SK) => items.has(SK) && !former.has(SK));
    return isNew ? new Map([...items].toSorted(([a], [b]) => (a < b ? -1 : 1))) : items;
  };

  const refresh = async (range: ItemRange, one: KeptRange<T, R>): Promise<R> => {
    const written = [...one.written];
    const { items } = one;
    if (items !== null && one.result !== null && written.length === 0) return one.result;
    one.written.clear();
    // If this read fails, the next one reads the whole range.
    one.items = null;
    const read = items === null ? await readAll(range) : await readWritten(range.PK, items, written);
    one.result = make([...read.values()]);
    one.items = read;
    return one.result;
  };

  return (range) => {
    const one: KeptRange<T, R> = kept.get(range.PK) ?? {
      prefix: range.prefix,
      items: null,
      result: null,
      written: new Set(),
      last: Promise.resolve(),
    };
    kept.delete(range.PK);
    kept.set(range.PK, one);
    deleteOldest(kept, most);
    const read = one.last.then(() => refresh(range, one));
    one.last = read.catch(() => {});
    return read;
  };
};

/**
 * Creates `getMany`, which reads items by their keys, as `batchGet` does, and keeps the `most` that were read last. Items
 * that were not written since come from memory, the same object each time. As long as `version` stays the same, `getMany`
 * returns the same for the same keys; it is null if that cannot be told.
 */
export const createKeptItems = <T>(
  table: KeptTable,
  { parse, most }: { parse: (item: Item) => T; most: number },
): { getMany: (keys: Key[]) => Promise<T[]>; version: () => number | null } => {
  const { tellWrites } = table;
  if (tellWrites === undefined)
    return { getMany: async (keys) => (await table.batchGet(keys)).map(parse), version: () => null };

  const kept = new Map<string, T>();
  let version = 0;
  /** The names that are being read and were not written meanwhile, for each read under way. */
  const underWay = new Set<Set<string>>();
  tellWrites((key) => {
    if (kept.size === 0 && underWay.size === 0) return;
    const name = nameOf(key);
    if (kept.delete(name) || underWay.size > 0) version += 1;
    for (const names of underWay) names.delete(name);
  });

  const getMany = async (keys: Key[]): Promise<T[]> => {
    const found = new Map<string, T>();
    const missing = keys.filter((key) => {
      const name = nameOf(key);
      const item = kept.get(name);
      if (item !== undefined) found.set(name, item);
      return item === undefined;
    });
    if (missing.length === 0) return [...found.values()];
    const unwritten = new Set(missing.map(nameOf));
    underWay.add(unwritten);
    try {
      for (const item of await table.batchGet(missing)) {
        const name = nameOf(keyOf(item));
        const parsed = parse(item);
        found.set(name, parsed);
        if (unwritten.has(name)) kept.set(name, parsed);
      }
    } finally {
      underWay.delete(unwritten);
    }
    // Nobody is told of writes to items that are no longer kept.
    if (kept.size > most) version += 1;
    deleteOldest(kept, most);
    return [...found.values()];
  };
  return { getMany, version: () => version };
};
