import { describe, expect, it } from 'vitest';
import { articleFixture } from '../../../../test/fixtures.ts';
import { keyAction } from './use-list-keys.ts';

const rows = [1, 2, 3].map((n) => articleFixture(n));
const [first, second] = rows;

const press = (key: string, selectedId: string | null, openId: string | null = null): string[] => {
  const log: string[] = [];
  const actions = {
    toggleOpen: (row: { title: string }) => log.push(`open ${row.title}`),
    setRead: (row: { title: string }, isRead: boolean) => log.push(`read ${isRead} ${row.title}`),
    setSaved: (row: { title: string }, isSaved: boolean) => log.push(`save ${isSaved} ${row.title}`),
    warm: () => undefined,
    select: () => undefined,
  };
  keyAction(key, { rows, openId, selectedId, actions })?.();
  return log;
};

describe('the keys of the list', () => {
  it('open, mark and save the selected article', () => {
    expect(press('o', first!.article_id)).toEqual([`open ${first!.title}`]);
    expect(press('m', first!.article_id)).toEqual([`read ${!first!.is_read} ${first!.title}`]);
    expect(press('s', first!.article_id)).toEqual([`save ${!first!.is_saved} ${first!.title}`]);
  });

  it('act on the open article where none is selected, and Escape closes it', () => {
    expect(press('m', null, second!.article_id)).toEqual([`read ${!second!.is_read} ${second!.title}`]);
    expect(press('Escape', first!.article_id, second!.article_id)).toEqual([`open ${second!.title}`]);
  });

  it('do nothing without an article, and other keys do nothing at all', () => {
    expect(press('o', null)).toEqual([]);
    expect(press('Escape', first!.article_id)).toEqual([]);
    expect(press('x', first!.article_id)).toEqual([]);
  });
});
