import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentOf } from './matching.ts';
import { parseQuery } from '../query/parse-query.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const momentIn = (text: string, timeZone: string, now: Date): string | null => {
  const { condition } = parseQuery(`after:${text}`);
  return condition.kind === 'date' ? momentOf(condition.when, now, timeZone) : null;
};

describe('a date of a query', () => {
  const now = new Date('2026-11-22T10:20:30.400Z');
  it.each<[string, string]>([
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['2026-11', '2026-11-01T00:00:00.000Z'],
    ['2026/11/5', '2026-11-05T00:00:00.000Z'],
    ['7d', '2026-11-15T10:20:30.400Z'],
    ['2w', '2026-11-08T10:20:30.400Z'],
    ['today', '2026-11-22T00:00:00.000Z'],
    ['yesterday', '2026-11-21T00:00:00.000Z'],
    ['9999w', '1835-04-05T10:20:30.400Z'],
    ['0001', '0001-01-01T00:00:00.000Z'],
  ])('takes after:%s for %s in UTC', (text, moment) => {
    expect(momentIn(text, 'UTC', now)).toBe(moment);
  });

  it.each<[string, string, string]>([
    ['2026-11-22', 'Asia/Tokyo', '2026-11-21T15:00:00.000Z'],
    ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
    ['7d', 'Asia/Tokyo', '2026-11-15T10:20:30.400Z'],
    ['today', 'Pacific/Kiritimati', '2026-11-22T10:00:00.000Z'],
    ['yesterday', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
    ['today', 'Pacific/Pago_Pago', '2026-11-21T11:00:00.000Z'],
    ['0999-12-31', 'Asia/Tokyo', '0999-12-31T00:00:00.000Z'],
    ['9999-12-31', 'Asia/Tokyo', '9999-12-30T15:00:00.000Z'],
  ])('takes after:%s in %s for %s', (text, zone, moment) => {
    expect(momentIn(text, zone, now)).toBe(moment);
  });

  it.each<[string, string, string, string]>([
    ['the day on which clocks are set forward', '2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['the day after that', '2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['the day on which clocks are set back', '2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['the day after that', '2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['a day that begins at one o’clock', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['a day that the zone left out', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['a day before standard time', '1800-01-01', 'Asia/Tokyo', '1799-12-31T14:41:01.000Z'],
  ])('begins %s', (_name, text, zone, moment) => {
    expect(momentIn(text, zone, now)).toBe(moment);
  });

  it('takes today and yesterday by the calendar, also where a day has 23 or 25 hours', () => {
    const late = (text: string, at: string) => momentIn(text, 'Europe/London', new Date(at));
    expect(late('today', '2026-03-29T23:30:00Z')).toBe('2026-03-29T23:00:00.000Z');
    expect(late('yesterday', '2026-03-29T23:30:00Z')).toBe('2026-03-29T00:00:00.000Z');
    expect(late('yesterday', '2026-10-26T00:30:00Z')).toBe('2026-10-24T23:00:00.000Z');
  });

  it('begins with the first second at which the zone’s calendar shows it, or a later one', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({
          min: new Date('1900-01-01T00:00:00Z'),
          max: new Date('2060-01-01T00:00:00Z'),
          noInvalidDate: true,
        }),
        (zone, day) => {
          const date = day.toISOString().slice(0, 10);
          const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
          const moment = Date.parse(momentIn(date, zone, now) ?? '');
          expect(format.format(moment) >= date).toBe(true);
          for (const seconds of [1, 60, 3600, 7200, 23 * 3600])
            expect(format.format(moment - seconds * 1000) < date).toBe(true);
        },
      ),
      { numRuns: runs(400) },
    );
  });
});
