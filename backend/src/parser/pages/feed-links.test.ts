import { describe, expect, it } from 'vitest';
import { feedLinks, inOrderOfPreference } from './page-links.ts';

const page = 'https://example.com/blog/post';
const link = (href: string, type: string, more = ''): string =>
  `<link rel="alternate" type="${type}" href="${href}"${more}>`;

describe('feedLinks', () => {
  it('finds every kind of link once, as an absolute address with title and format', () => {
    const html = [
      '<html><head>',
      link('/rss', 'application/rss+xml', ' title=" The\n blog "'),
      link('atom.xml', 'application/atom+xml'),
      link('https://other.example/feed.json#x', 'Application/Feed+JSON; charset=utf-8'),
      link('//cdn.example/rdf', 'application/rdf+xml'),
      link('/rss', 'application/rss+xml', ' title="again"'),
      "<LINK REL='home ALTERNATE' TYPE=text/xml HREF=/plain>",
      '<link rel="feed" href="/hfeed">',
      link('feed:https://example.com/old', 'application/rss+xml'),
      '</head>',
    ].join('\n');
    expect(feedLinks(html, page)).toEqual([
      { url: 'https://example.com/rss', title: 'The blog', format: 'rss' },
      { url: 'https://example.com/blog/atom.xml', title: null, format: 'atom' },
      { url: 'https://other.example/feed.json', title: null, format: 'json' },
      { url: 'https://cdn.example/rdf', title: null, format: 'rdf' },
      { url: 'https://example.com/plain', title: null, format: null },
      { url: 'https://example.com/hfeed', title: null, format: null },
      { url: 'https://example.com/old', title: null, format: 'rss' },
    ]);
  });

  it('uses the first base element at any position, even a relative one', () => {
    const html = `${link('rss', 'application/rss+xml')}<base href="/elsewhere/"><base href="/no/">`;
    expect(feedLinks(html, page).map(({ url }) => url)).toEqual(['https://example.com/elsewhere/rss']);
  });

  it.each([
    '<link rel="stylesheet" type="text/css" href="/a">',
    '<link rel="alternate stylesheet" type="text/css" href="/a">',
    '<link rel="alternate" hreflang="ja" href="/ja">',
    link('/wp-json/wp/v2/posts/1', 'application/json'),
    link('/oembed', 'application/json+oembed'),
    link('', 'application/rss+xml'),
    link('javascript:alert(1)', 'application/rss+xml'),
    link('http://', 'application/rss+xml'),
    `<!-- ${link('/a', 'application/rss+xml')} -->`,
    `<script>"${link('/a', 'application/rss+xml')}"</script>`,
  ])('ignores %s', (html) => {
    expect(feedLinks(html, page)).toEqual([]);
  });

  it('finds a JSON Feed by the media type of version 1.0', () => {
    expect(feedLinks(link('/feed.json', 'application/json'), page)).toHaveLength(1);
  });

  it('returns at most 50 links, and ends on 5 MB of nested tags', () => {
    const many = Array.from({ length: 200 }, (_unused, index) =>
      link(`/${index}`, 'application/rss+xml'),
    ).join('');
    expect(feedLinks(many, page)).toHaveLength(50);
    expect(feedLinks('<b>'.repeat(1_700_000), page)).toEqual([]);
  });
});

describe('inOrderOfPreference', () => {
  it('sorts the page’s own host first, then Atom, then RSS, then by page order', () => {
    const of = (url: string, format: 'atom' | 'rss' | 'json' | null) => ({ url, format, title: null });
    const candidates = [
      of('https://feeds.example.net/atom', 'atom'),
      of('https://example.com/json', 'json'),
      of('https://www.example.com/rss', 'rss'),
      of('https://example.com/rss2', 'rss'),
      of('https://example.com/atom', 'atom'),
      of('https://example.com/any', null),
    ];
    expect(inOrderOfPreference(candidates, 'https://www.example.com/').map(({ url }) => url)).toEqual([
      'https://example.com/atom',
      'https://www.example.com/rss',
      'https://example.com/rss2',
      'https://example.com/json',
      'https://example.com/any',
      'https://feeds.example.net/atom',
    ]);
  });
});
