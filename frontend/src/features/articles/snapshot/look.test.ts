import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articleFixture } from '../../../../test/fixtures.ts';
import { rowsOf, withRows } from '../cache.ts';
import { changedRows, isReordered, listedOf } from './look.ts';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';

const rows = Array.from({ length: 40 }, (_, n) =>
  articleFixture(n, { importance_score: 40 - n, published_at: new Date(1e12 - n * 60_000).toISOString() }),
);
const pages = [rows.slice(0, 25), rows.slice(25)].map((items) => ({
  items,
  next_cursor: null,
  has_more: false,
  ranked_of: null,
}));
const anyListed = fc
  .record({
    listed: fc.shuffledSubarray(rows),
    isAll: fc.boolean(),
    filter: fc.constantFrom('all', 'unread', 'read', 'saved'),
    score: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ listed, score, ...rest }) => ({
    ...rest,
    listed: listed.map((row) => ({ ...row, importance_score: score, is_saved: true })),
  }));

describe('rows as the server has them now', () => {
  it('never move, remove or add a row', () => {
    fc.assert(
      fc.property(anyListed, ({ listed, isAll, filter }) => {
        const changed = changedRows(rows, listedOf(listed, 'importance_score', isAll), filter);
        const after = rowsOf(withRows({ pages }, changed));
        expect(after.map(({ article_id }) => article_id)).toEqual(rows.map(({ article_id }) => article_id));
        for (const row of listed)
          expect(after.find(({ article_id }) => article_id === row.article_id)).toEqual(row);
      }),
      { numRuns: runs(200) },
    );
  });

  it('are read if a list of unread articles no longer has them, as far as the server was asked', () => {
    const listed = listedOf(rows.slice(2, 5), 'published_at', false);
    expect([...changedRows(rows, listed, 'unread').values()].filter(({ is_read }) => is_read)).toEqual(
      rows.slice(0, 2).map((row) => ({ ...row, is_read: true })),
    );
    expect([...changedRows(rows, listed, 'all').values()].some(({ is_read }) => is_read)).toBe(false);
    const all = listedOf([], 'published_at', true);
    expect(changedRows(rows, all, 'unread').size).toBe(rows.length);
  });

  it('are in another order if one stands before another that it stood behind', () => {
    const listed = (of: typeof rows) => listedOf(of, 'importance_score', false);
    expect(isReordered(rows, listed(rows.slice(0, 10)))).toBe(false);
    expect(isReordered(rows, listed([articleFixture(99), ...rows.slice(3, 10)]))).toBe(false);
    expect(isReordered(rows, listed([rows[2]!, rows[1]!]))).toBe(true);
  });
});
