import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParseError } from '../fields/parsed-feed.ts';
import { learnListing, pageToFeed } from './page-to-feed.ts';
import { parseSitemap } from './sitemap.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const url = 'https://site.example/blog/';
const pageOf = (html: string) => ({ bytes: new TextEncoder().encode(html), contentType: 'text/html', url });

const part = fc.oneof(
  fc.constantFrom(
    '<ul>',
    '</ul>',
    '<li>',
    '<article class="post post-1">',
    '</article>',
    '<h2>',
    '</h2>',
    '</a>',
    '<p>',
    '<table><tr><td>',
    '</td></tr>',
    '<time datetime="2026-11-01">',
    '</time>',
    '<div class="h-entry">',
    '<a class="u-url" href="/e">',
    '<h2 id="v1">v1.2.3</h2>',
    '<base href="//other.example/x/">',
    '<script type="application/ld+json">{"@type":"ItemList","itemListElement":[{"url":"/a","name":"A"}]}</script>',
    '<script type="application/ld+json">',
    '<nav>',
    '</nav>',
    '<!--',
    '2026年11月1日',
  ),
  fc
    .constantFrom(
      '/a',
      'b?id=1',
      'https://x.example/1',
      'javascript:alert(1)',
      'mailto:a@b',
      '#c',
      '//h/d',
      'http://[',
    )
    .map((href) => `<a href="${href}">`),
  fc.nat(40).map((n) => `<li><h3><a href="/post/${n}">A headline with the number ${n}</a></h3></li>`),
  fc.string(),
);
const html = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));

describe('reading a listing page', () => {
  it('never throws, whatever the page, and lists every absolute web address once with a title', () => {
    fc.assert(
      fc.property(html, (text) => {
        const { lists, why_none } = learnListing(pageOf(text));
        expect(why_none === null).toBe(lists.length > 0);
        for (const { items } of lists) {
          for (const { link, title } of items) {
            expect(new URL(link).protocol).toMatch(/^https?:$/);
            expect(title.trim()).not.toBe('');
          }
          expect(new Set(items.map(({ link, title }) => `${link} ${title}`)).size).toBe(items.length);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds the items of a list again by what it learnt of them', () => {
    fc.assert(
      fc.property(html, (text) => {
        const page = pageOf(text);
        for (const { selectors, shape, items } of learnListing(page).lists) {
          const { feed } = pageToFeed(page, { kind: 'page', selectors, shape });
          expect(feed.items.map(({ link }) => link)).toEqual(items.map(({ link }) => link));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('finds a list among others, whatever its length and its tags', () => {
    const item = fc.constantFrom('li', 'div', 'article', 'p');
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 60 }),
        item,
        fc.constantFrom('h2', 'h3'),
        (count, tag, heading) => {
          const titles = Array.from({ length: count }, (_, n) => `The ${n}th thing that happened this year`);
          const list = titles.map(
            (title, n) => `<${tag}><${heading}><a href="/2026/${n}-a">${title}</a></${heading}></${tag}>`,
          );
          const menu =
            '<nav><a href="/about">About us and our work</a><a href="/jobs">Jobs for everyone here</a></nav>';
          const [best] = learnListing(pageOf(`<body>${menu}<main>${list.join('')}</main></body>`)).lists;
          expect(best?.items.map(({ title }) => title)).toEqual(titles);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

const addressesOf = (text: string): string[] | ParseError => {
  try {
    return parseSitemap(new TextEncoder().encode(text), null).urls.map((one) => one.url);
  } catch (error) {
    if (error instanceof ParseError) return error;
    throw error;
  }
};

describe('reading a sitemap', () => {
  it('throws only ParseError, whatever the document, and lists absolute web addresses', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<urlset>',
        '<sitemapindex>',
        '<url>',
        '</url>',
        '<sitemap>',
        '</sitemap>',
        '<loc>',
        '</loc>',
      ),
      fc.constantFrom(
        '<lastmod>2026-11-01</lastmod>',
        '<news:title>T</news:title>',
        'https://x.example/a',
        '/a',
        '<![CDATA[',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, isWhole) => {
        const text = `${isWhole ? '<urlset>' : ''}${pieces.join('')}`;
        const addresses = addressesOf(text);
        expect(
          addresses instanceof ParseError ||
            addresses.every((one) => /^https?:$/.test(new URL(one).protocol)),
        ).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});
