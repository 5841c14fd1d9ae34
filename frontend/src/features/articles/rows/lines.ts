import type { ArticleRow } from '@omomi/backend/contract';

/** A row and its place in the list, from 0. */
type PlacedRow = { row: ArticleRow; index: number };

/** The rows that stand side by side in a grid. */
export type Line = readonly PlacedRow[];

type Grid = {
  /** Number of columns. */
  columns: number;
  /** The number of columns that the row at an index takes. */
  spanOf: (index: number) => number;
};

/** The lines that a list is laid out in. */
export type Lines = {
  count: number;
  /** Returns the line with a number from 0; undefined if there is none. */
  at: (line: number) => Line | undefined;
  /** Returns the number of the line that has the article; -1 if none has. */
  find: (articleId: string) => number;
};

/** Each row is a line, made when it is asked for: a list has thousands, of which a screen shows twenty. */
const singleLines = (rows: readonly ArticleRow[]): Lines => ({
  count: rows.length,
  at: (index) => {
    const row = rows[index];
    return row === undefined ? undefined : [{ row, index }];
  },
  find: (articleId) => rows.findIndex(({ article_id }) => article_id === articleId),
});

const gridLines = (rows: readonly ArticleRow[], openId: string | null, grid: Grid): Line[] => {
  const lines: PlacedRow[][] = [];
  let line: PlacedRow[] = [];
  let free = grid.columns;
  let opened: PlacedRow | null = null;
  const end = (): void => {
    if (line.length > 0) lines.push(line);
    if (opened !== null) lines.push([opened]);
    line = [];
    opened = null;
    free = grid.columns;
  };
  rows.forEach((row, index) => {
    if (row.article_id === openId) {
      opened = { row, index };
      if (line.length === 0) end();
      return;
    }
    const span = Math.min(grid.spanOf(index), grid.columns);
    if (span > free) end();
    line.push({ row, index });
    free -= span;
    if (free === 0) end();
  });
  end();
  return lines;
};

/**
 * Returns the lines that the rows make in a grid. The open article has a line of its own; the gap that it leaves in the
 * line before is filled by the rows after it.
 */
export const linesOf = (rows: readonly ArticleRow[], openId: string | null, grid: Grid): Lines => {
  if (grid.columns === 1) return singleLines(rows);
  const lines = gridLines(rows, openId, grid);
  return {
    count: lines.length,
    at: (line) => lines[line],
    find: (articleId) => lines.findIndex((line) => line.some(({ row }) => row.article_id === articleId)),
  };
};

/** Returns the lines from `first` to `last` and those of `kept` with their neighbours, in order. */
export const linesShown = (first: number, last: number, kept: readonly number[], count: number): number[] => {
  const shown = new Set<number>();
  for (let line = first; line <= last; line += 1) shown.add(line);
  for (const line of kept)
    if (line >= 0)
      for (const near of [line - 1, line, line + 1]) if (near >= 0 && near < count) shown.add(near);
  return [...shown].toSorted((a, b) => a - b);
};
