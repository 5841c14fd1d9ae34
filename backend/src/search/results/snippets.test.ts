import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchRow } from '../match/search-input.ts';
import { parseQuery } from '../query/parse-query.ts';
import { decodePart, encodePart } from '../segment/part.ts';
import { snippetOf, type Marked } from './snippets.ts';
import { atLeastMet, runs } from '../../../test/harness/property-runs.ts';

const rowOf = (title: string, excerpt = ''): SearchRow => ({
  article_id: '1',
  feed_id: 'f',
  title,
  excerpt,
  importance: null,
  is_read: false,
  is_saved: false,
  tags: [],
  published_at: '2026-11-01T00:00:00.000Z',
});

const marks = ({ text, ranges }: Marked): string[] => ranges.map(([start, end]) => text.slice(start, end));

const snippet = async (q: string, title: string, body: string) => {
  const text = { article_id: '1', version: '', title, body, author: null, categories: [] };
  const part = decodePart(await encodePart([text], new Map()));
  return snippetOf(parseQuery(q), rowOf(title), { part, at: 0 });
};

describe('snippetOf', () => {
  it.each([
    ['koln ', 'In Köln läuft viel', ['Köln']],
    ['running ', 'He runs, she ran', ['runs', 'ran']],
    ['ブランド', 'この ﾌﾞﾗﾝﾄﾞ とブランド', ['ﾌﾞﾗﾝﾄﾞ', 'ブランド']],
    ['"a b"', 'A,\nB a c b', ['A,\nB']],
    ['strasse ', 'Die Straße', ['Straße']],
    ['cooperate ', 'co\u00ADoperate', ['co\u00ADoperate']],
    ['clim', 'Climates', ['Climates']],
    ['-two one ', 'one two', ['one']],
    ['title:one', 'one', []],
    ['京都 都', '東京都の京都', ['京都', '京都']],
    ['東京 京都', '東京都', ['東京都']],
    ['e\u0301te\u0301 ', 'un e\u0301te\u0301.', ['e\u0301te\u0301']],
  ])('marks what %s matches in the body', async (q, body, expected) => {
    expect(marks((await snippet(q, 'x', body)).text)).toEqual(expected);
  });

  it('marks the title, and shows the beginning of a body without a match', async () => {
    const { title, text } = await snippet(
      'title:Köln',
      '“Köln” & <b>',
      `Words ${'and more words '.repeat(40)}`,
    );
    expect(marks(title)).toEqual(['Köln']);
    expect(title.text).toBe('“Köln” & <b>');
    expect(text.text).toMatch(/^Words and .* words…$|^Words and .* more…$|^Words and .* and…$/u);
  });

  it('shows the place where the most words of the query stand', async () => {
    const filler = 'some other text in between. '.repeat(30);
    const { text } = await snippet(
      'apple pear',
      'x',
      `apple apple ${filler} an apple and a pear. ${filler} pear`,
    );
    expect(text.text).toContain('an apple and a pear.');
    expect(text.text.length).toBeLessThanOrEqual(300);
    expect(text.text).toMatch(/^…\S.*\S…$/u);
  });

  it('takes the excerpt of the row for an article that no part has', () => {
    expect(marks(snippetOf(parseQuery('apple'), rowOf('', 'an apple'), null).text)).toEqual(['apple']);
  });

  it('always shows a part of the original text, never cut within a letter, with ranges in order', async () => {
    const pieces = [
      'apple ',
      'pear',
      '京都',
      '東京都',
      '👨‍👩‍👧',
      'e\u0301',
      '𠮷野家',
      'ß',
      ' ',
      '。',
      'in between ',
      'ブランド',
      '\uD83D',
      '\n',
      'ﬁx',
    ];
    const body = fc.array(fc.constantFrom(...pieces), { maxLength: 200 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom('apple pear', '京都', 'か', '"e\u0301 apple"', '👨‍👩‍👧', 'strasse OR 吉 OR ss', 'fix'),
        async (given, q) => {
          const { text, title } = await snippet(q, given.slice(0, 100), given);
          expect(title.text).toBe(given.slice(0, 100));
          expect(text.text.length).toBeLessThanOrEqual(300);
          const inner = text.text.replace(/^…/u, '').replace(/…$/u, '');
          const at = given.indexOf(inner);
          expect(at).toBeGreaterThanOrEqual(0);
          const letters = Array.from(new Intl.Segmenter('und').segment(given), ({ index }) => index);
          const edges = new Set([...letters, given.length]);
          const isWhole = letters.some(
            (from) => given.startsWith(inner, from) && edges.has(from + inner.length),
          );
          expect(isWhole || inner === '').toBe(true);
          for (const marked of [title, text]) {
            let before = -1;
            for (const [start, end] of marked.ranges) {
              expect(start).toBeGreaterThan(before);
              expect(end).toBeGreaterThan(start);
              expect(end).toBeLessThanOrEqual(marked.text.length);
              before = end;
            }
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('neither begins nor ends within a word, however long the words around are', async () => {
    const long = fc.integer({ min: 20, max: 45 }).map((length) => 'é'.repeat(length));
    const word = fc.oneof(long, fc.constantFrom('don’t', 'apple', 'a', '京都', 'naïve', 'x2', 'Straße'));
    const gap = fc.constantFrom(' ', ' ', ', ', '-', '/', '\n', '');
    const body = fc
      .array(fc.tuple(word, gap), { minLength: 15, maxLength: 60 })
      .map((pieces) => pieces.flat().join(''));
    const inWord = /^[\p{Script=Latin}\p{N}](?:[’]?[\p{Script=Latin}\p{N}])$/u;
    // Its last match begins a word that does not fit whole.
    const e = (count: number) => 'é'.repeat(count);
    const matchAtTheEnd = `京都${e(28)}\n${e(42)}, apple ${e(41)}\ndon’t ${e(40)}-a-${e(30)}, apple/${e(20)} ${e(43)}-${e(26)}-${e(28)} x2${e(22)}-x2 appledon’tnaïve don’t, ${e(39)}\n${e(20)} ${e(40)}/${e(28)}/京都 ${e(38)} ${e(37)}\n${e(37)}/naïve `;
    let cuts = 0;
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom('apple', 'naïve x2', '京都', '"apple straße"', 'none'),
        async (given, q) => {
          const words = given.match(/[\p{Script=Latin}\p{N}’]+/gu) ?? [];
          fc.pre(words.every(({ length }) => length < 150));
          const { text } = (await snippet(q, 'x', given)).text;
          const inner = text.replace(/^…/u, '').replace(/…$/u, '');
          const from = given.indexOf(inner);
          const end = from + inner.length;
          expect(text.startsWith('…')).toBe(from > 0);
          expect(text.endsWith('…')).toBe(end < given.length);
          for (const at of [from, end].filter((each) => each > 0 && each < given.length)) {
            cuts += 1;
            expect(given.slice(at - 1, at + 1)).not.toMatch(inWord);
            expect(given.slice(at - 2, at + 1)).not.toMatch(inWord);
            expect(given.slice(at - 1, at + 2)).not.toMatch(inWord);
          }
        },
      ),
      { numRuns: runs(300), endOnFailure: true, examples: [[matchAtTheEnd, 'apple']] },
    );
    expect(cuts).toBeGreaterThanOrEqual(atLeastMet(200));
  });

  it('cuts a word that is longer than an excerpt', async () => {
    const { text } = await snippet('none', 'x', 'é'.repeat(1000));
    expect(text.text).toBe(`${'é'.repeat(298)}…`);
    const found = await snippet('end', 'x', `${'é'.repeat(1000)} end ${'é'.repeat(1000)}`);
    expect(found.text.text).toBe('… end …');
  });

  it('reads a text of a megabyte of matches in time', async () => {
    const began = process.cpuUsage();
    const { text } = await snippet('a OR b', 'x', 'a '.repeat(500_000));
    expect(text.ranges.length).toBeGreaterThan(50);
    // Quadratic time would be minutes.
    expect(process.cpuUsage(began).user).toBeLessThan(20_000_000);
  });
});
