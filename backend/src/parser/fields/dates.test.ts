import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDate } from './dates.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const cases: [written: string, means: string | null][] = [
  ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
  ['Thu, 1 Jan 2004 19:48 +0900', '2004-01-01T10:48:00.000Z'],
  ['01 Jan 04 19:48:21 EST', '2004-01-02T00:48:21.000Z'],
  ['1 Jan 98 19:48:21 PDT', '1998-01-02T02:48:21.000Z'],
  ['Thursday, 01-Jan-04 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
  ['Thu Jan  1 19:48:21 2004', '2004-01-01T19:48:21.000Z'],
  ['Thu Jan 1 19:48:21 PST 2004', '2004-01-02T03:48:21.000Z'],
  ['January 1st, 2004 7:48 PM', '2004-01-01T19:48:00.000Z'],
  ['Jan 5, 2004', '2004-01-05T00:00:00.000Z'],
  ['2004 Jan 5 08:00', '2004-01-05T08:00:00.000Z'],
  ['mar., 05 oct. 2010 08:03:00 +0200', '2010-10-05T06:03:00.000Z'],
  ['Mi, 05 Mär 2014 08:03:00 MEZ', '2014-03-05T07:03:00.000Z'],
  ['Пт, 07 май 2010 10:00:00 +0400', '2010-05-07T06:00:00.000Z'],
  ['Wed, 31 Dec 2003 24:00:00 GMT', '2004-01-01T00:00:00.000Z'],
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:59.000Z'],
  ['2003-12-31T10:14:55Z', '2003-12-31T10:14:55.000Z'],
  ['2003-12-31T10:14:55.123-08:00', '2003-12-31T18:14:55.000Z'],
  ['2003-12-31T10:14:55+0900', '2003-12-31T01:14:55.000Z'],
  ['2003-12-31T10:14+09', '2003-12-31T01:14:00.000Z'],
  ['2003-12-31', '2003-12-31T00:00:00.000Z'],
  ['2003-12', '2003-12-01T00:00:00.000Z'],
  ['20031231T101455Z', '2003-12-31T10:14:55.000Z'],
  ['2004-01-05 08:03:00', '2004-01-05T08:03:00.000Z'],
  ['2004-01-05 08:03:00 EST', '2004-01-05T13:03:00.000Z'],
  ['2004/1/5 8:03', '2004-01-05T08:03:00.000Z'],
  ['01/05/2004 8:03:00 PM', '2004-01-05T20:03:00.000Z'],
  ['15/05/2004', '2004-05-15T00:00:00.000Z'],
  ['05.01.2004 08:03', '2004-01-05T08:03:00.000Z'],
  ['2004年1月5日 午後8時03分', '2004-01-05T20:03:00.000Z'],
  ['2004-05-28 오후 11:31:58', '2004-05-28T23:31:58.000Z'],
  ['1073289780', '2004-01-05T08:03:00.000Z'],
  ['1073289780000', '2004-01-05T08:03:00.000Z'],
  ['', null],
  ['yesterday', null],
  ['0000-00-00 00:00:00', null],
  ['0001-01-01T00:00:00Z', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['Fri, 30 Feb 2004 10:00:00 GMT', null],
  ['9999-12-31', null],
  ['2004-13-01', null],
];

describe('parseDate', () => {
  it.each(cases)('reads %s', (written, means) => {
    expect(parseDate(written)).toBe(means);
  });

  it('parses every date that JavaScript formats, in both formats', () => {
    const times = fc.integer({ min: Date.UTC(1970, 0, 3) / 1000, max: Date.UTC(2199, 11, 31) / 1000 });
    fc.assert(
      fc.property(times, (seconds) => {
        const date = new Date(seconds * 1000);
        expect(parseDate(date.toUTCString())).toBe(date.toISOString());
        expect(parseDate(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });

  it('never throws, and returns null or an ISO date', () => {
    const parts = fc.constantFrom(
      '2004',
      '-',
      ':',
      '31',
      ' ',
      'Jan',
      'T',
      '+',
      '99',
      'PM',
      '年',
      '0',
      '/',
      '.',
      'Z',
      'mar',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((words) => words.join('')),
        ),
        (text) => {
          const date = parseDate(text);
          expect(date === null || new Date(date).toISOString() === date).toBe(true);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
