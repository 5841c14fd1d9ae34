import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsByDay, sectionsByTier, tiersFirst } from './sections.tsx';

const names = { must_read: 'Must', worth_a_look: 'Worth', rest: 'Other' };
const anyTier = fc.constantFrom('must_read' as const, 'worth_a_look' as const, 'rest' as const, null);

describe('the sections of a list', () => {
  it('are one for each tier at most, in their order, and have every row', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ tier: anyTier })), (rows) => {
        const sections = sectionsByTier(rows, names);
        const shown = sections.map(({ name }) => name);
        expect(['Must', 'Worth', 'Other'].filter((name) => shown.includes(name))).toEqual(shown);
        expect(sections.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
        let at = 0;
        for (const section of sections) {
          expect(section.at).toBe(at);
          at += section.count;
        }
      }),
    );
  });

  it('have each row of a page in the section of its own tier', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ tier: anyTier, n: fc.nat() })), (page) => {
        const rows = tiersFirst(page);
        for (const { name, at, count } of sectionsByTier(rows, names))
          for (const { tier } of rows.slice(at, at + count)) expect(names[tier ?? 'rest']).toBe(name);
        for (const tier of ['must_read', 'worth_a_look'] as const)
          expect(rows.filter((row) => row.tier === tier)).toEqual(page.filter((row) => row.tier === tier));
      }),
    );
  });

  it('name today, yesterday and the days of the week in both languages', () => {
    const now = new Date(2026, 2, 12, 9);
    const rows = [0, 1, 10, 26, 50, 24 * 9].map((hours) => ({
      saved_at: null,
      published_at: new Date(now.getTime() - hours * 3_600_000).toISOString(),
    }));
    expect(sectionsByDay(rows, now, 'en').map(({ name, at }) => [name, at])).toEqual([
      ['Today', 0],
      ['Yesterday', 2],
      ['Tuesday', 4],
      ['Tue, March 3', 5],
    ]);
    expect(sectionsByDay(rows, now, 'ja').map(({ name }) => name)).toEqual([
      '今日',
      '昨日',
      '火曜日',
      '3月3日（火）',
    ]);
    const saved = rows.map(({ published_at }, at) => ({
      saved_at: at < 2 ? now.toISOString() : published_at,
      published_at: '2026-01-02T00:00:00.000Z',
    }));
    expect(sectionsByDay(saved, now, 'de').map(({ name, at }) => [name, at])).toEqual([
      ['Heute', 0],
      ['Gestern', 2],
      ['Dienstag', 4],
      ['Di., 3. März', 5],
    ]);
  });
});
