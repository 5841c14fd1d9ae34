import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { likeKey } from '../query/query.ts';
import { importanceFactor, recencyFactor } from './rank.ts';
import { decodePart, encodePart } from '../segment/part.ts';
import { directionOf, nearToSketch, sketchOf, type NearTo } from '../segment/sketch.ts';
import { search } from './search.ts';
import type { SearchInput, SearchRow } from './search-input.ts';

const now = new Date('2026-11-22T00:00:00.000Z');
type Given = Partial<SearchRow> & { body?: string; sketch?: Uint8Array };

const rowPart = ({ article_id, title, importance, published_at }: Given): Partial<SearchRow> =>
  Object.fromEntries(
    Object.entries({ article_id, title, importance, published_at }).filter(
      ([, value]) => value !== undefined,
    ),
  );

const ranked = async (
  q: string,
  given: readonly Given[],
  order: SearchInput['order'] = 'relevance',
  likes = new Map<string, NearTo>(),
  meaning: SearchInput['meaning'] = null,
): Promise<number[]> => {
  const rows = given.map((one, at): SearchRow => ({
    article_id: `${at}`,
    feed_id: 'f',
    title: '',
    excerpt: '',
    importance: null,
    is_read: false,
    is_saved: false,
    tags: [],
    published_at: '2026-01-01T00:00:00.000Z',
    ...rowPart(one),
  }));
  const texts = rows.map(({ article_id, title }, at) => ({
    article_id,
    version: '',
    title,
    body: given[at]?.body ?? '',
    author: null,
    categories: [],
  }));
  const sketches = new Map(
    rows.flatMap(({ article_id }, at) => {
      const sketch = given[at]?.sketch;
      return sketch === undefined ? [] : [[article_id, sketch] as const];
    }),
  );
  const part = decodePart(await encodePart(texts, sketches));
  const { hits } = search({
    query: parseQuery(q),
    rows,
    parts: [part],
    feeds: new Map([['f', { title: 'Feed', folder: null }]]),
    likes,
    meaning,
    order,
    now,
    timeZone: 'UTC',
    mayRelax: false,
  });
  expect(hits.every(({ score }) => Number.isFinite(score) && score >= 0)).toBe(true);
  return hits.map(({ article_id }) => rows.findIndex((row) => row.article_id === article_id));
};

describe('the order of hits', () => {
  it('puts titles before bodies, and many places before one', async () => {
    const given = [{ body: 'one apple in a text' }, { title: 'apple' }, { body: 'one apple, apple a text' }];
    expect(await ranked('apple', given)).toEqual([1, 2, 0]);
  });

  it('puts a rare word before a frequent one', async () => {
    const given = [{ body: 'news news' }, { body: 'news' }, { body: 'news' }, { body: 'quark' }];
    expect((await ranked('news OR quark ', given))[0]).toBe(3);
  });

  it('puts a word before longer words that begin with it', async () => {
    expect(await ranked('cat', [{ body: 'category category' }, { body: 'cat in text' }])).toEqual([1, 0]);
  });

  it.each([
    ['cat', 'category '.repeat(30), 'A long text with other words, of which one is cat and no other'],
    ['ラン', 'ランキング、'.repeat(30), '朝のランを楽しむ長い文章、ほかの言葉もある'],
    ['京都', '東京都、'.repeat(30), '今日の京都は雨、ほかの言葉もある'],
  ])('puts the word %s before any number of longer words in the same field', async (q, longer, alone) => {
    expect(await ranked(q, [{ body: longer }, { body: alone }])).toEqual([1, 0]);
    expect(await ranked(q, [{ title: longer }, { title: alone }])).toEqual([1, 0]);
  });

  it.each([
    ['京都', '東京都の発表', '今日の京都は雨'],
    ['ラン', '新しいブランドの店', '朝のランを楽しむ'],
    ['らん', '新しいブランドの店', '花のらんを育てる'],
  ])('puts %s between words before a part of a longer word', async (q, inside, alone) => {
    expect(await ranked(q, [{ body: inside }, { body: alone }])).toEqual([1, 0]);
  });

  it('lets recency and importance decide between equal texts, and no more than 1.3 together', async () => {
    const given = [
      { title: 'apple' },
      { title: 'apple', importance: 90 },
      { title: 'apple', published_at: now.toISOString() },
    ];
    expect(await ranked('apple', given)).toEqual([2, 1, 0]);
    expect(await ranked('is:unread', given)).toEqual([2, 1, 0]);
    const most = recencyFactor(now.toISOString(), now) * importanceFactor(100);
    expect(most).toBeGreaterThan(1.29);
    expect(most).toBeLessThanOrEqual(1.3);
    expect(recencyFactor('2026-11-23T00:00:00.000Z', now)).toBe(recencyFactor(now.toISOString(), now));
  });

  it('is by time or importance where asked, ties by time and then by id', async () => {
    const given = [
      { title: 'a', importance: 5 },
      { title: 'a', published_at: '2026-02-01T00:00:00.000Z' },
      { title: 'a', importance: 9 },
      { title: 'a' },
    ];
    expect(await ranked('a', given, 'time')).toEqual([1, 0, 2, 3]);
    expect(await ranked('a', given, 'importance')).toEqual([2, 0, 1, 3]);
  });

  it('finds what is similar by sketches: nearest first, not the article itself, nor any without a sketch', async () => {
    const near = (...wrong: number[]): Uint8Array =>
      sketchOf(Array.from({ length: 64 }, (_, at) => (wrong.includes(at) ? -1 : 1)));
    const id = '1234567890123456789';
    const given = [
      { sketch: near(1, 2) },
      { article_id: id, sketch: near() },
      {},
      { sketch: near(1) },
      { sketch: near(...Array(64).keys()) },
    ];
    expect(await ranked(`like:${id}`, given)).toEqual([3, 0]);
    expect(await ranked('like:"a text"', given)).toEqual([]);
    const sketches = new Map([[likeKey({ kind: 'text', text: 'a text' }), nearToSketch(near(1, 2, 3))]]);
    expect(await ranked('like:"a text"', given, 'relevance', sketches)).toEqual([0, 3, 1]);
    expect(await ranked('-like:"a text" is:unread', given, 'time', sketches)).toEqual(
      [1, 2, 4].filter((at) => at !== 1),
    );
  });

  it('puts what is near in meaning before what matches alike, by relevance alone', async () => {
    const values = Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? 1 : -1));
    const away = values.map((value) => -value);
    const covariance = Array.from({ length: 64 }, (_, row) =>
      Array.from({ length: 64 - row }, (__, at) => (at === 0 ? 1 : 0)),
    ).flat();
    const meaning = directionOf(Float32Array.from(values), {
      mean: new Float32Array(64),
      covariance: Float32Array.from(covariance),
    });
    const given = [
      { title: 'river', body: 'away', sketch: sketchOf(away) },
      { title: 'river', body: 'unknown' },
      { title: 'river', body: 'near', sketch: sketchOf(values) },
    ];
    expect(await ranked('river ', given)).toEqual([0, 1, 2]);
    expect(await ranked('river ', given, 'relevance', new Map(), meaning)).toEqual([2, 1, 0]);
    expect(await ranked('river ', given, 'time', new Map(), meaning)).toEqual([0, 1, 2]);
  });

  it('takes the later of two parts that have an article', async () => {
    const text = (body: string) => ({
      article_id: '1',
      version: body,
      title: '',
      body,
      author: null,
      categories: [],
    });
    const parts = await Promise.all(
      ['old', 'new'].map(async (body) => decodePart(await encodePart([text(body)], new Map()))),
    );
    const row = {
      article_id: '1',
      feed_id: 'f',
      title: '',
      excerpt: '',
      importance: null,
      is_read: false,
      is_saved: false,
      tags: [],
      published_at: '',
    };
    const found = (q: string) =>
      search({
        query: parseQuery(q),
        rows: [{ ...row, published_at: now.toISOString() }],
        parts,
        feeds: new Map(),
        likes: new Map(),
        meaning: null,
        order: 'time',
        now,
        timeZone: 'UTC',
        mayRelax: false,
      }).hits.length;
    expect([found('old'), found('new')]).toEqual([0, 1]);
  });
});
