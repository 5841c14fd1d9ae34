import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { languages, loadStart, startTexts } from './languages.ts';

/** The browser may write a narrow space that does not break before AM and PM. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

const language = fc.constantFrom(...languages);
const unit = fc.constantFrom('minute', 'hour', 'day');
const at = fc.date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

/** Omomi writes no space between a number and a Japanese word, which some formatters of the browser do. */
const solid = (text: string): string => text.replaceAll(/(?<=\d) (?=[分時日])/g, '');

describe('the words of times', () => {
  beforeAll(() => Promise.all(languages.map(loadStart)));

  it('are those of the browser for times ago', () => {
    fc.assert(
      fc.property(language, unit, fc.integer({ min: 1, max: 59 }), (tongue, of, n) => {
        const format = new Intl.RelativeTimeFormat(tongue, { numeric: 'auto', style: 'short' });
        const shown = of === 'day' ? ((n - 1) % 7) + 1 : n;
        expect(startTexts(tongue).times.ago(shown, of)).toBe(solid(format.format(-shown, of)));
        expect(startTexts(tongue).times.now).toBe(format.format(0, 'second'));
      }),
      { numRuns: runs(300) },
    );
  });

  it('are those of the browser for times to come', () => {
    fc.assert(
      fc.property(language, unit, fc.integer({ min: 0, max: 60 }), (tongue, of, n) => {
        expect(startTexts(tongue).times.left(n, of)).toBe(
          solid(new Intl.RelativeTimeFormat(tongue).format(n, of)),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('are those of the browser for days, with and without a year and a time', () => {
    fc.assert(
      fc.property(language, at, (tongue, time) => {
        const words = startTexts(tongue).times;
        const written = (options: Intl.DateTimeFormatOptions): string =>
          plain(new Intl.DateTimeFormat(tongue, options).format(time));
        expect(words.day(time)).toBe(written({ month: 'short', day: 'numeric' }));
        expect(words.dayOfYear(time)).toBe(written({ month: 'short', day: 'numeric', year: 'numeric' }));
        expect(words.dayAndTime(time)).toBe(written({ dateStyle: 'long', timeStyle: 'short' }));
        expect(words.shortDayAndTime(time)).toBe(
          written({
            month: 'short',
            day: 'numeric',
            year: 'numeric',
            hour: 'numeric',
            minute: '2-digit',
          }),
        );
      }),
      { numRuns: runs(300) },
    );
  });
});
