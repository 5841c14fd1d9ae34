import fc from 'fast-check';
import type { Feed } from '@omomi/backend/contract';
import { expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { daysOf, hoursOf, leastOpened } from './month.ts';

const now = new Date('2026-03-31T10:30:00.000Z');
const hourOf = (n: number): string =>
  new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 - n * 3_600_000).toISOString();

it('a day and an hour have what was read in them, and all have all of it', () => {
  const read = fc.uniqueArray(
    fc.record({ ago: fc.integer({ min: 0, max: 719 }), read_count: fc.integer({ min: 1, max: 9 }) }),
    { selector: ({ ago }) => ago, maxLength: 40 },
  );
  fc.assert(
    fc.property(read, (all) => {
      const hours = all.map(({ ago, read_count }) => ({ hour: hourOf(ago), read_count }));
      const since = new Date(now.getTime() - 30 * 86_400_000).toISOString();
      const days = daysOf({ since, hours }, now);
      const ofDay = hoursOf({ hours }, now);
      const sum = hours.reduce((total, each) => total + each.read_count, 0);
      for (const counts of [days, ofDay])
        expect(counts.reduce((total, { count }) => total + count, 0)).toBe(sum);
      expect([days.length, ofDay.length]).toEqual([31, 24]);
      expect(ofDay.map(({ at }) => at.getHours())).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
      for (const { at, count } of days)
        expect(count).toBe(
          hours
            .filter(({ hour }) => new Date(hour).toDateString() === at.toDateString())
            .reduce((total, each) => total + each.read_count, 0),
        );
    }),
    { numRuns: runs(100) },
  );
});

it('a deployment that keeps what was read for a day has two days', () => {
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  expect(daysOf({ since, hours: [] }, now)).toHaveLength(2);
});

it('the feed of which least was read comes first, and one from which nothing came not at all', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const feeds = ['half', 'one', 'few', 'many', 'busy', 'silent', 'new'].map(
    (feed_id) => ({ feed_id }) as Feed,
  );
  const item = (feed_id: string, read_count: number, came_count: number) => ({
    feed_id,
    read_count,
    came_count,
    mean_importance: null,
  });
  const items = [
    item('half', 5, 10),
    item('few', 0, 3),
    item('one', 1, 1),
    item('busy', 2, 100),
    item('many', 0, 40),
    item('silent', 0, 0),
  ];
  expect(leastOpened(feeds, { items }).map(({ feed, read, came }) => [feed.feed_id, read, came])).toEqual([
    ['many', 0, 40],
    ['few', 0, 3],
    ['busy', 2, 100],
    ['half', 5, 10],
    ['one', 1, 1],
  ]);
});
