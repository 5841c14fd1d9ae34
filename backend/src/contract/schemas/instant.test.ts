import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { markFound } from '../search/saved-searches.ts';
import { markRead, todayQuery } from './articles.ts';
import { instant, timestamp } from './common.ts';

const two = (value: number): string => String(value).padStart(2, '0');

describe('an instant that a client sends', () => {
  it('is taken in every form of ISO 8601, and becomes the same time in UTC with milliseconds', () => {
    // Offsets stay within the years 0000 to 9999.
    const time = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9998-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    const form = fc.record({
      offset: fc.oneof(fc.constant(null), fc.integer({ min: -14 * 60, max: 14 * 60 })),
      colon: fc.constantFrom(':', ''),
      digits: fc.constantFrom(0, 1, 2, 3, 6, 9),
      point: fc.constantFrom('.', ','),
      isLower: fc.boolean(),
    });
    fc.assert(
      fc.property(time, form, (at, { offset, colon, digits, point, isLower }) => {
        const kept = 10 ** (3 - Math.min(3, digits));
        const sent = new Date(Math.floor(at.getTime() / kept) * kept);
        const local = new Date(sent.getTime() + (offset ?? 0) * 60_000).toISOString();
        const minutes = Math.abs(offset ?? 0);
        const sign = (offset ?? 0) < 0 ? '-' : '+';
        const zone =
          offset === null ? 'Z' : `${sign}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`;
        const fraction = digits === 0 ? '' : `${point}${local.slice(20, 23).padEnd(9, '0').slice(0, digits)}`;
        const text = `${local.slice(0, 19)}${fraction}${zone}`;
        expect(instant.parse(isLower ? text.toLowerCase() : text)).toBe(sent.toISOString());
        expect(timestamp.safeParse(instant.parse(text)).success).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['2026-11-25T12:00:00Z', '2026-11-25T12:00:00.000Z'],
    ['2026-11-25T21:00:00+09:00', '2026-11-25T12:00:00.000Z'],
    ['2026-11-25T21:00:00.5+09:00', '2026-11-25T12:00:00.500Z'],
    ['2026-11-25T21:00+09', '2026-11-25T12:00:00.000Z'],
    // As `+` arrives from a query that was not encoded.
    ['2026-11-25T21:00:00 09:00', '2026-11-25T12:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(instant.parse(text)).toBe(expected);
  });

  it.each([
    '2026-11-25',
    '2026-11-25T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-11-25T25:00:00Z',
    '2026-11-25T12:00:00+25:00',
    '0000-01-01T00:00:00+09:00',
    'yesterday',
    '',
  ])('%j is refused, with a form that is right', (text) => {
    expect(instant.safeParse(text).error?.issues[0]?.message).toContain('such as 2026-01-31T08:00:00Z');
  });

  it('is taken wherever the API takes one', () => {
    const text = '2026-11-25T21:00:00+09:00';
    const expected = '2026-11-25T12:00:00.000Z';
    expect(endpoints.listUpdatedFeeds.query.parse({ since: text })).toEqual({ since: expected });
    expect(todayQuery.parse({ since: text })).toMatchObject({ since: expected });
    expect(markRead.parse({ before: text })).toEqual({ before: expected });
    expect(markFound.parse({ q: 'x', as_of: text, tz: 'UTC' })).toMatchObject({ as_of: expected });
  });
});
