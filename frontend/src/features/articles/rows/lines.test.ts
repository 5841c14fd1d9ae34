import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articleFixture } from '../../../../test/fixtures.ts';
import { type Line, type Lines, linesOf, linesShown } from './lines.ts';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';

const rows = Array.from({ length: 30 }, (_, n) => articleFixture(n));
const idOf = (n: number): string => rows[n]?.article_id ?? '';
/** Returns all lines, and undefined for the one after the last. */
const allOf = ({ count, at }: Lines): (Line | undefined)[] =>
  Array.from({ length: count + 1 }, (_, line) => at(line));
const madeOf = (lines: Lines): Line['placed'][] =>
  allOf(lines).flatMap((line) => (line === undefined ? [] : [line.placed]));
const placesOf = (count: number, openId: string | null, columns: number, spanOf = () => 1) =>
  madeOf(linesOf(rows.slice(0, count), openId, { columns, spanOf })).map((line) =>
    line.map(({ index }) => index),
  );
const magazine = (index: number) => (index === 0 ? 12 : index <= 2 ? 6 : 4);

describe('the lines of a list', () => {
  it('are as wide as the grid', () => {
    expect(placesOf(3, null, 1)).toEqual([[0], [1], [2]]);
    expect(placesOf(5, null, 3)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(
      madeOf(linesOf(rows.slice(0, 7), null, { columns: 12, spanOf: magazine })).map((line) => line.length),
    ).toEqual([1, 2, 3, 1]);
  });

  it('have the open article alone, below the line in which it stood', () => {
    expect(placesOf(3, idOf(1), 1)).toEqual([[0], [1], [2]]);
    expect(placesOf(7, idOf(1), 3)).toEqual([[0, 2, 3], [1], [4, 5, 6]]);
    expect(placesOf(7, idOf(3), 3)).toEqual([[0, 1, 2], [3], [4, 5, 6]]);
    expect(placesOf(2, idOf(1), 3)).toEqual([[0], [1]]);
  });

  it('have every row once, and rows before the open one in their places', () => {
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.option(fc.nat(29)),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 30, maxLength: 30 }),
        (count, open, columns, spans) => {
          const grid = { columns, spanOf: (index: number) => spans[index] ?? 1 };
          const shown = rows.slice(0, count);
          const opened = linesOf(shown, open === null ? null : idOf(open), grid);
          expect(
            madeOf(opened)
              .flat()
              .map(({ index }) => index)
              .toSorted((a, b) => a - b),
          ).toEqual(shown.map((_, n) => n));
          const closed = linesOf(shown, null, grid);
          for (const { article_id } of shown.slice(0, open ?? count))
            expect(opened.find(article_id)).toBe(closed.find(article_id));
          for (const [at, line] of madeOf(opened).entries())
            for (const { row } of line) expect(opened.find(row.article_id)).toBe(at);
          expect(allOf(opened).at(-1)).toBeUndefined();
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('have the head of each section before its first row, which stays in view with its rows', () => {
    const sections = [0, 3, 4].map((at) => ({ key: `s${at}`, name: '', at, count: 1 }));
    for (const columns of [1, 3]) {
      const lines = linesOf(rows.slice(0, 6), null, { columns, spanOf: () => 1 }, sections);
      const told = allOf(lines)
        .slice(0, -1)
        .flatMap<string | number>(
          (line) => line?.section?.key ?? line?.placed.map(({ index }) => index) ?? [],
        );
      expect(told).toEqual(['s0', 0, 1, 2, 's3', 3, 's4', 4, 5]);
      for (const [n, { article_id }] of rows.slice(0, 6).entries()) {
        const line = lines.find(article_id);
        expect(lines.at(line)?.placed.map(({ index }) => index)).toContain(n);
        const section = lines.at(lines.headOf(line))?.section;
        expect(section?.key).toBe(n < 3 ? 's0' : n < 4 ? 's3' : 's4');
      }
    }
  });

  it('are rendered near the screen and around the rows that are kept', () => {
    const flat = { count: 30, headOf: () => -1 };
    expect(linesShown(10, 12, [20, -1, 0], flat)).toEqual([0, 1, 10, 11, 12, 19, 20, 21]);
    expect(linesShown(28, 29, [29], flat)).toEqual([28, 29]);
    expect(linesShown(28, 29, [], { count: 30, headOf: () => 7 })).toEqual([7, 28, 29]);
    expect(linesOf(rows, null, { columns: 3, spanOf: () => 1 }).find(idOf(4))).toBe(1);
    expect(linesOf([], null, { columns: 1, spanOf: () => 1 }).find(idOf(4))).toBe(-1);
  });
});
