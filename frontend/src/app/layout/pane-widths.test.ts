import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { defaultWidths, fitted, parseWidths, rangeOf, widthAfter } from './pane-widths.ts';

describe('the widths of the panes', () => {
  it('leave room for every pane on any screen that has them', () => {
    fc.assert(
      fc.property(
        fc.record({ feeds: fc.integer({ min: -50, max: 3000 }), list: fc.integer({ min: -50, max: 3000 }) }),
        fc.integer({ min: 1200, max: 4000 }),
        (widths, screen) => {
          const { feeds, list } = fitted(widths, screen, true);
          expect(feeds).toBeGreaterThanOrEqual(200);
          expect(list).toBeGreaterThanOrEqual(340);
          expect(screen - feeds - list).toBeGreaterThanOrEqual(420);
          expect(fitted({ feeds, list }, screen, true)).toEqual({ feeds, list });
        },
      ),
      { numRuns: runs(300) },
    );
    expect(fitted({ feeds: 440, list: 480 }, 768, false).feeds).toBe(428);
  });

  it('change by arrows, to the ends of the range, and back to the usual one', () => {
    const range = rangeOf('list', defaultWidths, 1440, true);
    expect(range).toEqual({ min: 340, max: 740 });
    expect(widthAfter('ArrowRight', 'list', 480, range)).toBe(496);
    expect(widthAfter('ArrowLeft', 'list', 345, range)).toBe(340);
    expect(widthAfter('End', 'list', 480, range)).toBe(740);
    expect(widthAfter('Home', 'feeds', 300, rangeOf('feeds', defaultWidths, 1440, true))).toBe(200);
    expect(widthAfter('Enter', 'feeds', 300, rangeOf('feeds', defaultWidths, 1440, true))).toBe(280);
    expect(widthAfter('x', 'feeds', 300, range)).toBeNull();
  });

  it('are the usual ones where what was stored cannot be read', () => {
    expect(parseWidths('{"feeds":300,"list":500}')).toEqual({ feeds: 300, list: 500 });
    for (const text of [null, '', '{', '[]', '{"feeds":"x"}'])
      expect(parseWidths(text)).toEqual(defaultWidths);
  });
});
