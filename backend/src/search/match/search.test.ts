import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { decodePart, encodePart, partBytes, type SearchText } from '../segment/part.ts';
import { sketchOf } from '../segment/sketch.ts';
import { snippetOf } from '../results/snippets.ts';
import { search } from './search.ts';
import type { SearchRow } from './search-input.ts';

const row = (article_id: string, title: string, over: Partial<SearchRow> = {}): SearchRow => ({
  article_id,
  feed_id: 'feed',
  title,
  excerpt: '',
  published_at: '2026-11-01T00:00:00.000Z',
  importance: null,
  is_read: false,
  is_saved: false,
  tags: [],
  ...over,
});

const text = (article_id: string, title: string, body: string): SearchText => ({
  article_id,
  version: '1',
  title,
  body,
  author: 'Aya Tanaka',
  categories: ['Science'],
});

const found = async (
  q: string,
  texts: readonly SearchText[],
  over: Partial<SearchRow> = {},
): Promise<string[]> => {
  const part = decodePart(await encodePart(texts, new Map([['1', sketchOf([1, -1])]])));
  expect(partBytes(part)).toBeGreaterThan(0);
  const { hits } = search({
    query: parseQuery(q),
    rows: texts.map(({ article_id, title }) => row(article_id, title, over)),
    parts: [part],
    feeds: new Map([['feed', { title: 'The Register', folder: 'News' }]]),
    likes: new Map(),
    meaning: null,
    order: 'relevance',
    now: new Date('2026-11-22T12:00:00.000Z'),
    timeZone: 'UTC',
    mayRelax: false,
  });
  return hits.map(({ article_id }) => article_id);
};

describe('search', () => {
  it.each([
    ['running', 'He runs far.'],
    ['mice', 'A mouse in the house'],
    ['colour', 'The color of money'],
    ['ai技術', '日本のＡＩ技術を見る'],
    ['c++', 'Learn C++ today'],
    ['.net', 'What is .NET?'],
    ['node.js', 'Node.js 24 is out'],
    ['5G', '５Gサービスが始まる'],
    ['京都', '東京都の発表'],
    ['らん', 'ブランド'],
    ['istanbul', 'İSTANBUL'],
    ['strasse', 'Straße'],
    ['"the color"', 'All the colors or the color'],
    ['author:tanaka feed:register folder:news', ''],
    ['clim', 'climate'],
  ])('finds %s', async (q, body) => {
    expect(await found(q, [text('1', 'Title', body)])).toEqual(['1']);
  });

  it.each([
    ['"the color"', 'All the colors'],
    ['clim ', 'climate'],
    ['-title', 'anything'],
    ['port', 'support'],
  ])('does not find %s', async (q, body) => {
    expect(await found(q, [text('1', 'Title', body)])).toEqual([]);
  });

  it('finds among few rows what it finds of them among all, at the first scan of a part and later', async () => {
    const words = ['apple', 'apples pie', '京都', '東京都', 'node.js', 'a-b c', 'Apple'];
    const texts = Array.from({ length: 60 }, (_, at) =>
      text(`${at}`, words[at % 7] ?? '', `${words[at % 5] ?? ''} and ${words[at % 3] ?? ''}`),
    );
    const rows = texts.map(({ article_id, title }) => row(article_id, title));
    const searched = async (some: readonly SearchRow[]) => {
      const parts = [decodePart(await encodePart(texts, new Map()))];
      return (q: string) =>
        search({
          query: parseQuery(q),
          rows: some,
          parts,
          feeds: new Map(),
          likes: new Map(),
          meaning: null,
          order: 'time',
          now: new Date('2026-11-22T12:00:00.000Z'),
          timeZone: 'UTC',
          mayRelax: false,
        }).hits.map(({ article_id }) => article_id);
    };
    const few = rows.filter((_, at) => at % 17 === 3);
    const [amongAll, amongFew] = [await searched(rows), await searched(few)];
    const ids = new Set(few.map(({ article_id }) => article_id));
    for (const q of ['appl', '京都', '"apples pie"', 'node.js -東京', 'title:apple', 'a-b OR 東', 'appl']) {
      const expected = amongAll(q).filter((id) => ids.has(id));
      expect(amongFew(q)).toEqual(expected);
      // The scans after the first one use what is known of the part's tokens.
      expect(amongAll(q).filter((id) => ids.has(id))).toEqual(expected);
    }
    expect(amongAll('appl').length).toBeGreaterThan(30);
  });

  it('marks what matches', async () => {
    const texts = [text('1', 'Über Köln', 'In Köln läuft viel')];
    const part = decodePart(await encodePart(texts, new Map()));
    const { title, text: body } = snippetOf(parseQuery('koln'), row('1', 'Über Köln'), { part, at: 0 });
    expect(title.ranges).toEqual([[5, 9]]);
    expect(body.ranges).toEqual([[3, 7]]);
  });
});
