import { buildBlock, type Block } from '../segment/block.ts';
import { sketchAt, type Part } from '../segment/part.ts';
import { bodyLength, type RowOf } from './found-terms.ts';
import type { SearchInput, SearchRow } from './search-input.ts';

/** The rows of a reader with the texts that parts have of them. Rows are named by their places. */
export type Joined = {
  /** The parts with the rows of their items. */
  parts: { part: Part; rowOf: RowOf }[];
  /** The rows whose texts no part has: they are searched by title and excerpt. */
  loose: RowOf;
  looseBlock: Block;
  /** The number of tokens of each row's body, and their mean, at least 1. */
  lengths: Float64Array;
  meanLength: number;
  /** Returns the sketch of a row's text; null if it has none. */
  sketchOfRow: (row: number) => Uint8Array | null;
};

const kept = new WeakMap<readonly SearchRow[], { parts: readonly Part[]; joined: Joined }>();

/**
 * Returns the rows joined with the parts. The result is kept as long as the list of rows, so that each letter that is typed need not join
 * them anew: whoever changes a row hands in another list.
 */
export const joinRows = ({ rows, parts }: Pick<SearchInput, 'rows' | 'parts'>): Joined => {
  const last = kept.get(rows);
  if (last?.parts.length === parts.length && parts.every((part, at) => part === last.parts[at]))
    return last.joined;
  const joined = join({ rows, parts });
  kept.set(rows, { parts: [...parts], joined });
  return joined;
};

const join = ({ rows, parts }: Pick<SearchInput, 'rows' | 'parts'>): Joined => {
  const places = new Map(rows.map(({ article_id }, at) => [article_id, at]));
  const isJoined = new Uint8Array(rows.length);
  const lengths = new Float64Array(rows.length);
  const partOfRow: Part[] = [];
  const itemOfRow = new Int32Array(rows.length);
  const joined = parts.toReversed().map((part) => {
    const rowOf = { rows: new Int32Array(part.ids.length).fill(-1), items: new Array<number>() };
    part.ids.forEach((id, item) => {
      const row = places.get(id);
      if (row === undefined || isJoined[row] === 1) return;
      isJoined[row] = 1;
      rowOf.rows[item] = row;
      rowOf.items.push(item);
      partOfRow[row] = part;
      itemOfRow[row] = item;
      lengths[row] = bodyLength(part.block, item);
    });
    return { part, rowOf };
  });
  const loose = [...isJoined.keys()].filter((row) => isJoined[row] === 0);
  const looseBlock = buildBlock(
    loose.map((row) => [[rows[row]?.title ?? ''], [], [], [rows[row]?.excerpt ?? '']]),
  );
  loose.forEach((row, item) => {
    lengths[row] = bodyLength(looseBlock, item);
  });
  const sum = lengths.reduce((all, length) => all + length, 0);
  return {
    parts: joined,
    loose: { rows: Int32Array.from(loose), items: [...loose.keys()] },
    looseBlock,
    lengths,
    meanLength: Math.max(1, sum / Math.max(1, rows.length)),
    sketchOfRow: (row) => {
      const part = partOfRow[row];
      return part === undefined ? null : sketchAt(part, itemOfRow[row] ?? 0);
    },
  };
};
