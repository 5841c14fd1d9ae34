import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { directionOf, sketchOf } from './sketch.ts';

/** The upper triangle of a symmetric matrix, row by row. */
const triangle = (size: number, cell: (row: number, column: number) => number): Float32Array =>
  Float32Array.from(
    Array.from({ length: size }, (_, row) =>
      Array.from({ length: size - row }, (__, at) => cell(row, row + at)),
    ).flat(),
  );

/** Numbers that look normally distributed, the same in each run. */
const normals = (): (() => number) => {
  let state = 1;
  const uniform = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
};

describe('the deviations of a sketch', () => {
  it('are the sum of the values with its signs, over their length, if nothing is usual', () => {
    const values = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 });
    const signs = fc.array(fc.constantFrom(-1, 1), { minLength: 20, maxLength: 20 });
    const background = {
      mean: new Float32Array(20),
      covariance: triangle(20, (row, column) => (row === column ? 1 : 0)),
    };
    fc.assert(
      fc.property(values, signs, (vector, sketch) => {
        const { bytes, deviationsOf } = directionOf(Float32Array.from(vector), background);
        const sum = vector.reduce((total, value, at) => total + value * (sketch[at] ?? 0), 0);
        const found = deviationsOf(sketchOf(sketch));
        expect(bytes).toBe(3);
        expect(found).toBeCloseTo(sum / Math.hypot(...vector), 5);
      }),
      { numRuns: runs(200) },
    );
  });

  it('have a mean of 0 and spread by 1 over articles with the moments of the background', () => {
    const size = 24;
    const normal = normals();
    const usual = Float32Array.from({ length: size }, () => 0.5 * normal());
    const background = {
      mean: usual,
      covariance: triangle(size, (row, column) => (row === column ? 1 : 0.4)),
    };
    const { deviationsOf } = directionOf(
      Float32Array.from({ length: size }, () => normal() + 0.5),
      background,
    );
    const found = Array.from({ length: 4000 }, () => {
      const shared = Math.sqrt(0.4) * normal();
      const article = usual.map((mean) => mean + shared + Math.sqrt(0.6) * normal());
      return deviationsOf(sketchOf(article));
    });
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    const deviation = Math.sqrt(found.reduce((sum, one) => sum + (one - mean) ** 2, 0) / found.length);
    expect(Math.abs(mean)).toBeLessThan(0.1);
    expect(Math.abs(deviation - 1)).toBeLessThan(0.1);
  });
});
