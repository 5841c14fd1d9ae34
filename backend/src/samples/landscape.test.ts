import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { drawLandscape, type Scenery } from './landscape.ts';

const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
const scenery: fc.Arbitrary<Scenery> = fc.record({
  sky: fc.tuple(colour, colour),
  sun: colour,
  land: fc.array(colour, { minLength: 1, maxLength: 4 }),
  shape: fc.constantFrom('hills', 'roofs', 'towers', 'loaves'),
});
const size = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) });

it('a landscape has a colour for each of its pixels, and is the same each time', () => {
  fc.assert(
    fc.property(scenery, fc.nat(400), size, (of, seed, { width, height }) => {
      const picture = drawLandscape(of, seed, { width, height });
      expect(picture.pixels).toHaveLength(width * height);
      expect(Math.max(...picture.pixels)).toBeLessThan(picture.colours.length);
      expect(picture.colours.flat().every((part) => part >= 0 && part <= 255)).toBe(true);
      expect(drawLandscape(of, seed, { width, height })).toEqual(picture);
    }),
    { numRuns: runs(100) },
  );
});
