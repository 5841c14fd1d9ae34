import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalLink } from '../../model/article/canonical-link.ts';
import { digest } from '../../lib/digest.ts';
import { identify } from './identify.ts';
import { parseFeed } from '../../parser/parse-feed.ts';
import type { ParsedItem } from '../../parser/fields/parsed-feed.ts';
import { plainText } from '../../parser/fields/text.ts';
import { runs, someOf } from '../../../test/harness/property-runs.ts';

const source = {
  feed_id: '0123456789abcdef',
  site_url: 'https://site.example/',
  is_private: false,
  document_url: 'https://site.example/feed.xml',
};

const item = (parts: Partial<ParsedItem>): ParsedItem => ({
  guid: null,
  link: null,
  title: '',
  content: '',
  summary: null,
  author: null,
  categories: [],
  published_at: null,
  updated_at: null,
  enclosures: [],
  image_url: null,
  ...parts,
});

const ids = (items: ParsedItem[], of = source) => identify(items, of).map(({ article_id }) => article_id);

describe('identify', () => {
  it('gives the same link the same article id in any feed', () => {
    const other = { ...source, feed_id: 'fedcba9876543210', site_url: 'https://other.example/' };
    expect(ids([item({ link: 'https://a.example/1?utm_source=x', guid: 'a' })])).toEqual(
      ids([item({ link: 'http://A.example/1', guid: 'b', title: 'Else' })], other),
    );
  });

  it('distinguishes items that share a link, a guid, or the site’s own link', () => {
    const shared = [
      item({ link: 'https://a.example/', guid: '1', title: 'One' }),
      item({ link: 'https://a.example/', guid: '2', title: 'Two' }),
      item({ link: 'https://a.example/3', guid: 'same', title: 'Three' }),
      item({ link: 'https://a.example/4', guid: 'same', title: 'Four' }),
      item({ link: 'https://site.example', guid: '5', title: 'Five' }),
      item({ title: 'No link, no guid', content: 'a' }),
      item({ title: 'No link, no guid', content: 'b' }),
    ];
    expect(new Set(ids(shared)).size).toBe(7);
    expect(new Set(identify(shared, source).map(({ identity }) => identity)).size).toBe(7);
  });

  it('detects a change of title or visible text, but not of markup', () => {
    const hash = (parts: Partial<ParsedItem>) =>
      identify([item({ guid: '1', ...parts })], source)[0]?.content_hash;
    const before = hash({ title: 'T', content: '<p>One two</p>' });
    expect(hash({ title: 'T', content: '<p class="x">One two</p>' })).toBe(before);
    expect(hash({ title: 'T', content: '<p>One three</p>' })).not.toBe(before);
    expect(hash({ title: 'U', content: '<p>One two</p>' })).not.toBe(before);
  });

  const maybe = <T>(values: T[]) => fc.constantFrom(null, ...values);
  const anyItem = fc.record({
    guid: maybe(['g1', 'g2', 'g3', 'g4']),
    link: maybe(['/1', '/2', 'https://b.example/3', 'https://site.example/']),
    title: fc.constantFrom('', 'A', 'B'),
    content: fc.constantFrom('', '<p>x</p>', 'y'),
    published_at: maybe(['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']),
  });

  it('is stable under reordering and repetition, and never merges two different items', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (parts, random) => {
        const items = parts.map(item);
        const named = (of: ParsedItem[]) =>
          identify(of, source)
            .map(({ identity, article_id, content_hash }) => `${identity} ${article_id} ${content_hash}`)
            .toSorted();
        const shuffled = [...items, ...items.slice(0, 3)]
          .map((value) => ({ value, at: random.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ value }) => value);
        expect(named(shuffled)).toEqual(named(items));
        const distinct = identify(items, source);
        expect(new Set(distinct.map(({ identity }) => identity)).size).toBe(distinct.length);
        expect(new Set(distinct.map(({ article_id }) => article_id)).size).toBe(distinct.length);
      }),
      { numRuns: runs(500) },
    );
  });

  it('gives ids of 19 digits in [2^60, 2^63)', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        const [id] = ids([item({ link: `https://a.example/${path}` })]);
        expect(id).toMatch(/^\d{19}$/);
        expect(BigInt(id!)).toBeGreaterThanOrEqual(2n ** 60n);
        expect(BigInt(id!)).toBeLessThan(2n ** 63n);
      }),
    );
  });
});

const REAL = join(import.meta.dirname, '../../../../../shared/feeds/real');

describe.skipIf(!existsSync(REAL))('identify on real documents (needs ../shared)', () => {
  it('never merges two different items into one article', async () => {
    const linkOf = new Map<string, string | null>();
    for (const file of someOf(readdirSync(REAL).filter((name) => name !== 'expected.json'))) {
      const parsed = await parseFeed(readFileSync(join(REAL, file)), null);
      const named = identify(parsed.items, {
        ...source,
        feed_id: digest(16, file),
        site_url: parsed.site_url,
      });
      const different = new Set(
        parsed.items.map(({ guid, link, title, content, published_at }) =>
          JSON.stringify([guid, link, title, plainText(content), published_at]),
        ),
      );
      expect([file, new Set(named.map(({ article_id }) => article_id)).size]).toEqual([file, different.size]);
      // The same id must mean the same link in all feeds.
      for (const { article_id, link } of named) {
        const canonical = link === null ? null : canonicalLink(link);
        expect(linkOf.get(article_id) ?? canonical).toBe(canonical);
        linkOf.set(article_id, canonical);
      }
    }
  });
});
