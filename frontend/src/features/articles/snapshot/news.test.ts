import { describe, expect, it } from 'vitest';
import { articleFixture } from '../../../../test/fixtures.ts';
import { newsIn } from './look.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString();
const row = (n: number, minute: number, changes = {}) =>
  articleFixture(n, { published_at: at(minute), created_at: at(minute), ...changes });
const idOf = (n: number): string => articleFixture(n).article_id;

const rows = [row(1, 30), row(2, 20), row(3, 10)];
const byTime = { sort: 'published_at', rows, isComplete: false, asked_at: at(31) } as const;
const byImportance = { ...byTime, sort: 'importance_score' } as const;

describe('new articles of a list', () => {
  it('are those that would stand among the rows of a list by time', () => {
    const newest = [row(9, 40), row(8, 25), ...rows, row(7, 5)];
    expect(newsIn(newest, byTime)).toEqual([idOf(9), idOf(8)]);
  });

  it('are all that a list by time does not have, once it has no more pages', () => {
    expect(newsIn([...rows, row(7, 5)], { ...byTime, isComplete: true })).toEqual([idOf(7)]);
    expect(newsIn([row(7, 5)], { ...byTime, rows: [], isComplete: true })).toEqual([idOf(7)]);
  });

  it('are not the rows that move up in a list of unread articles after others were read', () => {
    expect(newsIn([row(7, 5), row(6, 4)], byTime)).toEqual([]);
  });

  it('are those that arrived after a list by importance was loaded, or waited for their scores then', () => {
    const newest = [
      row(9, 40),
      row(8, 15),
      row(7, 5, { created_at: new Date(Date.parse(at(31)) - 30_000).toISOString() }),
    ];
    expect(newsIn(newest, byImportance)).toEqual([idOf(9), idOf(7)]);
  });

  it('are not the articles that a story of the list has folded in', () => {
    const others = [{ article_id: idOf(9), feed_id: '1', feed_title: '', title: '', link: null }];
    const story = { story_id: 's', size: 2, other_sources: 1, others };
    expect(newsIn([row(9, 40)], { ...byTime, rows: [row(1, 30, { story })] })).toEqual([]);
  });
});
