import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../harness/property-runs.ts';
import { eigenvectors } from '../../../word-tables/eigenvectors.ts';
import { nearest } from '../../../word-tables/headlines.ts';
import { dot, principalComponents, removeComponents } from '../../../word-tables/principal-components.ts';
import { learn, type Lesson, STIFFNESS } from '../../../word-tables/student.ts';

const value = fc.double({ min: -1, max: 1, noNaN: true }).map((number) => Math.round(number * 1e3) / 1e3);
const rowsOf = (count: number, size: number) =>
  fc.array(
    fc.array(value, { minLength: size, maxLength: size }).map((row) => Float64Array.from(row)),
    { minLength: count, maxLength: count },
  );

describe('eigenvectors', () => {
  const symmetric = fc
    .integer({ min: 1, max: 8 })
    .chain((size) =>
      rowsOf(size, size).map((rows) => rows.map((row, i) => row.map((one, j) => one + rows[j]![i]!))),
    );

  it('are of unit length, at right angles, only stretched by the matrix, and the most stretched come first', () => {
    fc.assert(
      fc.property(symmetric, (matrix) => {
        const found = eigenvectors(matrix, matrix.length);
        const values = found.map((vector) => {
          const image = Float64Array.from(matrix, (row) => dot(row, vector));
          const stretch = dot(image, vector);
          image.forEach((one, at) => expect(one).toBeCloseTo(stretch * vector[at]!, 8));
          return stretch;
        });
        found.forEach((a, i) => {
          found.forEach((b, j) => expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 9));
          expect(Math.max(...a)).toBeGreaterThanOrEqual(Math.max(...a.map(Math.abs)) - 1e-12);
        });
        values.slice(1).forEach((one, at) => expect(one).toBeLessThanOrEqual(values[at]! + 1e-9));
      }),
      { numRuns: runs(100) },
    );
  });

  it('are the same bits each time', () => {
    fc.assert(
      fc.property(symmetric, (matrix) => {
        expect(
          eigenvectors(
            matrix.map((row) => row.slice()),
            3,
          ),
        ).toEqual(eigenvectors(matrix, 3));
      }),
      { numRuns: runs(100) },
    );
  });
});

it('the components are the directions in which rows vary most, and removing them leaves nothing along them', () => {
  const rows = Array.from({ length: 50 }, (_, at) =>
    Float64Array.of(9 * Math.cos(at), 5 * Math.sin(at), 0.1 * (at % 3)),
  );
  const [first, second] = principalComponents(rows, 2);
  expect(Array.from(first!)).toEqual([expect.closeTo(1, 1), expect.closeTo(0, 1), expect.closeTo(0, 1)]);
  expect(Array.from(second!)).toEqual([expect.closeTo(0, 1), expect.closeTo(1, 1), expect.closeTo(0, 1)]);
  const row = Float64Array.of(1, 2, 3);
  removeComponents(row, [first!, second!]);
  expect(Array.from(row)).toEqual([expect.closeTo(0, 1), expect.closeTo(0, 1), expect.closeTo(3, 1)]);
});

describe('the student', () => {
  const WORDS = 6;
  const SIZE = 3;
  const text = fc.uniqueArray(fc.nat(WORDS - 2), { minLength: 1, maxLength: 4 }).chain((ranks) =>
    fc
      .array(fc.double({ min: 0.1, max: 1, noNaN: true }), {
        minLength: ranks.length,
        maxLength: ranks.length,
      })
      .map((shares) => ({ ranks: Uint32Array.from(ranks), shares: Float64Array.from(shares) })),
  );
  const lesson = fc.record({
    text,
    target: rowsOf(1, SIZE).map(([row]) => row!),
    weight: fc.double({ min: 0.1, max: 4, noNaN: true }),
  });
  const problem = fc.tuple(rowsOf(WORDS, SIZE), fc.array(lesson, { minLength: 1, maxLength: 12 }));
  const sum = (rows: Float64Array[], { ranks, shares }: Lesson['text'], column: number) =>
    ranks.reduce((all, rank, at) => all + shares[at]! * rows[rank]![column]!, 0);

  it('ends where neither a change of a word nor one of the scale would bring it nearer to the teacher', () => {
    fc.assert(
      fc.property(problem, ([start, lessons]) => {
        const learnt = learn(start, lessons);
        // A word of no lesson stays where it began, which tells the scale.
        const unused = start[WORDS - 1]!;
        fc.pre(dot(unused, unused) > 0.01);
        const scale = dot(learnt[WORDS - 1]!, unused) / dot(unused, unused);
        const at = [...start.keys()].flatMap((rank) =>
          [...Array(SIZE).keys()].map((column) => [rank, column]),
        );
        for (const [rank, column] of at as [number, number][]) {
          const change = learnt[rank]![column]! - scale * start[rank]![column]!;
          const pull = lessons.reduce((all, { text: said, target, weight }) => {
            const share = said.shares[said.ranks.indexOf(rank)] ?? 0;
            return all + weight * share * (target[column]! - sum(learnt, said, column));
          }, 0);
          expect(STIFFNESS * change).toBeCloseTo(pull, 6);
        }
        const slope = lessons.reduce((all, { text: said, target, weight }) => {
          const own = [...target].map((_, column) => sum(start, said, column));
          return (
            all + weight * own.reduce((some, one, column) => some + one * (target[column]! - scale * one), 0)
          );
        }, 0);
        expect(slope).toBeCloseTo(0, 6);
      }),
      { numRuns: runs(100) },
    );
  });
});

it('the nearest rows are those with the largest products, without the row itself', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 40 }).chain((count) => rowsOf(count, 3)),
      fc.nat(),
      (rows, seed) => {
        const of = seed % rows.length;
        const flat = Float32Array.from(rows.flatMap((row) => [...row]));
        const found = nearest(flat, rows.length, of);
        const product = (at: number) => dot(rows[at]!, rows[of]!);
        const others = [...rows.keys()].filter((at) => at !== of);
        expect(found).toHaveLength(Math.min(25, others.length));
        expect(found).not.toContain(of);
        const least = Math.min(...found.map(product));
        for (const other of others.filter((at) => !found.includes(at)))
          expect(product(other)).toBeLessThanOrEqual(least + 1e-6);
      },
    ),
    { numRuns: runs(100) },
  );
});
