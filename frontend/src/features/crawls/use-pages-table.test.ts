import { describe, expect, it } from 'vitest';
import { columnIds, plainView } from './view.ts';
import { usualColumns } from './page-columns.tsx';
import { finderOf, planOf, toggled } from './use-pages-table.tsx';

const byTime = { column: 'time', is_descending: true } as const;

describe('the rows of a table of pages', () => {
  it('come in the order of the server where it has one, and are loaded as the reader scrolls', () => {
    expect(planOf(plainView, null)).toEqual({
      list: { state: null, status_code: null, content_hash: null, sort: 'oldest' },
      sort: null,
      sortsItself: false,
      needsAll: false,
      isOfCompleted: false,
    });
    expect(planOf({ ...plainView, status_code: 404 }, byTime)).toMatchObject({
      list: { status_code: 404, sort: 'slowest' },
      sort: byTime,
      sortsItself: false,
      needsAll: false,
      isOfCompleted: true,
    });
    expect(planOf({ ...plainView, sort: { column: 'found', is_descending: true } }, byTime).list.sort).toBe(
      'newest',
    );
  });

  it('are all loaded for any other order, and for a search', () => {
    for (const sort of [
      { column: 'time', is_descending: false },
      { column: 'words', is_descending: true },
    ] as const)
      expect(planOf({ ...plainView, sort }, null)).toMatchObject({
        list: { sort: 'oldest' },
        sortsItself: true,
        needsAll: true,
      });
    expect(planOf({ ...plainView, find: 'shop' }, null)).toMatchObject({
      sortsItself: false,
      needsAll: true,
    });
    expect(planOf({ ...plainView, find: ' ' }, null).needsAll).toBe(false);
  });

  it('are never asked for in an order that leaves out the state that the reader chose', () => {
    expect(planOf({ ...plainView, state: 'error' }, byTime)).toMatchObject({
      list: { state: 'error', sort: 'oldest' },
      sortsItself: true,
    });
    expect(planOf({ ...plainView, state: 'completed' }, byTime)).toMatchObject({
      list: { state: 'completed', sort: 'slowest' },
      isOfCompleted: false,
    });
  });

  it('are found by a part of their address or title', () => {
    const page = { url: 'https://example.com/Shop?id=7', title: 'Die Ähre' };
    for (const text of ['', ' shop ', '?ID=7', 'ähre', 'DIE']) expect(finderOf(text)(page)).toBe(true);
    expect(finderOf('none')(page)).toBe(false);
    expect(finderOf('ähre')({ ...page, title: null })).toBe(false);
  });

  it('always show the column of the page', () => {
    const more = toggled(columnIds, usualColumns, 'server');
    expect(more).toEqual(columnIds.filter((id) => id === 'server' || usualColumns.includes(id)));
    expect(toggled(columnIds, more, 'server')).toEqual(usualColumns);
    expect(toggled(columnIds, ['page'], 'page')).toEqual(['page']);
  });
});
