import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalLink } from './canonical-link.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyUrl } from '../../../test/harness/samples/any-url.ts';

describe('canonicalLink', () => {
  it.each([
    ['http://example.com/a', 'https://example.com/a'],
    ['HTTPS://Example.COM/A', 'https://example.com/A'],
    ['https://example.com.:443/a', 'https://example.com/a'],
    ['http://example.com:80/a', 'https://example.com/a'],
    ['http://example.com:8080/a', 'https://example.com:8080/a'],
    ['https://www.example.com/a', 'https://www.example.com/a'],
    ['https://user:secret@example.com/a', 'https://example.com/a'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/a/', 'https://example.com/a'],
    ['https://example.com/a//', 'https://example.com/a'],
    ['https://example.com/?p=2', 'https://example.com/?p=2'],
    ['https://example.com/a/?b=2&a=1', 'https://example.com/a?b=2&a=1'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a?utm_source=rss&id=7&UTM_Medium=x&fbclid=y', 'https://example.com/a?id=7'],
    ['https://example.com/a?%75tm_source=rss', 'https://example.com/a'],
    ['https://example.com/a?gclid=1&mc_cid=2&mc_eid=3&igshid=4&ref_src=5', 'https://example.com/a'],
    ['https://medium.com/p/1?source=rss----abc---4', 'https://medium.com/p/1'],
    ['https://example.com/a?source=press&ref=main', 'https://example.com/a?source=press&ref=main'],
    ['https://example.com/a#section-2', 'https://example.com/a#section-2'],
    ['https://example.com/a#', 'https://example.com/a'],
    ['https://example.com/a#utm_source=rss', 'https://example.com/a'],
    ['https://example.com/a#xtor=RSS-1', 'https://example.com/a'],
    ['https://example.com/a#:~:text=some%20words', 'https://example.com/a'],
    ['https://example.com/a#part:~:text=some', 'https://example.com/a#part'],
    ['https://example.com/%7euser/%e3%81%82%2F', 'https://example.com/~user/%E3%81%82%2F'],
    ['https://example.com/100%', 'https://example.com/100%25'],
    [' https://example.com/a\n', 'https://example.com/a'],
  ])('of %s is %s', (link, canonical) => {
    expect(canonicalLink(link)).toBe(canonical);
  });

  it.each([
    '',
    '/relative',
    'example.com/a',
    'mailto:a@example.com',
    'urn:uuid:1',
    'javascript:alert(1)',
    'http://',
    'tag:a,2026:b',
  ])('of %j is null', (link) => {
    expect(canonicalLink(link)).toBeNull();
  });

  const part = fc.stringMatching(/^[a-z%0-9./&=?#:~_-]{0,30}$/);

  it('keeps canonical links as they are', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyUrl({ withQuery: true, withFragment: true }),
          fc.tuple(fc.domain(), part).map(([host, rest]) => `http://${host}/${rest}`),
          fc.string({ unit: anyCharacter }).map((rest) => `https://example.com/${rest}`),
        ),
        (link) => {
          const once = canonicalLink(link);
          expect(once === null ? null : canonicalLink(once)).toBe(once);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('ignores scheme, tracking parameters and a trailing slash', () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.stringMatching(/^[a-z0-9]{1,10}$/),
        fc.stringMatching(/^[a-z0-9]{1,5}$/),
        (host, path, value) => {
          const plain = canonicalLink(`https://${host}/${path}?id=${value}`);
          expect(plain).toBe(
            canonicalLink(`http://${host.toUpperCase()}:80/${path}/?utm_source=${value}&id=${value}`),
          );
          expect(plain).not.toBe(canonicalLink(`https://${host}/${path}?id=${value}x`));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
