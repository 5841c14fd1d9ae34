import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { QueryError, type Condition, type Query } from '../query/query.ts';
import { type SearchText, decodePart, encodePart } from '../segment/part.ts';
import { naiveSearch } from '../../../test/harness/samples/naive-search.ts';
import { search } from './search.ts';
import type { SearchRow } from './search-input.ts';
import { atLeastMet, runs } from '../../../test/harness/property-runs.ts';

/** Pieces of both scripts that meet each other's edges: parts of each other, forms, signs, marks, other widths. */
const PIECES = [
  'run',
  'running',
  'ran',
  'mouse',
  'mice',
  'color',
  'colours',
  'sup',
  'port',
  'support',
  'AI',
  'ａｉ',
  'ai技術',
  '京都',
  '東京都',
  '都',
  'ラン',
  'らん',
  'ブランド',
  'ﾌﾞﾗﾝﾄﾞ',
  'ー',
  '한국',
  '한국어',
  'が',
  'か\u3099',
  '々',
  'C++',
  'c',
  '+',
  '#',
  'C#',
  '.NET',
  'node.js',
  'js',
  '.',
  '5G',
  "Apple's",
  'apple',
  "'",
  'Straße',
  'STRASSE',
  'é',
  'e\u0301',
  'Σίσυφος',
  'ΣΊΣΥΦΟΣ',
  'İstanbul',
  'ıstanbul',
  'co\u00ADop',
  'ze\u200Bro',
  '🎉',
  '👨‍👩‍👧',
  '𠮷',
  'ไทย',
  'नमस्ते',
  '-',
  '—',
  ',',
  '。',
  '、',
  '・',
  '(',
  ')',
  '"',
  ' ',
  ' ',
  ' ',
  '\u3000',
  '\n',
  '1,000',
  '12:30',
  'the',
  "what's",
  '京都の都',
  'のAIについて',
];
const text = (most: number) =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: most }).map((pieces) => pieces.join(''));

const article = fc.record({
  title: text(5),
  body: text(14),
  author: fc.option(text(3)),
  categories: fc.array(text(2), { maxLength: 3 }),
  is_indexed: fc.boolean(),
  feed_id: fc.constantFrom('a', 'b', 'c'),
  day: fc.integer({ min: 0, max: 30 }),
  importance: fc.option(fc.integer({ min: 0, max: 100 })),
  is_read: fc.boolean(),
  is_saved: fc.boolean(),
  tags: fc.array(text(2), { maxLength: 2 }),
});

const word = fc.oneof(
  { weight: 4, arbitrary: text(2).map((typed) => typed.replaceAll(/[()"\s\u3000]/gu, '')) },
  text(3).map((typed) => `"${typed.replaceAll('"', '')}"`),
);
const term = fc.oneof(
  { weight: 5, arbitrary: word },
  fc
    .tuple(fc.constantFrom('title', 'author', 'feed', 'folder', 'tag'), word)
    .map(([field, value]) => `${field}:${value}`),
  fc.constantFrom(
    'is:unread',
    'is:read',
    'is:saved',
    'after:2026-10-12',
    'before:7d',
    'after:2026-11',
    'importance:>50',
    'importance:<=20',
  ),
);
const plainWords = fc
  .array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 4 })
  .map((words) => words.join(' '));
const composed = fc
  .array(fc.tuple(fc.constantFrom(' ', ' ', ' -', ' OR '), term, fc.constantFrom('', '', ' ')), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((parts) =>
    fc.constantFrom(
      parts.map((part) => part.join('')).join(''),
      `(${parts.map((part) => part.join('')).join('')}) x OR -c`,
    ),
  );
const queryText = fc.oneof({ weight: 3, arbitrary: composed }, plainWords);

const parsed = (typed: string): Query | null => {
  try {
    return parseQuery(typed.trimStart());
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
};

const idsOf = (hits: readonly { article_id: string }[]): string[] =>
  hits.map(({ article_id: id }) => id).toSorted();

/** Returns what a query demands besides plain words, which alone may be left out. */
const withoutWords = (condition: Condition): Condition => ({
  kind: 'all',
  of: (condition.kind === 'all' ? condition.of : [condition]).filter(
    (part) => part.kind !== 'text' || part.field !== null || part.term.kind !== 'word',
  ),
});

describe('search', () => {
  it('finds what a naive scan by the definition finds, and counts the same', async () => {
    let [compared, hits, lacking] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(article, { maxLength: 8 }),
        fc.array(queryText, { minLength: 4, maxLength: 8 }),
        fc.constantFrom('relevance', 'time', 'importance'),
        fc.constantFrom(true, true, false),
        async (articles, typed, order, mayRelax) => {
          const texts = articles.map(({ title, body, author, categories }, at): SearchText => ({
            article_id: `${at}`,
            version: '1',
            title,
            body,
            author,
            categories,
          }));
          const rows = articles.map(
            ({ title, body, day, feed_id, importance, is_read, is_saved, tags }, at): SearchRow => ({
              article_id: `${at}`,
              feed_id,
              title,
              excerpt: body.slice(0, 6),
              importance,
              is_read,
              is_saved,
              tags,
              published_at: new Date(Date.UTC(2026, 9, 1 + day)).toISOString(),
            }),
          );
          const indexed = texts.filter((_, at) => articles[at]?.is_indexed);
          const half = Math.ceil(indexed.length / 2);
          const parts = await Promise.all(
            [indexed.slice(0, half), indexed.slice(half)].map(async (some) =>
              decodePart(await encodePart(some, new Map())),
            ),
          );
          const feeds = new Map([
            ['a', { title: 'AI ラン', folder: '京都 News' }],
            ['b', { title: 'The C++ Apple', folder: null }],
          ]);
          for (const query of typed.map(parsed)) {
            if (query === null) continue;
            const input = {
              query,
              rows,
              parts,
              feeds,
              likes: new Map(),
              meaning: null,
              order,
              now: new Date('2026-10-25T12:00:00Z'),
              timeZone: 'UTC',
              mayRelax,
            };
            const naive = naiveSearch(input, indexed);
            const found = search(input);
            const whole = found.hits.filter(({ has_all }) => has_all);
            expect(idsOf(whole)).toEqual(naive.ids);
            expect(found.facets).toEqual(naive.facets);
            expect(found.hits.slice(0, whole.length)).toEqual(whole);
            const partial = idsOf(found.hits.slice(whole.length));
            const foundBy = (condition: Condition): string[] =>
              naiveSearch({ ...input, query: { ...query, condition } }, indexed).ids;
            const weaker = found.partial === null ? [] : foundBy(found.partial);
            expect(partial).toEqual(weaker.filter((id) => !naive.ids.includes(id)));
            const allowed = foundBy(withoutWords(query.condition));
            expect(partial.filter((id) => !allowed.includes(id))).toEqual([]);
            compared += 1;
            hits += naive.ids.length;
            lacking += partial.length;
          }
        },
      ),
      { numRuns: runs(300) },
    );
    // Most queries can be read, and a good part of them find something.
    expect(compared).toBeGreaterThanOrEqual(atLeastMet(600));
    expect(hits).toBeGreaterThanOrEqual(atLeastMet(400));
    expect(lacking).toBeGreaterThanOrEqual(atLeastMet(100));
  });
});
