import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { articleFixture, feedFixture } from '../../../test/fixtures.ts';
import { type ArticlePages, createRowsOf, rowsOf, withOpenRow, withRows, withUnread } from './cache.ts';

const articles = Array.from({ length: 80 }, (_, n) => articleFixture(n));
const feeds = [1, 2, 3].map((n) => feedFixture(n));
const pagesOf = (...sizes: number[]): ArticlePages => {
  let from = 0;
  return {
    pageParams: sizes.map(String),
    pages: sizes.map((size) => {
      from += size;
      return {
        items: articles.slice(from - size, from),
        next_cursor: null,
        has_more: false,
        ranked_of: null,
      };
    }),
  };
};

describe('a mark in the loaded pages', () => {
  it('changes one row and nothing else', () => {
    const before = pagesOf(3, 3);
    const target = articles[4]!;
    const after = withRows(before, new Map([[target.article_id, { is_read: !target.is_read }]]));
    const changed = rowsOf(after).filter((row, index) => row !== rowsOf(before)[index]);
    expect(changed.map((row) => [row.article_id, row.is_read])).toEqual([
      [target.article_id, !target.is_read],
    ]);
    expect(rowsOf(before)[4]).toBe(target);
  });

  it('leaves the row in its place, whatever another list knows of when it was saved', () => {
    const before = pagesOf(3);
    const { article_id, saved_at } = articles[1]!;
    const told = { is_saved: true, saved_at: '2026-03-01T08:00:00.000Z' };
    expect(rowsOf(withRows(before, new Map([[article_id, told]])))[1]).toMatchObject({
      is_saved: true,
      saved_at,
    });
  });

  it('returns the same object for pages without the row', () => {
    const before = pagesOf(3);
    expect(withRows(before, new Map([[articles[9]!.article_id, { is_saved: true }]]))).toBe(before);
  });

  it('counts the feed’s unread up and down, never below zero', () => {
    const page = {
      items: feeds.map((feed) => ({ ...feed, unread_count: 1 })),
      next_cursor: null,
      has_more: false,
    };
    const [first, second] = feeds;
    const once = withUnread(page, new Map([[first!.feed_id, -1]]));
    expect(once.items[0]).toMatchObject({ unread_count: 0, has_unread: false });
    expect(once.items[1]).toBe(page.items[1]);
    expect(withUnread(once, new Map([[first!.feed_id, -1]])).items[0]?.unread_count).toBe(0);
    expect(withUnread(once, new Map([[second!.feed_id, 1]])).items[1]).toMatchObject({
      unread_count: 2,
      has_unread: true,
    });
  });
});

describe('the rows of the list', () => {
  it('are each shown once, although two pages contain one', () => {
    const pages = pagesOf(3, 3);
    pages.pages[1]!.items.unshift(articles[2]!);
    expect(rowsOf(pages).map((row) => row.article_id)).toEqual(
      articles.slice(0, 6).map((row) => row.article_id),
    );
    expect(rowsOf(undefined)).toEqual([]);
  });

  it('are the same whether a list grew, changed or shrank since they were asked for last', () => {
    const page = fc
      .array(fc.constantFrom(...articles.slice(0, 12)), { maxLength: 4 })
      .map((items) => ({ items, next_cursor: null, has_more: false, ranked_of: null }));
    const pools = fc.array(page, { minLength: 1, maxLength: 5 });
    const picks = fc.array(fc.array(fc.nat(4), { maxLength: 5 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pools, picks, (pool, lists) => {
        const remembering = createRowsOf();
        for (const list of lists) {
          const pages = list.flatMap((at) => pool[at] ?? []);
          expect(remembering({ pages })).toEqual(rowsOf({ pages }));
        }
        expect(remembering(undefined)).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('keep the objects of pages that a mark does not change', () => {
    const before = pagesOf(3, 3);
    const after = withRows(before, new Map([[articles[4]!.article_id, { is_read: true }]]));
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]).not.toBe(before.pages[1]);
  });

  it('always have the open article exactly once, and the others in their order', () => {
    fc.assert(
      fc.property(fc.subarray(articles), fc.nat(60), fc.nat(79), (rows, index, open) => {
        const row = articles[open]!;
        const shown = withOpenRow(rows, { row, index });
        expect(shown.filter((each) => each.article_id === row.article_id)).toHaveLength(1);
        expect(shown.filter((each) => each !== row)).toEqual(rows.filter((each) => each !== row));
      }),
    );
  });

  it('keep the open article where it was', () => {
    const rows = articles.slice(0, 4);
    const without = rows.filter((_, index) => index !== 2);
    expect(withOpenRow(without, { row: rows[2]!, index: 2 })).toEqual(rows);
    expect(withOpenRow(rows, null)).toBe(rows);
  });
});
