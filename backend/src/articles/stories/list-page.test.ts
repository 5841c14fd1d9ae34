import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { sampleEntry, sampleFeedId, sampleTime } from '../../../test/harness/samples/storage-samples.ts';
import type { EntryListQuery, EntryPosition, EntryRow, EntryStore } from '../../model/article/entry.ts';
import { storyOfFirst } from '../../model/story/story.ts';
import { balancedRows } from '../lists/balanced-rows.ts';
import { createStoryGroups } from './known-stories.ts';
import { shownBefore } from './fold-rows.ts';
import { listPage, type FoldedPage } from './list-page.ts';

const FEED = sampleFeedId(1);
const NOW = new Date(sampleTime(100));
const idOf = (n: number) => String(2n ** 60n + BigInt(n));

/** Compares by importance articles of the same time, whose ids have the same length. */
const byImportance = (a: EntryPosition, b: EntryPosition): number =>
  (b.order ?? -1) - (a.order ?? -1) || Number(BigInt(b.article_id) - BigInt(a.article_id));

const anyArticle = fc.record({
  event: fc.nat(60),
  keyword: fc.constantFrom('aaaaaaaaaaaa', 'aaaaaaaaaaaa', 'bbbbbbbbbbbb'),
  score: fc.constantFrom<number>(0, 0.2, 0.4, 0.5, 0.6, 0.9),
});
type AnyArticle = typeof anyArticle extends fc.Arbitrary<infer T> ? T : never;

/** Returns a list by importance, in which the articles with the same number are one story. */
const listOf = (articles: AnyArticle[]) => {
  const stories = createStoryGroups();
  const firsts = new Map<number, number>();
  const rows = articles.map(({ event, keyword, score }, at): EntryRow => {
    const first = firsts.get(event);
    if (first === undefined) firsts.set(event, at);
    else
      stories.add({
        story_id: storyOfFirst(idOf(first)),
        article_id: idOf(at),
        feed_id: FEED,
        first_feed_id: FEED,
        written_at: sampleTime(at),
      });
    return {
      ...sampleEntry({ article_id: idOf(at), title: `${event}`, importance_score: score, feed_ids: [FEED] }),
      order: score,
      top_reasons: score === 0 ? [] : [{ keyword_id: keyword, contribution: score }],
      unlearned_score: null,
    };
  });
  return { stories, rows: rows.toSorted(byImportance) };
};

const listIn =
  (rows: EntryRow[]): EntryStore['list'] =>
  ({ after, limit, at_most: atMost }) => {
    const left = rows
      .filter((row) => after === null || byImportance(row, after) > 0)
      .slice(0, atMost ?? Infinity);
    return Promise.resolve({ rows: left.slice(0, limit), has_more: left.length > limit, ranked_of: null });
  };

type Shape = { limit: number; fold: boolean; feed_ids: string[] | null; filter: 'all' | 'unread' };

/** Reads a balanced list to its end. */
const pagesOf = async (articles: AnyArticle[], { limit, fold, feed_ids, filter }: Shape) => {
  const { stories, rows } = listOf(articles);
  const ctx: Parameters<typeof listPage>[0] = {
    entries: {
      list: listIn(rows),
      getMany: (_, ids) =>
        Promise.resolve(rows.filter(({ article_id }) => ids.includes(article_id)).map(asEntry)),
    },
    loadStories: () => Promise.resolve(stories),
  };
  const pages: FoldedPage[] = [];
  let query: EntryListQuery = {
    user_id: 'local',
    sort: 'importance_score',
    filter,
    feed_ids,
    limit,
    after: null,
    now: sampleTime(100),
  };
  let [shown, ahead] = [shownBefore(''), 0];
  do {
    const page = await listPage(ctx, {
      query,
      fold,
      shown,
      ahead,
      balance: (folded, count) =>
        balancedRows(folded, count, {
          days: 0,
          names: { keywords: new Map(), now: NOW, freshness_days: 0, typical_weight: 1 },
          keepsMustReads: false,
        }),
      isFollowed: () => true,
    });
    pages.push(page);
    [query, shown, ahead] = [{ ...query, after: page.last }, shownBefore(page.shown.text), page.ahead];
  } while (pages.at(-1)?.has_more === true && pages.length <= articles.length);
  return { rows, pages };
};

const asEntry = ({ order, top_reasons, ...row }: EntryRow) => ({
  ...sampleEntry(),
  ...row,
  top_reasons,
  order,
});

const shape = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(50, 149, 150)),
  fold: fc.boolean(),
  feed_ids: fc.constantFrom<string[] | null>(null, [FEED]),
  filter: fc.constantFrom('all' as const, 'unread' as const),
});
const anyArticles = fc.oneof(
  { weight: 4, arbitrary: fc.array(anyArticle, { maxLength: 40 }) },
  { weight: 1, arbitrary: fc.array(anyArticle, { minLength: 140, maxLength: 220 }) },
);

describe('a page of a balanced list', () => {
  it('has every article once over all pages, or every story once, the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(anyArticles, shape, async (articles, asked) => {
        const { rows, pages } = await pagesOf(articles, asked);
        const shown = pages.flatMap(({ folded }) => folded.map(({ row }) => row));
        const ids = shown.map(({ article_id }) => article_id);
        expect(new Set(ids).size).toBe(ids.length);
        const nameOf = ({ title, article_id }: EntryRow) => (asked.fold ? title : article_id);
        expect(shown.map(nameOf).toSorted()).toEqual([...new Set(rows.map(nameOf))].toSorted());
        // A folded page may be shorter than asked for.
        const sizes = pages.map(({ folded }) => folded.length);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(asked.limit);
        expect(asked.fold || sizes.slice(0, -1).every((size) => size === asked.limit)).toBe(true);
        expect(await pagesOf(articles, asked)).toMatchObject({
          pages: pages.map(({ folded }) => ({ folded })),
        });
      }),
      { numRuns: runs(100) },
    );
  });

  it('has the articles of one keyword in the order of the list', async () => {
    await fc.assert(
      fc.asyncProperty(anyArticles, shape, async (some, asked) => {
        const articles = some.map((article, event) => ({
          ...article,
          event,
          keyword: 'aaaaaaaaaaaa' as const,
        }));
        const { rows, pages } = await pagesOf(articles, asked);
        const shown = pages.flatMap(({ folded }) => folded.map(({ row }) => row.article_id));
        expect(shown).toEqual(rows.map(({ article_id }) => article_id));
      }),
      { numRuns: runs(100) },
    );
  });

  it('counts a story once for its keyword, however many articles it has', async () => {
    const strong = Array.from({ length: 30 }, (_, at) => ({
      event: at,
      keyword: 'aaaaaaaaaaaa' as const,
      score: 0.9,
    }));
    const copies = Array.from({ length: 60 }, (_, at) => ({
      event: 100 + (at % 12),
      keyword: 'bbbbbbbbbbbb' as const,
      score: 0.6,
    }));
    const { pages } = await pagesOf([...strong, ...copies], {
      limit: 20,
      fold: true,
      feed_ids: null,
      filter: 'unread',
    });
    const titles = pages[0]?.folded.map(({ row }) => Number(row.title)) ?? [];
    expect(titles).toHaveLength(20);
    expect(titles.filter((event) => event >= 100).length).toBeGreaterThanOrEqual(7);
  });
});
