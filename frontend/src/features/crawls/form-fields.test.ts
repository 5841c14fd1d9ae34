import { crawlSettings } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CrawlFields,
  fieldsOf,
  numberNames,
  overAllowed,
  rangeOf,
  settingsOf,
  usualFields,
} from './form-fields.ts';
import { anyUrl } from '../../../../backend/test/harness/samples/any-url.ts';

const filled: CrawlFields = { ...usualFields, seeds: 'example.com' };
const problemsOf = (changes: Partial<CrawlFields>) => settingsOf({ ...filled, ...changes }).problems;

describe('the fields of a new crawl', () => {
  it('ask for the usual settings, with one address a line and https where no scheme is typed', () => {
    const seeds = ' example.com/a \n\nhttp://localhost:8080/\nexample.com/a\nHTTPS://Example.org';
    expect(settingsOf({ ...filled, seeds }).settings).toEqual(
      crawlSettings.parse({
        seeds: ['https://example.com/a', 'http://localhost:8080/', 'https://example.org/'],
      }),
    );
  });

  it('name the line that is no address', () => {
    for (const text of ['example', 'ftp://example.com/', 'javascript:alert(1)', 'https://', 'two words'])
      expect(problemsOf({ seeds: `example.com\n${text}` })).toEqual({ seeds: { kind: 'address', text } });
    expect(problemsOf({ seeds: ' \n' })).toEqual({ seeds: { kind: 'empty' } });
    const many = Array.from({ length: 101 }, (_, n) => `example.com/${n}`).join('\n');
    expect(problemsOf({ seeds: many })).toEqual({ seeds: { kind: 'many', most: 100 } });
  });

  it('say the range of every number that is missing, no number or outside of it', () => {
    for (const name of numberNames) {
      const { least, most } = rangeOf(name);
      for (const text of ['', ' ', 'x', '1e9', String(least - 1), String(most + 1), 'Infinity', '2.00005'])
        expect(problemsOf({ [name]: text })).toEqual({ [name]: { kind: 'range', least, most } });
    }
    expect(rangeOf('delay')).toEqual({ least: 1, most: 30 });
    expect(problemsOf({ depth: '1.5', delay: '1.5' })).toEqual({
      depth: { kind: 'range', least: 0, most: 50 },
    });
  });

  it('say that a list of patterns is too long', () => {
    expect(problemsOf({ include: 'x'.repeat(201) })).toEqual({ include: { kind: 'long', most: 200 } });
    const lines = Array.from({ length: 21 }, (_, n) => `/${n}/*`).join('\n');
    expect(problemsOf({ exclude: lines })).toEqual({ exclude: { kind: 'many', most: 20 } });
  });

  it('are those of the settings that they came from', () => {
    const settings = fc.record({
      seeds: fc.uniqueArray(anyUrl(), {
        minLength: 1,
        maxLength: 9,
        selector: (url) => new URL(url).href,
      }),
      include: fc.uniqueArray(fc.stringMatching(/^\/[a-z*]{1,9}$/), { maxLength: 9 }),
      exclude: fc.uniqueArray(fc.stringMatching(/^\/[a-z*]{1,9}$/), { maxLength: 9 }),
      scope: fc.constantFrom('host' as const, 'subdomains' as const),
      depth: fc.integer({ min: 0, max: 50 }),
      limit: fc.integer({ min: 1, max: 10_000 }),
      concurrency: fc.integer({ min: 1, max: 20 }),
      host_concurrency: fc.integer({ min: 1, max: 4 }),
      delay_ms: fc.integer({ min: 1000, max: 30_000 }),
      timeout_ms: fc.integer({ min: 1000, max: 60_000 }),
      use_sitemaps: fc.boolean(),
    });
    fc.assert(
      fc.property(settings, (given) => {
        const expected = { ...given, seeds: given.seeds.map((url) => new URL(url).href) };
        expect(settingsOf(fieldsOf(given)).settings).toEqual(expected);
      }),
    );
  });

  it('say what exceeds the limits of a reader', () => {
    const settings = crawlSettings.parse({ seeds: ['https://a.example/', 'https://b.example/'] });
    const allowed = { seeds: 2, limit: 500, depth: 10, concurrency: 10 };
    expect(overAllowed(settings, allowed)).toEqual({});
    expect(overAllowed(settings, { seeds: 1, limit: 200, depth: 5, concurrency: 4 })).toEqual({
      seeds: { kind: 'many', most: 1 },
      limit: { kind: 'allowed', most: 200 },
      depth: { kind: 'allowed', most: 5 },
      concurrency: { kind: 'allowed', most: 4 },
    });
  });
});
