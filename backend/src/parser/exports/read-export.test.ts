import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import {
  type Exported,
  feedly,
  freshRss,
  inoreader,
  jsonBytes,
  miniflux,
  opmlOf,
  zipOf,
} from '../../../test/harness/samples/exports.ts';
import { RefusedFile } from '../fields/refused-file.ts';
import { planExport, readExported } from './read-export.ts';

const start = { document: 0, item: 0 };
const articlesOf = (document: unknown) => readExported(jsonBytes(document), start, 1000).articles;
const feedsOf = (document: unknown) => planExport(jsonBytes(document)).feeds;
const refusal = (bytes: Uint8Array) => {
  try {
    planExport(bytes);
  } catch (error) {
    if (error instanceof RefusedFile) return `${error.fault}: ${error.message}`;
    throw error;
  }
  return null;
};

const given: Exported[] = [
  { url: 'https://blog.example/1', starred: true, labels: ['気候', 'To do'] },
  { url: 'https://blog.example/2', starred: true, read: true },
];
const common = {
  author: 'Ann',
  published_at: '2019-02-12T19:33:20.000Z',
  feed_url: 'https://blog.example/feed',
  is_saved: true,
};
const expected = [
  {
    ...common,
    url: 'https://blog.example/1',
    title: 'Title of https://blog.example/1',
    content: '<p>Text of https://blog.example/1</p>',
    is_read: false,
    tags: ['気候', 'To do'],
  },
  {
    ...common,
    url: 'https://blog.example/2',
    title: 'Title of https://blog.example/2',
    content: '<p>Text of https://blog.example/2</p>',
    is_read: true,
    tags: [],
  },
];
const savedAt = (saved_at: string) => expected.map((one) => ({ ...one, saved_at }));

describe('the exports of other readers', () => {
  it('FreshRSS: stars, labels and read states; its feeds are followed', () => {
    expect(articlesOf(freshRss(given))).toEqual(savedAt(common.published_at));
    expect(feedsOf(freshRss(given))).toEqual([
      { url: 'https://blog.example/feed', title: 'Blog', folder: null },
    ]);
    // FreshRSS writes articles that have a label and no star into the file of stars.
    const mixed = freshRss([
      { url: 'https://blog.example/1', labels: ['a'] },
      { url: 'https://blog.example/2' },
    ]);
    expect(articlesOf(mixed).map(({ is_saved }) => is_saved)).toEqual([false, true]);
    // A file of one feed has articles without a mark, which bring nothing.
    const one = { url: 'https://blog.example/1' };
    const feed = freshRss([one, { ...one, read: true }, { ...one, labels: ['a'] }], 'feed/6');
    expect(articlesOf(feed)).toMatchObject([
      { is_saved: false, is_read: true, tags: [] },
      { is_saved: false, is_read: false, tags: ['a'] },
    ]);
  });

  it('Inoreader: the time of the star; articles outlive their feeds there, so these are not followed', () => {
    expect(articlesOf(inoreader(given))).toEqual(savedAt('2019-02-12T20:33:20.000Z'));
    expect(feedsOf(inoreader(given))).toEqual([]);
  });

  it('Miniflux: the publisher’s words are no tags; its feeds are followed in their folders', () => {
    const without = savedAt(common.published_at).map((one) => ({ ...one, tags: [] }));
    expect(articlesOf(miniflux(given))).toEqual(without);
    expect(articlesOf(miniflux(given).entries)).toEqual(without);
    expect(articlesOf(miniflux([{ url: 'https://blog.example/3', read: true }]))).toMatchObject([
      { is_saved: false, is_read: true },
    ]);
    expect(feedsOf(miniflux(given))).toEqual([
      { url: 'https://blog.example/feed', title: 'Blog', folder: 'News' },
    ]);
  });

  it('Feedly: what is saved, its boards, the time of saving; folders of feeds are no tags', () => {
    expect(articlesOf(feedly(given))).toEqual(savedAt('2019-02-12T20:33:20.000Z'));
    expect(feedsOf(feedly(given))).toEqual([]);
    const board = feedly([{ url: 'https://blog.example/1', labels: ['Board'] }]);
    expect(articlesOf(board)).toMatchObject([{ is_saved: false, tags: ['Board'] }]);
    const saved = { ...feedly([{ url: 'https://blog.example/1' }]), id: 'user/c8/tag/global.saved' };
    expect(articlesOf(saved)).toMatchObject([{ is_saved: true }]);
  });

  it('Google Takeout, JSON Feed, and lists that scripts read off Feedly’s page: all are saved', () => {
    const takeout = {
      id: 'user/1/state/com.google/starred',
      items: [
        {
          title: { content: 'Old' },
          alternate: [{ href: 'https://a.example/1' }],
          summary: { content: 'S' },
          published: '1550000000',
        },
        { title: 'No address' },
      ],
    };
    expect(articlesOf(takeout)).toMatchObject([
      { title: 'Old', content: 'S', url: 'https://a.example/1', published_at: common.published_at },
      { url: '', is_saved: true },
    ]);
    const items = [
      { url: 'https://a.example/1', title: 'Ice', content_html: 'x', tags: ['x'.repeat(40), ' '] },
    ];
    expect(articlesOf({ version: 'https://jsonfeed.org/version/1.1', items })).toMatchObject([
      { is_saved: true, tags: ['x'.repeat(24)], published_at: null, saved_at: null },
    ]);
    const list = [
      { title: 'Ice', url: 'https://a.example/1', summary: 'S', time: 'Wed, 15 Jul 2020 18:08:22 GMT' },
      { name: 'Snow', url: 'https://a.example/2', created: '2020-07-15T18:08:22Z' },
    ];
    expect(articlesOf(list)).toMatchObject([
      { title: 'Ice', is_saved: true, published_at: '2020-07-15T18:08:22.000Z' },
      { title: 'Snow', is_saved: true, published_at: '2020-07-15T18:08:22.000Z' },
    ]);
  });

  it('a ZIP archive of them, by what they hold; OPML gives the folders', () => {
    const zip = zipOf({
      'starred.txt': jsonBytes(freshRss(given)),
      'folder/': '',
      'readme.html': '<html><p>Hello</p></html>',
      'picture.png': new Uint8Array([0x89, 0x50]),
      'feeds.bin': opmlOf(
        { url: 'https://blog.example/feed', title: 'Mine', folder: 'F' },
        { url: 'https://other.example/feed', title: 'Other' },
      ),
      'more.json': jsonBytes(miniflux([{ url: 'https://blog.example/4', read: true }])),
    });
    expect(planExport(zip)).toEqual({
      feeds: [
        { url: 'https://blog.example/feed', title: 'Mine', folder: 'F' },
        { url: 'https://other.example/feed', title: 'Other', folder: null },
      ],
      articles: 3,
    });
    expect(readExported(zip, start, 10).articles.map(({ url }) => url)).toEqual([
      'https://blog.example/1',
      'https://blog.example/2',
      'https://blog.example/4',
    ]);
    expect(planExport(gzipSync(jsonBytes(freshRss(given))))).toMatchObject({ articles: 2 });
  });

  it('may be larger than a feed may be', () => {
    const long = [1, 2, 3, 4].map((n) => ({
      ...given[0]!,
      content: `<p>${String(n).repeat(2_000_000)}</p>`,
    }));
    const file = jsonBytes(freshRss(long));
    expect(file.length).toBeGreaterThan(8_000_000);
    // A text of more than 900,000 characters is left out, its article is not.
    expect(articlesOf(freshRss(long)).map(({ content }) => content)).toEqual(['', '', '', '']);
    expect(planExport(file).articles).toBe(4);
  });

  it('gives all articles in parts of any size, each once and in order', () => {
    const url = fc.nat(1000).map((n) => `https://a.example/${n}`);
    const file = fc.array(
      fc.record({ url, starred: fc.boolean(), read: fc.boolean(), labels: fc.constantFrom([], ['a']) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.array(file, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), (files, count) => {
        const zip = zipOf(
          Object.fromEntries([
            ['feeds.opml', opmlOf()] as const,
            ...files.map((one, n) => [`${n}.json`, jsonBytes(freshRss(one, 'feed/1'))] as const),
          ]),
        );
        const marked = files
          .flat()
          .filter(({ starred, read, labels }) => starred || read || labels.length > 0);
        expect(planExport(zip).articles).toBe(marked.length);
        const found: string[] = [];
        for (let at: typeof start | null = start; at !== null;) {
          const part = readExported(zip, at, count);
          expect(part.articles.length).toBeLessThanOrEqual(count);
          expect(part.next === null || part.articles.length === count).toBe(true);
          found.push(...part.articles.map((one) => one.url));
          at = part.next;
        }
        expect(found).toEqual(marked.map((one) => one.url));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a file that is refused', () => {
  it.each([
    ['', 'unknown'],
    ['hello', 'unknown'],
    ['{}', 'unknown'],
    ['[]', 'unknown'],
    // Omomi's own export, and an answer of its API.
    ['{"version":1,"subscriptions":[],"entries":[{"url":"https://a.example/"}]}', 'unknown'],
    ['{"items":[{"url":"https://a.example/"}]}', 'unknown'],
    ['{"format":"omomi-taste","version":1}', 'unknown: This is the taste'],
    ['<html>', 'unknown: This is not an OPML document'],
    ['{"items":[', 'damaged: This file begins as JSON'],
    [`[${'['.repeat(200)}`, 'too_large: '],
    ['PK\u0003\u0004 no archive', 'damaged: This ZIP archive'],
  ])('%j is named %s', (text, named) => {
    expect(refusal(strToU8(text))).toMatch(new RegExp(`^${named}`));
  });

  it('names the file of an archive', () => {
    expect(refusal(zipOf({ 'starred.json': '{"items":[' }))).toContain('starred.json: This file begins');
    expect(refusal(zipOf({ 'a.txt': 'hello' }))).toContain('No file of this ZIP archive can be read');
    expect(refusal(gzipSync('{}').subarray(0, 12))).toMatch(/^damaged/);
  });

  it('has too many feeds', () => {
    const articles = Array.from({ length: 1001 }, (_, n) => ({
      url: `https://a.example/${n}`,
      feed: { url: `https://a.example/feed/${n}`, title: 'F' },
    }));
    expect(refusal(jsonBytes(freshRss(articles)))).toMatch(/^too_many_feeds/);
  });

  it('grows beyond 16 MB a file, or 48 MB in all, or has more than 2,000 files', () => {
    const zeros = (megabytes: number) => new Uint8Array(megabytes * 1024 * 1024);
    expect(refusal(gzipSync(zeros(17)))).toMatch(/^too_large: This file has more than 16 MB/);
    expect(refusal(zipOf({ 'a.json': zeros(17) }))).toMatch(/^too_large: A file of this ZIP/);
    const four = Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.json`, zeros(13)]));
    expect(refusal(zipOf(four))).toMatch(/^too_large: This ZIP archive has more than 48 MB/);
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`${n}.json`, '']));
    expect(refusal(zipOf(many))).toMatch(/^too_large: This ZIP archive has more than 2000 files/);
  });

  it('says of an entry that it is smaller than it is: no more is unpacked of it', () => {
    const zip = zipOf({ 'a.json': `{"items":[]}${' '.repeat(1_000_000)}` });
    const view = new DataView(zip.buffer);
    const directory = zip.findLastIndex(
      (_, at) => at + 4 <= zip.length && view.getUint32(at, true) === 0x02014b50,
    );
    view.setUint32(directory + 24, 12, true);
    expect(planExport(zip)).toEqual({ feeds: [], articles: 0 });
  });

  it('is any bytes: refused by name, and nothing else is thrown', () => {
    const sample = zipOf({ 'a.json': jsonBytes(freshRss(given)), 'b.opml': opmlOf() });
    const changed = fc
      .array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
      .map((changes) => {
        const bytes = new Uint8Array(sample);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      });
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      changed,
      fc.json().map((text) => strToU8(text)),
    );
    fc.assert(
      fc.property(any, (bytes) => {
        const refused = refusal(bytes);
        const told = refused ?? `taken: ${readExported(bytes, start, 10).articles.length}`;
        expect(told).toMatch(/^(?:unknown|damaged|too_large|too_many_feeds|taken): ./);
      }),
      { numRuns: runs(300) },
    );
  });
});
