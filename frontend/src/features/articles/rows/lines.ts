import type { ArticleRow } from '@omomi/backend/contract';
import type { Section } from './sections.tsx';

/** A row and its place in the list, from 0. */
type PlacedRow = { row: ArticleRow; index: number };

/** The rows that stand side by side in a grid, or the head of a section, which has no rows. */
export type Line = { section: Section | null; placed: readonly PlacedRow[] };

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
  /** Returns the number of the head of the section that a line is in; -1 if it is in none. */
  headOf: (line: number) => number;
};

const headLine = (section: Section): Line => ({ section, placed: [] });

/** Each row is a line, made when it is asked for: a list has thousands, of which a screen shows twenty. */
const singleLines = (rows: readonly ArticleRow[], sections: readonly Section[]): Lines => {
  /** The number of the head of each section: before it are its rows and the heads of those before. */
  const heads = sections.map(({ at }, n) => at + n);
  const sectionsTo = (line: number): number => heads.findLastIndex((head) => head <= line) + 1;
  return {
    count: rows.length + sections.length,
    at: (line) => {
      const before = sectionsTo(line);
      const section = sections[before - 1];
      if (section !== undefined && heads[before - 1] === line) return headLine(section);
      const row = rows[line - before];
      return row === undefined ? undefined : { section: null, placed: [{ row, index: line - before }] };
    },
    find: (articleId) => {
      const index = rows.findIndex(({ article_id }) => article_id === articleId);
      return index === -1 ? -1 : index + sections.filter(({ at }) => at <= index).length;
    },
    headOf: (line) => heads.findLast((head) => head <= line) ?? -1,
  };
};

const gridLines = (
  rows: readonly ArticleRow[],
  openId: string | null,
  grid: Grid,
  sections: readonly Section[],
): Line[] => {
  const lines: Line[] = [];
  const begins = new Map(sections.map((section) => [section.at, section]));
  let line: PlacedRow[] = [];
  let free = grid.columns;
  let opened: PlacedRow | null = null;
  const end = (): void => {
    if (line.length > 0) lines.push({ section: null, placed: line });
    if (opened !== null) lines.push({ section: null, placed: [opened] });
    line = [];
    opened = null;
    free = grid.columns;
  };
  rows.forEach((row, index) => {
    const section = begins.get(index);
    if (section !== undefined) {
      end();
      lines.push(headLine(section));
    }
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
 * Returns the lines that the rows make in a grid, with a line for the head of each section. The open article has a line of
 * its own; the gap that it leaves in the line before is filled by the rows after it.
 */
export const linesOf = (
  rows: readonly ArticleRow[],
  openId: string | null,
  grid: Grid,
  sections: readonly Section[] = [],
): Lines => {
  if (grid.columns === 1) return singleLines(rows, sections);
  const lines = gridLines(rows, openId, grid, sections);
  return {
    count: lines.length,
    at: (line) => lines[line],
    find: (articleId) =>
      lines.findIndex(({ placed }) => placed.some(({ row }) => row.article_id === articleId)),
    headOf: (line) => lines.slice(0, line + 1).findLastIndex(({ section }) => section !== null),
  };
};

/**
 * Returns the lines from `first` to `last`, those of `kept` with their neighbours, and the head of the section that the first
 * one is in, which stays in view; in order.
 */
export const linesShown = (
  first: number,
  last: number,
  kept: readonly number[],
  { count, headOf }: Pick<Lines, 'count' | 'headOf'>,
): number[] => {
  const shown = new Set<number>();
  const head = headOf(first);
  if (head >= 0) shown.add(head);
  for (let line = first; line <= last; line += 1) shown.add(line);
  for (const line of kept)
    if (line >= 0)
      for (const near of [line - 1, line, line + 1]) if (near >= 0 && near < count) shown.add(near);
  return [...shown].toSorted((a, b) => a - b);
};
