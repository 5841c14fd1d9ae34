import { articlePage, type ArticleRow } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { articleFixture, feedFixture } from '../../../test/fixtures.ts';
import { type KeptAnswer, listFromKept } from './list-from-kept.ts';

const feedIds = [1, 2, 3].map((n) => feedFixture(n).feed_id);
const [one, two] = feedIds as [string, string, string];
const listOf = (...items: unknown[]): KeptAnswer => ({ path: '/api/articles', body: { items } });
const feeds: KeptAnswer = {
  path: '/api/feeds',
  body: { items: [feedFixture(1, { folder: 'News' }), feedFixture(2), feedFixture(3, { folder: 'News' })] },
};
const made = (query: string, ...answers: KeptAnswer[]) => {
  const list = listFromKept(new URLSearchParams(query), answers);
  // The page takes it for an answer of the server.
  return list === null ? null : articlePage.parse(list).items.map(({ article_id }) => article_id);
};
const ids = (...numbers: number[]) => numbers.map((n) => articleFixture(n).article_id);

describe('a list that was not kept', () => {
  it('is made of the rows of kept lists, of Today and of kept articles', () => {
    const opened = { ...articleFixture(3), content: '<p>Long</p>', reasons: [] };
    const answers = [
      listOf(articleFixture(1)),
      { path: '/api/today', body: { items: [articleFixture(2)], since: '' } },
      { path: `/api/articles/${opened.article_id}`, body: opened },
      { path: '/api/feeds/1/icon', body: null },
      { path: '/api/counts', body: { items: [articleFixture(4)] } },
    ];
    expect(made('', ...answers)).toEqual(ids(3, 2, 1));
    expect(listFromKept(new URLSearchParams(), answers)?.items[0]).not.toHaveProperty('content');
  });

  it('takes the last answer for an article that several have', () => {
    const answers = [listOf(articleFixture(1)), listOf(articleFixture(1, { is_read: true }))];
    expect(made('filter=read', ...answers)).toEqual(ids(1));
    expect(made('filter=unread', ...answers)).toBeNull();
  });

  it('has the articles of its feed, or of the feeds of its folder', () => {
    const rows = listOf(...[1, 2, 3].map((n) => articleFixture(n, { feed_id: feedIds[n - 1] ?? '' })));
    expect(made(`feed_id=${two}`, rows, feeds)).toEqual(ids(2));
    expect(made('folder=News', rows, feeds)).toEqual(ids(3, 1));
    expect(made('folder=News', rows)).toBeNull();
    expect(made('folder=Sport', rows, feeds)).toBeNull();
  });

  it('shows an article once if it is folded into the row of its story', () => {
    const other = { article_id: ids(1)[0] ?? '', feed_id: one, feed_title: '', title: '', link: null };
    const story = { story_id: 's', size: 2, other_sources: 0, others: [other] };
    const rows = listOf(articleFixture(1), articleFixture(2, { story }));
    expect(made('fold=true', rows)).toEqual(ids(2));
    expect(made('', rows)).toEqual(ids(2, 1));
  });

  it('is not made of nothing, of damaged answers, or for a later page', () => {
    expect(made('')).toBeNull();
    const damaged = [null, 7, {}, { items: 7 }, { items: [null, {}, { ...articleFixture(1), is_read: 1 }] }];
    expect(made('', ...damaged.map((body) => ({ path: '/api/articles', body })))).toBeNull();
    expect(made('cursor=abc', listOf(articleFixture(1)))).toBeNull();
  });

  it('always has exactly the kept articles that belong to it, each once, in its order', () => {
    const kept = fc
      .record({
        n: fc.nat(30),
        feed_id: fc.constantFrom(...feedIds),
        published_at: fc.constantFrom(...[1, 2, 3].map((day) => `2026-03-0${day}T00:00:00.000Z`)),
        is_read: fc.boolean(),
        is_saved: fc.boolean(),
        saved_at: fc.constantFrom(null, ...[2, 3, 4].map((day) => `2026-03-0${day}T08:00:00.000Z`)),
        importance_score: fc.option(fc.integer({ min: -3, max: 3 })),
      })
      .map(({ n, ...changes }) => articleFixture(n, changes));
    const query = fc.record(
      {
        sort: fc.constantFrom('published_at', 'oldest', 'importance_score'),
        filter: fc.constantFrom('all', 'unread', 'read', 'saved'),
        feed_id: fc.constantFrom(...feedIds),
        folder: fc.constant('News'),
        fold: fc.constant('true'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.array(kept)), query, (lists, asked) => {
        const list = listFromKept(new URLSearchParams(asked), [
          ...lists.map((rows) => listOf(...rows)),
          feeds,
        ]);
        const latest = new Map<string, ArticleRow>();
        for (const row of lists.flat()) {
          const saved_at = row.saved_at ?? latest.get(row.article_id)?.saved_at ?? null;
          latest.set(row.article_id, { ...row, saved_at });
        }
        const inPlace = (row: ArticleRow) => (asked.filter === 'saved' ? row : { ...row, saved_at: null });
        const wanted = [...latest.values()].filter(
          (row) =>
            (asked.filter !== 'unread' || !row.is_read) &&
            (asked.filter !== 'read' || row.is_read) &&
            (asked.filter !== 'saved' || row.is_saved) &&
            (asked.feed_id === undefined || row.feed_id === asked.feed_id) &&
            (asked.folder === undefined || row.feed_id !== two),
        );
        const shown = list?.items ?? [];
        expect(new Set(shown)).toEqual(new Set(wanted.map(inPlace)));
        expect(shown).toHaveLength(wanted.length);
        const order = shown.map(({ importance_score: score, published_at, saved_at }) =>
          asked.sort === 'importance_score'
            ? -(score ?? -Infinity)
            : (asked.sort === 'oldest' ? 1 : -1) * Date.parse(saved_at ?? published_at),
        );
        expect(order).toEqual(order.toSorted((a, b) => (a === b ? 0 : a - b)));
      }),
      { numRuns: runs(200) },
    );
  });
});
