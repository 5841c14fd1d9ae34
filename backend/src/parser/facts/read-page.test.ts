import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyHtml } from '../../../test/harness/samples/any-html.ts';
import { readPage } from './read-page.ts';

const url = 'https://a.example/dir/page?x=1';
const bytes = (html: string): Uint8Array => new TextEncoder().encode(html);
const read = (html: string, type: string | null = null) => readPage(bytes(html), type, url);
const linksOf = (html: string) => read(html).links.map(({ url: to, type, text }) => [to, type, text]);

describe('the facts of a page', () => {
  it('are what its head, its JSON-LD and Open Graph state', () => {
    const page = read(`<!doctype html><html lang="pt_br"><head><title> A &amp; B
      – Site</title><meta name="Description" content="About  &quot;it&quot;"><link rel="canonical" href="/page#top">
      <meta name="robots" content="NoIndex"><meta name="robots" content="nofollow, noindex">
      <meta property="og:type" content="article"><meta property="og:image" content="//img.example/a.png">
      <script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Site"},
        {"@type":["NewsArticle"],"headline":"H","datePublished":"2026-01-02T03:04:05+01:00","dateModified":"2026-01-03",}]}</script>
      </head><body><h1>A <b>big</b> title</h1><script>var hidden = 'not counted';</script><p>Four words are here.</p>`);
    expect(page).toEqual({
      title: 'A & B – Site',
      meta_description: 'About "it"',
      meta_robots: 'noindex, nofollow',
      canonical_url: 'https://a.example/page',
      h1: 'A big title',
      language: 'pt-BR',
      content_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      word_count: 7,
      schema_type: 'NewsArticle',
      og_type: 'article',
      published_at: '2026-01-02T02:04:05.000Z',
      modified_at: '2026-01-03T00:00:00.000Z',
      image_url: 'https://img.example/a.png',
      is_truncated: false,
      links: [{ url: 'https://a.example/page', text: '', type: 'canonical', rel: 'canonical', position: 0 }],
    });
  });

  it('are null where the page does not say', () => {
    const { links, content_hash, ...facts } = read('');
    expect(links).toEqual([]);
    expect(content_hash).toBe('0'.repeat(16));
    expect(Object.values(facts).filter((fact) => fact !== null)).toEqual([0, false]);
  });

  it('are read in the encoding of the page', () => {
    const page = Buffer.concat([
      Buffer.from('<meta charset="shift_jis"><title>'),
      Buffer.from('8da193fa82cd836a8385815b8358', 'hex'),
      Buffer.from('</title>'),
    ]);
    expect(readPage(page, 'text/html', url).title).toBe('今日はニュース');
  });

  it('survive broken JSON-LD, a title in a picture, and an unknown language', () => {
    const page = read(
      `<svg><title>icon</title></svg><title>T</title><html lang="klingon-language-here"><script type="application/ld+json">{{{</script>`,
    );
    expect(page).toMatchObject({ title: 'T', language: null, schema_type: null });
  });
});

describe('the links of a page', () => {
  it('have the type of what they lead to, absolute and without fragment', () => {
    expect(
      linksOf(`<base href="/base/"><link rel="stylesheet" href="s.css"><link rel="alternate" hreflang="ja" href="/ja">
        <script src="//cdn.example/x.js"></script><a href="b.html#part"> See <i>this</i> </a><a href="https://www.a.example/c">own</a>
        <a href="https://other.example/">other</a><img src="p.png" alt="A picture"><map><area href="d" alt="area"></map>
        <iframe src="https://video.example/1" title="film"></iframe><meta http-equiv="refresh" content="5; url='/next'">`),
    ).toEqual([
      ['https://a.example/base/s.css', 'style', ''],
      ['https://a.example/ja', 'alternate', ''],
      ['https://cdn.example/x.js', 'script', ''],
      ['https://a.example/base/b.html', 'internal', 'See this'],
      ['https://www.a.example/c', 'internal', 'own'],
      ['https://other.example/', 'external', 'other'],
      ['https://a.example/base/p.png', 'image', 'A picture'],
      ['https://a.example/base/d', 'internal', 'area'],
      ['https://video.example/1', 'external', 'film'],
      ['https://a.example/next', 'internal', ''],
    ]);
  });

  it('name an address once: at its first place, with the first text, as what a reader follows', () => {
    expect(
      read(
        `<link rel="alternate" href="/x"><a href="/x#a" rel="NoFollow  ugc"></a><a href="/x">Text</a><a href="/x">Later</a>`,
      ).links,
    ).toEqual([
      { url: 'https://a.example/x', text: 'Text', type: 'internal', rel: 'nofollow ugc', position: 0 },
    ]);
  });

  it('count a picture once, however many sizes it has', () => {
    expect(
      linksOf(`<picture><source srcset="/a-2x.webp 2x"><img src="data:image/gif;base64,R0" srcset="/a-1.png 1x, /a-2.png 2x"></picture>
        <a href="/go"><img data-src="/lazy.png" alt="Lazy"></a>`),
    ).toEqual([
      ['https://a.example/a-2.png', 'image', ''],
      ['https://a.example/go', 'internal', 'Lazy'],
      ['https://a.example/lazy.png', 'image', 'Lazy'],
    ]);
  });

  it.each([
    'javascript:x()',
    'mailto:a@b.example',
    'data:text/html,x',
    '#top',
    '',
    ' ',
    'http://',
    `/${'x'.repeat(3000)}`,
  ])('leave out %s', (href) => expect(linksOf(`<a href="${href}">x</a>`)).toEqual([]));

  it('end at 5,000, which the page is told to be cut by', () => {
    const page = read(Array.from({ length: 6000 }, (_, n) => `<a href="/${n}">n</a>`).join(''));
    expect(page.links).toHaveLength(5000);
    expect(page.is_truncated).toBe(true);
  });

  it('are always absolute addresses of the web, once each in order, for any page', () => {
    fc.assert(
      fc.property(anyHtml, fc.constantFrom(url, 'http://b.example', 'not an address'), (html, pageUrl) => {
        const page = readPage(bytes(html), null, pageUrl);
        const addresses = page.links.map((link) => link.url);
        expect(new Set(addresses).size).toBe(addresses.length);
        expect(
          addresses.filter((address) => !/^https?:\/\/[^#]+$/.test(address) || !URL.canParse(address)),
        ).toEqual([]);
        expect(page.links.map(({ position }) => position)).toEqual(addresses.map((_, index) => index));
        expect(page.content_hash).toMatch(/^[0-9a-f]{16}$/);
      }),
      { numRuns: runs(500) },
    );
  });
});
