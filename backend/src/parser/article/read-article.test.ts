import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHtml } from '../../../test/harness/samples/any-html.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { sanitise } from '../html/sanitise.ts';
import { readArticle } from './read-article.ts';

const url = 'https://a.example/news/1';
const read = (html: string, at = url) => readArticle(new TextEncoder().encode(html), null, at);

const sentences = [
  'The council met on Tuesday to decide what becomes of the old harbour, which has stood empty for nine years.',
  'Three plans were heard, and the one with the swimming pool found most friends among those who spoke.',
  'A decision is expected in spring, after the engineers have looked at the walls and the money is counted.',
];
const paragraphs = sentences.map((text) => `<p>${text}</p>`).join('');
const page = (body: string, head = '<title>Harbour – The Paper</title>') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

describe('the article of a page', () => {
  it('is its text, without what surrounds it', () => {
    const article = read(
      page(`<nav><ul><li><a href="/">Home</a><li><a href="/sport">Sport</a></ul></nav><main><article>
        <h1>Harbour</h1><p class="byline">By A. Writer</p><p>12 May 2026</p>
        <figure><img src="/h.jpg"><figcaption>The harbour in winter</figcaption></figure>
        ${paragraphs}<ul><li>It opens in 2028.</li><li>It costs nine million.</li></ul>${paragraphs}
        <h3>You may also like</h3><ul><li><a href="/2">Another story of the day</a></li><li><a href="/3">And one more of them</a></li></ul>
        <div class="newsletter-signup"><p>Get the best of the paper in your inbox every morning, for free and for ever.</p></div>
        </article></main><footer>© The Paper</footer>`),
    );
    expect(article.text.split('\n')).toEqual([
      ...sentences,
      'It opens in 2028.',
      'It costs nine million.',
      ...sentences,
    ]);
    expect(article.content_html).toContain('<img src="https://a.example/h.jpg"');
    expect(article.content_html).toContain('<figcaption>The harbour in winter</figcaption>');
    expect(article).toMatchObject({ language: 'en', is_paywalled: false, is_consent_page: false });
  });

  it('keeps videos of YouTube and Vimeo in their places, as links, and drops other frames', () => {
    const [first, ...others] = sentences.map((text) => `<p>${text}</p>`);
    const { content_html, text } = read(
      page(`<main><article>${first}
        <figure class="wp-block-embed"><div><iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></div></figure>
        ${others.join('')}<p><iframe data-src="https://player.vimeo.com/video/76979871?h=abc123def4">A film</iframe></p>${paragraphs}
        <iframe src="https://tracker.example/youtube.com/embed/dQw4w9WgXcQ"></iframe>
        <iframe src="/embed/dQw4w9WgXcQ"><p>Not shown</p></iframe>${paragraphs}</article></main>`),
    );
    const links = Array.from(content_html.matchAll(/href="([^"]+)"/g), ([, href]) => href);
    expect(links).toEqual([
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://vimeo.com/76979871/abc123def4',
    ]);
    expect(content_html.indexOf(first!)).toBeLessThan(content_html.indexOf('watch?v='));
    expect(content_html).not.toMatch(/iframe|tracker|Not shown|A film/);
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  it('has the title, author, date, site, picture and address that the page states', () => {
    const head = `<title>Harbour | The Paper</title><meta property="og:site_name" content="The Paper">
      <meta property="og:image" content="/lead.jpg"><link rel="canonical" href="/news/1?ref=x"><meta name="author" content="A. Writer">
      <meta property="article:published_time" content="2026-05-12T08:00:00Z">`;
    expect(read(page(paragraphs, head))).toMatchObject({
      title: 'Harbour',
      author: 'A. Writer',
      published_at: '2026-05-12T08:00:00.000Z',
      site_name: 'The Paper',
      image_url: 'https://a.example/lead.jpg',
      canonical_url: 'https://a.example/news/1?ref=x',
    });
  });

  it('comes from JSON-LD if scripts would show it', () => {
    const body = sentences.join('\\n\\n');
    const article = read(
      page(
        '<div id="app"></div>',
        `<script type="application/ld+json">{"@type":"Article","articleBody":"${body}"}</script>`,
      ),
    );
    expect(article.text.split('\n')).toEqual(sentences);
  });

  it('is empty for a page without one', () => {
    for (const html of ['', '<p>', page('<ul><li><a href="/">x</a></ul>')])
      expect(read(html)).toMatchObject({
        content_html: expect.not.stringContaining('<script'),
        is_paywalled: false,
      });
    expect(read('')).toMatchObject({ content_html: '', text: '', title: null });
  });

  it.each([
    ['states that it is not free', `<p>${sentences[0]}</p>`, '"isAccessibleForFree":"False"'],
    [
      'asks for a subscription after a teaser',
      `<p>${sentences[0]}</p><div>Subscribe to continue reading.</div>`,
      '"x":1',
    ],
    [
      'asks so in Japanese',
      `<p>${'台風の接近に伴い、市は避難を呼びかけた。'.repeat(5)}</p><div>この記事は有料会員限定です。</div>`,
      '"x":1',
    ],
  ])('is marked as paywalled if its page %s', (_, body, json) => {
    const head = `<script type="application/ld+json">{"@type":"NewsArticle",${json}}</script>`;
    expect(read(page(`<article>${body}</article>`, head)).is_paywalled).toBe(true);
  });

  it('is not marked as paywalled for an offer of a subscription beside a whole text', () => {
    expect(
      read(page(`<article>${paragraphs.repeat(6)}</article><div>Subscribe to continue reading.</div>`))
        .is_paywalled,
    ).toBe(false);
  });

  it('is left out if its page asks for consent instead', () => {
    const article = read(
      page(`<h1>Before you continue</h1><p>We use cookies and data to deliver and maintain our services, and to measure audience.</p>
        <button>Reject all</button><p>Accept all cookies, or manage your cookie settings.</p>`),
      'https://consent.a.example/m?continue=x',
    );
    expect(article).toMatchObject({ is_consent_page: true, content_html: '', text: '' });
  });

  it('passes the sanitiser unchanged, for any page', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const article = read(html);
        expect(sanitise(article.content_html, url)).toBe(article.content_html);
        for (const address of [article.image_url, article.canonical_url])
          expect(address ?? 'https:').toMatch(/^https?:/);
      }),
      { numRuns: runs(300) },
    );
  });
});
