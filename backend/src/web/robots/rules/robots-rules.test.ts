import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalPaths,
  canonicalPattern,
  matches,
  toPattern,
  createRobotsRules,
  refuseAll,
} from './robots-rules.ts';
import { readRobotsGroup } from './robots-group.ts';
import { rfc9309Cases } from '../../../../test/harness/robots/rfc9309-cases.ts';
import type { RobotsCase } from '../../../../test/harness/robots/robots-case.ts';
import { servedCases } from '../../../../test/harness/robots/served-cases.ts';
import { anyCharacter } from '../../../../test/harness/samples/any-character.ts';
import { runs } from '../../../../test/harness/property-runs.ts';
import { anyUrl } from '../../../../test/harness/samples/any-url.ts';

const origin = 'https://a.example';
const groupOf = (robots: string | Uint8Array) => readRobotsGroup(Buffer.from(robots), 'Omomi', origin);
const rulesOf = (robots: string | Uint8Array) => createRobotsRules(groupOf(robots));

const rows = (cases: RobotsCase[]) =>
  cases.flatMap(({ name, robots, allowed = [], forbidden = [] }) => [
    ...allowed.map((path) => ({ name, robots, path, isAllowed: true })),
    ...forbidden.map((path) => ({ name, robots, path, isAllowed: false })),
  ]);

const all = rows([...rfc9309Cases, ...servedCases]);

describe('robots.txt by RFC 9309', () => {
  it('is shown by at least 120 cases', () => {
    expect(all.length).toBeGreaterThanOrEqual(120);
  });

  it.each(all)('$name: $path', ({ robots, path, isAllowed }) => {
    expect(rulesOf(robots).isAllowed(origin + path)).toBe(isAllowed);
  });

  it('names the rule that forbids an address', () => {
    const rules = rulesOf('User-agent: *\nDisallow: /検索\nDisallow: /a*');
    expect(rules.ruleFor(`${origin}/ab`)).toBe('Disallow: /a*');
    expect(rules.ruleFor(`${origin}/検索`)).toBe('Disallow: /%E6%A4%9C%E7%B4%A2');
    expect(rules.ruleFor(`${origin}/b`)).toBeNull();
    expect(rules.ruleFor('no address')).toBe('This is not a web address.');
    const refused = refuseAll('robots.txt could not be had.');
    expect(refused.ruleFor(`${origin}/`)).toBe('robots.txt could not be had.');
    expect(refused.isAllowed(`${origin}/`)).toBe(false);
  });
});

describe('Crawl-delay', () => {
  it.each([
    ['Crawl-delay: 5', 5000],
    ['Crawl-delay: 0.5', 500],
    ['crawl-delay:.5', 500],
    ['Crawl-delay: 10s', 10_000],
    ['Crawl-delay: 60', 60_000],
    ['Crawl-delay: 61', 60_000],
    ['Crawl-delay: 1e99', 60_000],
    ['Crawl-delay: 0', 0],
    ['Crawl-delay: -1', null],
    ['Crawl-delay: soon', null],
    ['Crawl-delay:', null],
    ['Crawl-delay: 2\nCrawl-delay: 7\nCrawl-delay: 3', 7000],
  ])('%j is %s ms', (line, ms) => {
    expect(groupOf(`User-agent: *\n${line}\nDisallow: /a`).crawl_delay_ms).toBe(ms);
  });

  it('goes for the robots named before it, not for those that share only the rules after it', () => {
    const shared = 'User-agent: x\nCrawl-delay: 10\n\nUser-agent: *\nDisallow: /a';
    expect(groupOf(shared).crawl_delay_ms).toBeNull();
    expect(groupOf('User-agent: *\nDisallow: /a\nCrawl-delay: 10').crawl_delay_ms).toBe(10_000);
    const own = 'User-agent: *\nCrawl-delay: 10\n\nDisallow: /\nUser-agent: Omomi\nAllow: /';
    expect(groupOf(own).crawl_delay_ms).toBeNull();
  });
});

describe('Sitemap', () => {
  it('is absolute, made so if it is not, for every robot, once each', () => {
    const robots = `Sitemap: https://b.example/s.xml?a=b#c
      User-agent: x
      sitemap: /news.xml
      Site-map: /天気.xml
      Sitemap: https://b.example/s.xml?a=b
      Sitemap: ftp://a.example/s.xml
      Sitemap:
      Sitemap: https://`;
    expect(groupOf(robots).sitemaps).toEqual([
      'https://b.example/s.xml?a=b',
      `${origin}/news.xml`,
      `${origin}/%E5%A4%A9%E6%B0%97.xml`,
    ]);
    const many = Array.from({ length: 200 }, (_, at) => `Sitemap: /${at}`).join('\n');
    expect(groupOf(many).sitemaps).toHaveLength(100);
  });
});

/** The meaning of a pattern by trying everything, to compare with. */
const means = (pattern: string, path: string): boolean => {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  if (pattern.startsWith('*'))
    return means(pattern.slice(1), path) || (path !== '' && means(pattern, path.slice(1)));
  return path !== '' && pattern[0] === path[0] && means(pattern.slice(1), path.slice(1));
};

const of = (letters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters.split('')), maxLength });

describe('properties', () => {
  it('a pattern matches what its meaning says', () => {
    fc.assert(
      fc.property(of('ab*', 8), fc.boolean(), of('ab', 10), (text, isAnchored, path) => {
        const pattern = `/${text}${isAnchored ? '$' : ''}`;
        expect(matches(toPattern(pattern), `/${path}`)).toBe(means(pattern, `/${path}`));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('the canonical form of a canonical form is itself, and a path matches itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const { pathname, search } = new URL(`${origin}/${text.replaceAll('#', '')}`);
        const pattern = canonicalPattern(pathname.replaceAll('*', '%2A').replace(/\$$/, '%24'));
        expect(canonicalPattern(pattern)).toBe(pattern);
        expect(canonicalPaths({ pathname, search: '' })).toEqual([pattern]);
        for (const path of canonicalPaths({ pathname, search }))
          expect(matches(toPattern(pattern), path)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it('no bytes make it fail', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), anyUrl({ withQuery: true }), (bytes, url) => {
        const start = Buffer.from('User-agent: *\nDisallow: /');
        expect(
          typeof createRobotsRules(readRobotsGroup(Buffer.concat([start, bytes]), 'Omomi', origin)).isAllowed(
            url,
          ),
        ).toBe('boolean');
      }),
      { numRuns: runs(300) },
    );
  });
});
