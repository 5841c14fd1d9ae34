import { describe, expect, it } from 'vitest';
import { articleFixture } from '../../../../test/fixtures.ts';
import { keyAction } from './use-list-keys.ts';

const rows = [1, 2, 3].map((n) => articleFixture(n));
const [first, second] = rows;

const press = (
  key: string,
  selectedId: string | null,
  openId: string | null = null,
  hasField = false,
): string[] => {
  const log: string[] = [];
  const actions = {
    toggleOpen: (row: { title: string }) => log.push(`open ${row.title}`),
    setRead: (row: { title: string }, isRead: boolean) => log.push(`read ${isRead} ${row.title}`),
    setSaved: (row: { title: string }, isSaved: boolean) => log.push(`save ${isSaved} ${row.title}`),
    visit: (link: string) => log.push(`visit ${link}`),
    warm: () => undefined,
    select: () => undefined,
    addressOf: (articleId: string) => `/?article=${articleId}`,
  };
  const leave = { onLeave: () => log.push('leave') };
  keyAction(key, { rows, openId, selectedId, actions, ...(hasField ? leave : {}) })?.();
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

  it('visit the source of the selected article', () => {
    expect(press('v', first!.article_id)).toEqual([`visit ${first!.link}`]);
    expect(press('v', null)).toEqual([]);
  });

  it('lead from what a search found back to its field, and leave arrows alone in other lists', () => {
    expect(press('ArrowUp', first!.article_id, null, true)).toEqual(['leave']);
    expect(press('ArrowUp', second!.article_id, first!.article_id, true)).toEqual([]);
    expect(press('Escape', second!.article_id, null, true)).toEqual(['leave']);
    expect(press('Escape', first!.article_id, first!.article_id, true)).toEqual([`open ${first!.title}`]);
    expect(press('ArrowUp', first!.article_id)).toEqual([]);
  });

  it('do nothing without an article, and other keys do nothing at all', () => {
    expect(press('o', null)).toEqual([]);
    expect(press('Escape', first!.article_id)).toEqual([]);
    expect(press('x', first!.article_id)).toEqual([]);
  });
});
