import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternTest, scopeTest } from './rules.ts';
import { pageAddress } from './admit.ts';
import { hostShare, isTrap, mostVariants } from './traps.ts';
import { anyUrl } from '../../../test/harness/samples/any-url.ts';

describe('the address of a page', () => {
  it.each([
    ['https://Site.example', 'https://site.example/'],
    ['https://site.example:443/a#b', 'https://site.example/a'],
    ['http://site.example:8080/a/', 'http://site.example:8080/a/'],
    ['https://site.example/?utm_source=x&b=2&a=1', 'https://site.example/?b=2&a=1'],
    ['https://site.example/a;jsessionid=AB12?PHPSESSID=1&q=2', 'https://site.example/a?q=2'],
    ['https://site.example/%7euser/%e3%81%82', 'https://site.example/~user/%E3%81%82'],
    ['https://日本.example/あ', 'https://xn--wgv71a.example/%E3%81%82'],
    [' ../up ', 'https://site.example/up'],
  ])('%s is %s', (text, expected) => {
    expect(pageAddress(text, 'https://site.example/dir/page')?.url).toBe(expected);
  });

  it.each(['mailto:a@b.example', 'javascript:alert(1)', 'https://user:secret@site.example/', 'data:,x'])(
    '%s is none',
    (text) => {
      expect(pageAddress(text, 'https://site.example/')).toBeNull();
    },
  );

  it('never changes when it is normalised again', () => {
    fc.assert(
      fc.property(anyUrl({ withQuery: true, withFragment: true }), (url) => {
        const once = pageAddress(url);
        expect(once === null ? null : pageAddress(once.url)).toEqual(once);
      }),
    );
  });

  it('refuses what is longer than 2,048 characters', () => {
    expect(pageAddress(`https://site.example/${'a'.repeat(2027)}`)).not.toBeNull();
    expect(pageAddress(`https://site.example/${'a'.repeat(2028)}`)).toBeNull();
  });
});

describe('patterns', () => {
  const matches = (pattern: string, url: string) =>
    patternTest({ include: [pattern], exclude: [] }).isIncluded(url);

  it.each([
    ['/blog/*', 'https://site.example/blog/a/b?c=d', true],
    ['/blog/*', 'https://site.example/news/blog/', false],
    ['/blog', 'https://site.example/blog/', false],
    ['*.pdf', 'https://site.example/a.pdf', true],
    ['*.pdf', 'https://site.example/a.pdf?x', false],
    ['site.example/*', 'https://site.example/', true],
    ['https://site.example/*', 'http://site.example/', false],
    ['/*?page=*', 'https://site.example/list?page=2', true],
    ['/?a=*', 'https://site.example/?a=1', true],
    ['/a.b', 'https://site.example/aXb', false],
    ['/(a+)+$', 'https://site.example/aaaa', false],
    ['/a*a', 'https://site.example/a', false],
    ['*', 'https://site.example/', true],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });

  it('excludes before it includes', () => {
    const { isIncluded, isExcluded } = patternTest({ include: [], exclude: ['/private/*'] });
    expect(isIncluded('https://site.example/private/a')).toBe(true);
    expect(isExcluded('https://site.example/private/a')).toBe(true);
    expect(isExcluded('https://site.example/a')).toBe(false);
  });

  it('always agrees with the regular expression of the same meaning', () => {
    const character = fc.constantFrom('a', 'b', '/', '*');
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 8 }), text, (rest, path) => {
        const pattern = `/${rest}`;
        const expression = new RegExp(`^${pattern.replaceAll(/\*+/g, '.*')}$`);
        expect(matches(pattern, `https://site.example/${path}`)).toBe(expression.test(`/${path}`));
      }),
    );
  });

  it('takes no longer for patterns with many stars than their parts cost', () => {
    const pattern = `/${'*a'.repeat(90)}*b`;
    const started = performance.now();
    for (let at = 0; at < 1000; at += 1) matches(pattern, `https://site.example/${'a'.repeat(2000)}`);
    // Backtracking would need more than 10^100 steps; 1,000 addresses take some milliseconds.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('the scope', () => {
  const settings = {
    seeds: ['https://www.site.example/', 'http://127.0.0.1:81/'],
    scope: 'host' as const,
  };
  it.each([
    ['https://site.example/a', true, true],
    ['http://www.site.example/', true, true],
    ['https://docs.site.example/', false, true],
    ['https://othersite.example/', false, false],
    ['https://site.example:8443/', false, false],
    ['https://site.example.evil.example/', false, false],
    ['http://127.0.0.1:81/x', true, true],
    ['http://127.0.0.1:82/x', false, false],
  ])('%s: host %s, subdomains %s', (url, onHost, onSubdomains) => {
    expect(scopeTest(settings)(url)).toBe(onHost);
    expect(scopeTest({ ...settings, scope: 'subdomains' })(url)).toBe(onSubdomains);
  });
});

describe('traps', () => {
  it.each([
    ['https://site.example/a/b/a/b/a/b', true],
    ['https://site.example/a/a/a', true],
    ['https://site.example/en/a/en/b/en/c/en/d', true],
    [`https://site.example/${Array.from({ length: 21 }, (_, at) => at).join('/')}`, true],
    ['https://site.example/?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1&j=1&k=1', true],
    ['https://site.example/2026/01/01/a-post', false],
    ['https://site.example/en/docs/en/intro', false],
    ['https://site.example/?a=1&b=2&c=3', false],
  ])('%s: %s', (url, expected) => {
    expect(isTrap(url)).toBe(expected);
  });

  it('bounds the variants of a path and the share of a host', () => {
    expect([mostVariants(500), mostVariants(10_000)]).toEqual([100, 1000]);
    expect([hostShare(500, 1), hostShare(500, 2), hostShare(5000, 20), hostShare(60, 10)]).toEqual([
      500, 500, 500, 50,
    ]);
  });
});
