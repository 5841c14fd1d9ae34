import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScrolledPast } from './use-mark-scrolled.ts';

const order = Array.from({ length: 60 }, (_, n) => `a${n}`);
const screen = (from: number) => order.slice(from, from + 10);

describe('the rows that a reader has scrolled past', () => {
  it('are those that were on the screen and are above it, each once', () => {
    const rows = createScrolledPast();
    rows.see(screen(0));
    expect(rows.past(order, screen(3))).toEqual(['a0', 'a1', 'a2']);
    expect(rows.past(order, screen(3))).toEqual([]);
    expect(rows.past(order, screen(0))).toEqual([]);
    expect(rows.past(order, screen(4))).toEqual(['a3']);
  });

  it('are none of those that a longer leap has skipped', () => {
    const rows = createScrolledPast();
    rows.see(screen(0));
    expect(rows.past(order, screen(30))).toEqual(screen(0));
  });

  it('are none that something else has scrolled away', () => {
    const rows = createScrolledPast();
    rows.see(screen(0));
    rows.jumped(screen(20));
    expect(rows.past(order, screen(22))).toEqual(['a20', 'a21']);
  });

  it('are none while no row is on the screen', () => {
    const rows = createScrolledPast();
    rows.see(screen(0));
    expect(rows.past(order, [])).toEqual([]);
  });

  it('always were on the screen since the last jump, and stand above it', () => {
    const steps = fc.array(fc.record({ to: fc.nat(50), isReader: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (scrolls) => {
        const rows = createScrolledPast();
        rows.see(screen(0));
        let seen = screen(0);
        for (const { to, isReader } of scrolls) {
          const past = isReader ? rows.past(order, screen(to)) : [];
          if (!isReader) rows.jumped(screen(to));
          expect(past.filter((id) => !seen.includes(id) || order.indexOf(id) >= to)).toEqual([]);
          seen = isReader ? [...seen, ...screen(to)] : screen(to);
        }
      }),
    );
  });
});
