import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import {
  clockChanges,
  DAY_MINUTES,
  dayOf,
  localMinutes,
  timeText as text,
} from '../../test/harness/times/clock-changes.ts';
import { createRoom, NEWS_MS, storyOf, TOLD_MS, untold, withTold, wouldHaveTold } from './choose.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const within = (from: number, to: number, minutes: number): boolean =>
  (minutes - from + DAY_MINUTES) % DAY_MINUTES < (to - from + DAY_MINUTES) % DAY_MINUTES;

const anyChange = fc.constantFrom(...clockChanges);
const anyTimeOfDay = fc.integer({ min: 0, max: DAY_MINUTES - 1 });
/** From the time that is shown to one of the ends of the quiet hours. */
const anyDistance = fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: -720, max: 720 }));
const around = { min: -36 * 60, max: 36 * 60 };

describe('quiet hours', () => {
  it('are those that clocks show, also over a change of daylight saving time', () => {
    fc.assert(
      fc.property(
        anyChange,
        fc.integer(around),
        anyDistance,
        anyDistance,
        (change, minutes, begins, ends) => {
          const time = Date.parse(change.at) + minutes * MINUTE;
          const shown = localMinutes(change, time) % DAY_MINUTES;
          const [from, to] = [begins, ends].map(
            (distance) => (shown + distance + DAY_MINUTES) % DAY_MINUTES,
          ) as [number, number];
          const quiet = { from: text(from), to: text(to) };
          const room = createRoom({ most_a_day: 3, quiet, time_zone: change.time_zone });
          expect(room([], new Date(time))).toBe(within(from, to, shown) ? 0 : 3);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('that are not set, or end as they begin, are none', () => {
    const at = new Date('2026-03-01T08:00:00Z');
    for (const quiet of [null, { from: '08:00', to: '08:00' }])
      expect(createRoom({ most_a_day: 2, quiet, time_zone: 'UTC' })([], at)).toBe(2);
  });
});

const anyWeek = fc.record({
  change: anyChange,
  from: anyTimeOfDay,
  to: anyTimeOfDay,
  most_a_day: fc.integer({ min: 1, max: 4 }),
  /** Minutes before the end of the week, and the story of each article. */
  arrivals: fc.array(
    fc.record({
      ago: fc.integer({ min: 0, max: 7 * DAY_MINUTES - 1 }),
      story: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 40 },
  ),
});

type Week = typeof anyWeek extends fc.Arbitrary<infer W> ? W : never;

describe('a week of notifications', () => {
  const weekOf = ({ change, from, to, most_a_day, arrivals }: Week) => {
    // The change is in the middle of the week.
    const now = new Date(Date.parse(change.at) + 84 * HOUR);
    const rows = arrivals.map(({ ago, story }, n) => ({
      article_id: `a${n}`,
      created_at: new Date(now.getTime() - ago * MINUTE).toISOString(),
      story: { story_id: `s${story}`, size: 2, other_sources: 1, others: [] },
    }));
    const quiet = { from: text(from), to: text(to) };
    return { rows, now, sent: wouldHaveTold(rows, { most_a_day, quiet, time_zone: change.time_zone }, now) };
  };

  it('never has a story twice within three days, more than allowed between two midnights, one in the quiet hours, or one before it arrived', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        const { sent } = weekOf(week);
        for (const told of Map.groupBy(sent, ({ row }) => storyOf(row)).values())
          told.slice(1).forEach(({ at }, n) => {
            expect(Date.parse(at) - Date.parse(told[n]!.at)).toBeGreaterThanOrEqual(TOLD_MS);
          });
        const days = new Map<number, number>();
        for (const { row, at } of sent) {
          const time = Date.parse(at);
          const day = dayOf(week.change, time);
          days.set(day, (days.get(day) ?? 0) + 1);
          expect(within(week.from, week.to, localMinutes(week.change, time) % DAY_MINUTES)).toBe(false);
          expect(time - Date.parse(row.created_at)).toBeGreaterThanOrEqual(0);
          expect(time - Date.parse(row.created_at)).toBeLessThan(NEWS_MS);
        }
        expect(Math.max(0, ...days.values())).toBeLessThanOrEqual(week.most_a_day);
      }),
      { numRuns: runs(200) },
    );
  });

  it('leaves out a story only if a day was full or quiet until it was old', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        const open = { ...week, from: 0, to: 0, most_a_day: 100 };
        const { rows, now, sent } = weekOf(open);
        const arrived = rows.filter((row) => Date.parse(row.created_at) <= now.getTime());
        // The week is looked at each half hour, so the last minutes of it may be too late.
        const stories = new Set(arrived.map(storyOf));
        expect(new Set(sent.map(({ row }) => storyOf(row)))).toEqual(stories);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('what was told', () => {
  const row = (article_id: string, story_id: string | null, others: string[] = []) => ({
    article_id,
    created_at: '2026-03-01T08:00:00.000Z',
    story:
      story_id === null
        ? null
        : {
            story_id,
            size: others.length + 1,
            other_sources: others.length,
            others: others.map((id) => ({
              article_id: id,
              feed_id: '0123456789abcdef',
              feed_title: '',
              title: '',
              link: null,
            })),
          },
  });
  const at = new Date('2026-03-01T08:00:00.000Z');

  it('is a story, whichever of its articles stood for it, and whenever it became one', () => {
    const told = withTold([], row('1', null), at);
    expect(untold([row('1', null)], told)).toEqual([]);
    expect(untold([row('2', '1', ['1'])], told)).toEqual([]);
    expect(untold([row('2', '9', ['1'])], told)).toEqual([]);
    expect(untold([row('2', '9', ['3'])], told)).toHaveLength(1);
  });

  it('is forgotten after three days', () => {
    const told = withTold([], row('1', null), at);
    expect(withTold(told, row('2', null), new Date(at.getTime() + 71 * HOUR))).toHaveLength(2);
    expect(withTold(told, row('2', null), new Date(at.getTime() + 73 * HOUR))).toHaveLength(1);
  });
});
