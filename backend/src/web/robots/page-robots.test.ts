import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinPageRobots,
  noPageRobots,
  readMetaRobots,
  readRobotsTags,
  type PageRobots,
} from './page-robots.ts';

const now = new Date('2026-03-01T08:00:00.000Z');
const asked = (...names: (keyof PageRobots)[]): PageRobots => ({
  ...noPageRobots,
  ...Object.fromEntries(names.map((name) => [name, true])),
});

describe('X-Robots-Tag', () => {
  it.each<[string | string[], PageRobots]>([
    ['noindex', asked('noindex')],
    ['NOINDEX , NoFollow', asked('noindex', 'nofollow')],
    ['none', asked('noindex', 'nofollow')],
    ['all', asked()],
    ['index, follow', asked()],
    ['', asked()],
    [',,;', asked()],
    ['noarchive', asked('noarchive')],
    ['nocache', asked('noarchive')],
    ['nosnippet', asked('nosnippet')],
    ['max-snippet:0', asked('nosnippet')],
    ['max-snippet: 20, max-image-preview:large, noindex', asked('noindex')],
    ['max-snippet:-1', asked()],
    ['omomi: noindex', asked('noindex')],
    ['OMOMI: noindex, nofollow', asked('noindex', 'nofollow')],
    ['otherbot: noindex', asked()],
    ['otherbot: noindex, nofollow', asked()],
    ['otherbot: noindex, omomi: nofollow, noarchive', asked('nofollow', 'noarchive')],
    ['omomi: noindex, otherbot: nofollow', asked('noindex')],
    ['noarchive, otherbot: noindex', asked('noarchive')],
    ['*: noindex', asked('noindex')],
    [['otherbot: noindex', 'nofollow'], asked('nofollow')],
    [['noindex', 'omomi: all'], asked('noindex')],
    ['omomi: max-snippet:0', asked('nosnippet')],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST', asked('noindex')],
    ['unavailable_after: Friday, 25 Jun 2010 15:00:00 GMT, noarchive', asked('noindex', 'noarchive')],
    ['unavailable_after: 2026-03-01T07:59:59Z', asked('noindex')],
    ['unavailable_after: 2026-03-01T08:00:01Z', asked()],
    ['unavailable_after: 25-Aug-2027 15:00:00 EST, nofollow', asked('nofollow')],
    ['unavailable_after: never', asked()],
    ['omomi: unavailable_after: 2010-01-01', asked('noindex')],
    ['otherbot: unavailable_after: 2010-01-01', asked()],
    ['toString, constructor: __proto__', asked()],
  ])('%j', (tags, expected) => {
    expect(readRobotsTags([tags].flat(), now)).toEqual(expected);
  });
});

describe('meta robots', () => {
  it.each<[string, string, PageRobots]>([
    ['robots', 'noindex,nofollow', asked('noindex', 'nofollow')],
    ['ROBOTS', 'NONE', asked('noindex', 'nofollow')],
    ['Omomi', 'nosnippet', asked('nosnippet')],
    ['googlebot', 'noindex', asked()],
    ['description', 'noindex', asked()],
  ])('%s: %s', (name, content, expected) => {
    expect(readMetaRobots([{ name, content }], now)).toEqual(expected);
  });

  it('of all robots and of Omomi both count', () => {
    const metas = [
      { name: 'robots', content: 'noarchive' },
      { name: 'omomi', content: 'index, nofollow' },
    ];
    expect(readMetaRobots(metas, now)).toEqual(asked('noarchive', 'nofollow'));
  });
});

it('no directive takes back what another asks, and no text makes it fail', () => {
  const word = fc.constantFrom(
    'noindex',
    'nofollow',
    'noarchive',
    'nosnippet',
    'none',
    'all',
    'index',
    'follow',
  );
  fc.assert(
    fc.property(fc.array(word), fc.array(word), fc.string(), (first, second, junk) => {
      const one = readRobotsTags([first.join(',')], now);
      const both = readRobotsTags([`${first.join(',')},${second.join(', ')}`], now);
      expect(both).toEqual(joinPageRobots(one, readRobotsTags([second.join(',')], now)));
      expect(Object.keys(readRobotsTags([junk], now))).toEqual(Object.keys(noPageRobots));
    }),
  );
});
