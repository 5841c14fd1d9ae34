import { expect, it } from 'vitest';
import { countDays } from '../details/fetch-days.tsx';
import { figuresBy } from './figures.ts';

const since = '2026-01-30T12:00:00.000Z';

it('the share of a feed is its part of what was read, and unknown where nothing was', () => {
  const items = [
    { feed_id: 'a', read_count: 3, came_count: 5, mean_importance: 41.5 },
    { feed_id: 'b', read_count: 1, came_count: 5, mean_importance: null },
  ];
  const figures = figuresBy({ since, read_count: 4, is_complete: true, items, hours: [], keywords: [] });
  expect(['a', 'b', 'c'].map(figures)).toEqual([
    { share: 0.75, importance: 41.5 },
    { share: 0.25, importance: null },
    { share: 0, importance: null },
  ]);
  expect(
    figuresBy({ since, read_count: 0, is_complete: true, items, hours: [], keywords: [] })('a').share,
  ).toBeNull();
  expect(figuresBy(undefined)('a')).toEqual({ share: null, importance: null });
});

it('days are counted by outcome', () => {
  const days = (['new', 'failed', 'new', 'none'] as const).map((outcome) => ({ outcome }));
  expect(countDays(days)).toEqual({ new: 2, unchanged: 0, failed: 1, none: 1 });
});
