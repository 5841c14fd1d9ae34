import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fetchDays, withFetch } from './fetches.ts';

const DAY_MS = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const at = (day: number, hour = 12) => new Date(start + day * DAY_MS + hour * 3_600_000);
const ranks = { unchanged: 1, failed: 2, new: 3 } as const;
const outcome = fc.constantFrom('unchanged' as const, 'failed' as const, 'new' as const);
const fetches = fc
  .array(
    fc.record({ day: fc.integer({ min: 0, max: 90 }), hour: fc.integer({ min: 0, max: 23 }), outcome }),
    {
      maxLength: 60,
    },
  )
  .map((all) => all.toSorted((a, b) => a.day - b.day || a.hour - b.hour));

it('the days of a feed are what a plain list of its fetches gives', () => {
  fc.assert(
    fc.property(fetches, fc.integer({ min: 0, max: 40 }), (all, later) => {
      const today = (all.at(-1)?.day ?? 0) + later;
      let stored: string | null = null;
      for (const fetch of all) stored = withFetch(stored, at(fetch.day, fetch.hour), fetch.outcome);
      const days = fetchDays(stored, at(today));
      const plain = Array.from({ length: 30 }, (_, place) => {
        const day = today - 29 + place;
        const best = all
          .filter((fetch) => fetch.day === day)
          .toSorted((a, b) => ranks[b.outcome] - ranks[a.outcome])[0];
        return { day: at(day).toISOString().slice(0, 10), outcome: best?.outcome ?? 'none' };
      });
      expect(days).toEqual(plain);
      expect(stored?.length ?? 0).toBeLessThanOrEqual(22);
    }),
  );
});

it('days that cannot be read are none', () => {
  for (const stored of [null, '', 'x', 'g1k:0123', 'g1k:zzzzzzzzzzzzzzz'])
    expect(fetchDays(stored, at(0)).every((day) => day.outcome === 'none')).toBe(true);
});
