import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { actsFrom, gestureOf, isAtEdge, isBack, swipeAct } from './swipe.ts';

describe('a finger on a row', () => {
  it('scrolls unless it goes clearly to the side, and does nothing in its first pixels', () => {
    expect(gestureOf({ dx: 8, dy: 4 })).toBe('open');
    expect(gestureOf({ dx: 20, dy: 5 })).toBe('swipe');
    expect(gestureOf({ dx: -20, dy: 5 })).toBe('swipe');
    expect(gestureOf({ dx: 20, dy: 19 })).toBe('scroll');
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.nat(400), (dy, less) => {
        const dx = Math.max(0, Math.abs(dy) - less);
        expect(gestureOf({ dx, dy })).not.toBe('swipe');
        expect(gestureOf({ dx: -dx, dy })).not.toBe('swipe');
      }),
      { numRuns: runs(300) },
    );
  });

  it('marks to the right and saves to the left, from a third of the row on', () => {
    expect(actsFrom(390)).toBe(130);
    expect([actsFrom(100), actsFrom(1200)]).toEqual([72, 140]);
    expect(swipeAct(130, 390)).toBe('read');
    expect(swipeAct(-130, 390)).toBe('save');
    expect([swipeAct(129, 390), swipeAct(-129, 390)]).toEqual([null, null]);
  });

  it('belongs to the browser at the edges of the screen', () => {
    expect([0, 23, 24, 366, 367, 390].map((x) => isAtEdge(x, 390))).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  it('goes back from an article only to the right', () => {
    expect(isBack({ dx: 90, dy: 10 })).toBe(true);
    expect(isBack({ dx: -90, dy: 10 })).toBe(false);
    expect(isBack({ dx: 90, dy: 80 })).toBe(false);
  });
});
