import { describe, expect, it } from 'vitest';
import { patternProblem } from '../../../src/contract/index.ts';
import { compileConditions, compileRules, evaluateRules } from '../../../src/model/rules/evaluate.ts';
import { compilePatterns } from '../../../src/model/rules/find-patterns.ts';
import { subjectOf } from '../../../src/model/rules/rule-subject.ts';
import { foldedText } from '../../../src/model/rules/folded-text.ts';
import type { SearchInput } from '../../../src/search/match/search-input.ts';
import { search } from '../../../src/search/match/search.ts';
import { lexemesOf } from '../../../src/search/query/lexer.ts';
import { parseQuery } from '../../../src/search/query/parse-query.ts';
import { canonicalLink } from '../../../src/model/article/canonical-link.ts';
import { sanitise } from '../../../src/parser/html/sanitise.ts';
import { iconLinks } from '../../../src/parser/pages/icon-links.ts';
import { learnListing } from '../../../src/parser/listing/page-to-feed.ts';
import { parseSitemap } from '../../../src/parser/listing/sitemap.ts';
import { parseOpml } from '../../../src/parser/formats/opml.ts';
import { pageLinks } from '../../../src/parser/pages/page-links.ts';
import { identify } from '../../../src/refresh/intake/identify.ts';
import { parseFeed } from '../../../src/parser/parse-feed.ts';

/** Texts that have caused slow parsing when repeated, as single characters and as longer units. */
const units = [
  Array.from('([<{)]>}&;%/.:@#?=-,"\'\\\t\n\u0000 1a'),
  [
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '&#',
    '&#40;',
    '&lt;',
    '&x',
    '%2',
    '//',
    'a@',
    'www.',
    'http://',
  ],
  ['<a>', '</a>', '<div>', '<a href=x>', '<b><p>', '<item>', '</title>', '<x ', '<?', '<script>', '\r\n x'],
  [
    'e\u0301',
    '\u0301',
    '\ud83d\ude00',
    '\ud83d',
    '\u200d',
    'QUJD',
    '2004-01-01T',
    'Jan 1 ',
    '\u3000',
    '\\"',
    '\\u0000',
  ],
].flat();

const LENGTH = 6000;
/** The shortest measurable time in milliseconds; shorter measurements are treated as noise. */
const FLOOR_MS = 10;
const LIMIT = 8;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const rss = (item: string, channel = '') =>
  bytes(
    `<?xml version="1.0"?><rss version="2.0"><channel>${channel}<item><guid>1</guid>${item}</item><item><guid>2</guid></item></channel></rss>`,
  );
const atom = (entry: string) =>
  bytes(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>${entry}</entry></feed>`);
const json = (item: object) =>
  bytes(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [{ id: '1', ...item }],
    }),
  );

/** Reads a document as the refresh does: parses it, identifies its items and sanitises them. */
const feed = async (document: Uint8Array): Promise<void> => {
  const parsed = await parseFeed(document, null).catch(() => null);
  if (parsed === null) return;
  const source = {
    feed_id: 'f',
    is_private: false,
    site_url: parsed.site_url,
    document_url: 'https://x.example/',
  };
  for (const { item } of identify(parsed.items, source)) sanitise(item.content, 'https://x.example/');
};

const htmlPage = (html: string) => ({
  bytes: bytes(html),
  contentType: 'text/html',
  url: 'https://x.example/',
});

const attribute = (text: string): string => text.replaceAll('"', "'");
const safely = (run: () => unknown): void => {
  try {
    run();
  } catch {
    // A refused document is a valid outcome, and its time is measured too.
  }
};

const findAll = compilePatterns([
  'a',
  '1a',
  '*a*',
  'a?a*-b',
  '?a?',
  `${'?'.repeat(190)}b`,
  '"a a b"',
  '東京*都',
]);

const any_of = ['a', '*1*', 'a?a*-b', `${'?'.repeat(190)}b`];
const conditions = (['title', 'text', 'author', 'category', 'address'] as const)
  .map((field) => ({ field, is_not: true, any_of }))
  .map((condition) => [condition, { field: 'language' as const, is_not: true, any_of: ['ja' as const] }])
  .flat();
const effects = {
  mute: false,
  save: false,
  read: true,
  factor: null,
  tags: [],
  goes_after_hours: null,
};
const stated = { name: 'r', effects, stops: false, is_active: true, created_at: '2026-11-01T00:00:00.000Z' };
/** Each asks about one field, so that all fields are looked at. */
const rules = compileRules(conditions.map((one, n) => ({ ...stated, rule_id: `${n}`, conditions: [one] })));
const previewed = compileConditions(conditions);
const subject = (text: string) => {
  const texts = { title: text, summary: text, content: `<p>${text}`, author: text, categories: [text, text] };
  const article = { article_id: 'a', link: text, enclosures: [], ...texts, extra: { reading_minutes: 1 } };
  return subjectOf(article, { feed_ids: ['f'], folders: [], isOfPage: false });
};

const searched = ['a', '1a*', '"a a a b"', 'a OR b -c', '"1 1 1 1 1 1 1 1 2"'].map(parseQuery);
const searchInput = (text: string): Omit<SearchInput, 'query'> => ({
  rows: [
    {
      article_id: 'a',
      feed_id: 'f',
      title: text,
      excerpt: text,
      published_at: '2026-11-01T00:00:00.000Z',
      importance: null,
      is_read: false,
      is_saved: false,
      tags: [],
    },
  ],
  parts: [],
  feeds: new Map([['f', { title: text, folder: null }]]),
  likes: new Map(),
  meaning: null,
  order: 'relevance',
  now: new Date('2026-11-22T12:00:00.000Z'),
  timeZone: 'UTC',
  mayRelax: true,
});

const fields: Record<string, (text: string) => unknown> = {
  'RSS author': (text) => feed(rss(`<author>${text}</author>`)),
  'RSS author in CDATA': (text) => feed(rss(`<author><![CDATA[${text}]]></author>`)),
  'RSS managingEditor': (text) => feed(rss('', `<managingEditor>${text}</managingEditor>`)),
  'RSS dc:creator': (text) => feed(rss(`<dc:creator>${text}</dc:creator>`)),
  'RSS link': (text) => feed(rss(`<link>${text}</link>`)),
  'RSS link after a host': (text) => feed(rss(`<link>https://x.example/${text}y</link>`)),
  'RSS link between letters': (text) => feed(rss(`<link>x${text}y</link>`)),
  'RSS guid': (text) => feed(rss(`<guid>${text}</guid>`)),
  'RSS title': (text) => feed(rss(`<title>${text}</title>`)),
  'channel title and link': (text) => feed(rss('', `<title>${text}</title><link>${text}</link>`)),
  'RSS date': (text) => feed(rss(`<pubDate>${text}</pubDate>`)),
  'RSS category': (text) => feed(rss(`<category>${text}</category>`)),
  'RSS description': (text) => feed(rss(`<description>${text}</description>`)),
  'RSS content in CDATA': (text) => feed(rss(`<content:encoded><![CDATA[${text}]]></content:encoded>`)),
  'enclosure address': (text) => feed(rss(`<enclosure url="${attribute(text)}" type="audio/mpeg"/>`)),
  'unquoted attribute': (text) => feed(rss(`<enclosure ${text}/>`)),
  'Atom author': (text) => feed(atom(`<author><name>${text}</name></author>`)),
  'Atom link': (text) => feed(atom(`<link href="${attribute(text)}"/>`)),
  'Atom XHTML': (text) => feed(atom(`<content type="xhtml"><div>${text}</div></content>`)),
  'Atom title': (text) => feed(atom(`<title type="html">${text}</title>`)),
  'JSON texts': (text) =>
    feed(
      json({
        title: text,
        content_html: text,
        authors: [{ name: text }],
        date_published: text,
        tags: [text],
      }),
    ),
  'JSON addresses': (text) =>
    feed(json({ url: text, id: text, attachments: [{ url: text, mime_type: text }] })),
  'JSON source': (text) => feed(bytes(`{"version":"1","title":"T","items":[${text}`)),
  'whole document': (text) => feed(bytes(text)),
  'OPML attribute': (text) =>
    safely(() =>
      parseOpml(bytes(`<opml><body><outline text="${attribute(text)}" xmlUrl="${attribute(text)}"/>`)),
    ),
  'OPML source': (text) => safely(() => parseOpml(bytes(`<opml><body>${text}`))),
  'page link': (text) =>
    pageLinks({
      bytes: bytes(
        `<link rel="alternate" type="application/rss+xml" href="${attribute(text)}" title="${text}">`,
      ),
      contentType: null,
      url: 'https://x.example/',
    }),
  'page source': (text) =>
    pageLinks({ bytes: bytes(`<html><head>${text}`), contentType: null, url: 'https://www.youtube.com/' }),
  'page icon': (text) =>
    iconLinks(
      `<link rel="icon ${attribute(text)}" sizes="${attribute(text)}" href="${text}">`,
      'https://x.example/',
    ),
  'listing source': (text) => learnListing(htmlPage(`<body>${text}`)),
  'listing text': (text) =>
    learnListing(
      htmlPage([1, 2, 3, 4].map((n) => `<li><h2><a href="/n/${n}">${text}</a></h2><p>${text}`).join('')),
    ),
  'listing address': (text) =>
    learnListing(
      htmlPage([1, 2, 3].map((n) => `<li><a href="/${attribute(text)}/${n}">T ${n}</a>`).join('')),
    ),
  'listing class and date': (text) =>
    learnListing(
      htmlPage(
        [1, 2, 3]
          .map((n) => `<li class="${attribute(text)}"><a href="/${n}">Title ${n}</a><time>${text}</time>`)
          .join(''),
      ),
    ),
  'sitemap source': (text) => safely(() => parseSitemap(bytes(`<urlset><url><loc>${text}`), null)),
  'sitemap address': (text) =>
    safely(() =>
      parseSitemap(bytes(`<urlset><url><loc>https://x.example/${text}</loc></url></urlset>`), null),
    ),
  'text that rules read': (text) => findAll(foldedText(text), () => null),
  'pattern of a rule': (text) => {
    patternProblem(text);
    const pattern = text.slice(0, 180);
    const patterns = [pattern, `"${pattern.replaceAll('"', '')}"`, `a?${pattern}*b`];
    return compilePatterns(patterns)(foldedText(text), () => null);
  },
  'article that arrives, or to which rules are applied': (text) =>
    evaluateRules(rules, subject(text), { spend: () => null }),
  'article that the preview of a rule compares': (text) => previewed(subject(text), () => null),
  'searched text': (text) => searched.map((query) => safely(() => search({ ...searchInput(text), query }))),
  'search query': (text) => {
    safely(() => lexemesOf(text));
    safely(() => parseQuery(text));
  },
  'canonical link': (text) =>
    [`https://x.example/${text}`, `https://x${text}`, `https://x.example/?${text}`].map(canonicalLink),
};

const cpuMs = async (run: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const bestOf = async (runs: number, enough: number, run: () => unknown): Promise<number> => {
  let best = Infinity;
  for (let n = 0; n < runs && best > enough; n += 1) best = Math.min(best, await cpuMs(run));
  return best;
};

describe('reading takes linear time', { tags: ['long'] }, () => {
  it.each(Object.keys(fields))('in the length of: %s', async (name) => {
    const read = fields[name]!;
    const slow: string[] = [];
    for (const unit of units) {
      const text = (length: number) => unit.repeat(Math.ceil(length / unit.length));
      const long = await bestOf(3, FLOOR_MS * LIMIT, () => read(text(LENGTH * 4)));
      if (long <= FLOOR_MS * LIMIT) continue;
      const short = await bestOf(3, 0, () => read(text(LENGTH)));
      if (long <= Math.max(short, FLOOR_MS) * LIMIT) continue;
      // A step taken once, such as a second attempt at a broken document, can look like growth. Measure a longer text.
      const longest = await bestOf(3, 0, () => read(text(LENGTH * 16)));
      if (longest > long * LIMIT)
        slow.push(`${JSON.stringify(unit)}: ${[short, long, longest].map(Math.round).join(', ')} ms`);
    }
    expect(slow).toEqual([]);
  });
});
