import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageToFeed } from './page-to-feed.ts';
import { parseSitemap } from './sitemap.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sitemap = (urls: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
const docs = sitemap(
  [
    ['/docs/getting-started/', '2026-11-02'],
    ['/docs/how%20to_fly.html', '2026-11-20T10:00:00+01:00'],
    ['/pricing', '2026-10-01'],
    ['/docs/api/', null],
  ]
    .map(
      ([path, day]) =>
        `<url><loc>https://x.example${path}</loc>${day === null ? '' : `<lastmod>${day}</lastmod>`}</url>`,
    )
    .join(''),
);
const read = (text: string | Uint8Array, path: string | null = null) =>
  pageToFeed(
    {
      bytes: typeof text === 'string' ? bytes(text) : text,
      contentType: null,
      url: 'https://x.example/sitemap.xml',
    },
    { kind: 'sitemap', path },
  );

describe('a sitemap as a feed', () => {
  it('has the pages under its path, with titles made of their addresses and the times of their changes', () => {
    const { feed, further } = read(docs, '/docs/');
    expect(further).toEqual([]);
    expect(feed.title).toBe('x.example/docs/');
    expect(feed.items.map(({ title, link, updated_at }) => [title, link, updated_at])).toEqual([
      ['Getting started', 'https://x.example/docs/getting-started/', '2026-11-02T00:00:00.000Z'],
      ['How to fly', 'https://x.example/docs/how%20to_fly.html', '2026-11-20T09:00:00.000Z'],
      ['Api', 'https://x.example/docs/api/', null],
    ]);
  });

  it('has the headlines and dates of a news sitemap, and no addresses of images', () => {
    const news = sitemap(
      `<url><loc>https://x.example/a1</loc><news:news><news:publication><news:name>X</news:name></news:publication>
       <news:publication_date>2026-11-21T08:00:00Z</news:publication_date><news:title>Tides &amp; <![CDATA[ships]]></news:title></news:news>
       <image:image><image:loc>https://x.example/a1.jpg</image:loc></image:image></url>`,
    );
    expect(read(news).feed.items).toMatchObject([
      { title: 'Tides & ships', link: 'https://x.example/a1', published_at: '2026-11-21T08:00:00.000Z' },
    ]);
  });

  it('reads a compressed one, and several in a row', () => {
    expect(read(gzipSync(docs)).feed.items).toHaveLength(4);
    expect(
      parseSitemap(bytes(docs + sitemap('<url><loc>https://x.example/z</loc></url>')), null).urls,
    ).toHaveLength(5);
  });

  it('names the sitemaps of an index, those of articles and the newest first', () => {
    const index = `<sitemapindex>${[
      ['tag-sitemap.xml', '2026-11-21'],
      ['page-sitemap.xml', '2026-11-01'],
      ['post-sitemap1.xml', '2026-01-01'],
      ['post-sitemap2.xml', '2026-11-20'],
    ]
      .map(
        ([file, day]) => `<sitemap><loc>https://x.example/${file}</loc><lastmod>${day}</lastmod></sitemap>`,
      )
      .join('')}</sitemapindex>`;
    expect(read(index).further.map((address) => address.split('/').at(-1))).toEqual([
      'post-sitemap2.xml',
      'post-sitemap1.xml',
      'page-sitemap.xml',
      'tag-sitemap.xml',
    ]);
  });

  it.each([
    ['a page', '<!doctype html><html></html>'],
    ['broken compression', new Uint8Array([0x1f, 0x8b, 1, 2, 3])],
    ['too much compressed data', gzipSync(Buffer.alloc(17 * 1024 * 1024))],
  ])('is refused if it is %s', (_, document) => {
    expect(() => read(document)).toThrow(
      expect.objectContaining({ name: 'ParseError', fault: 'not_a_listing' }),
    );
  });
});
