import { describe, expect, it, vi } from 'vitest';
import { articleFixture } from '../../../../test/fixtures.ts';
import { earlyKey, isDue, keyAction } from './use-list-keys.ts';

const rows = [1, 2, 3].map((n) => articleFixture(n));
const [first, second] = rows;

const press = (
  key: string,
  selectedId: string | null,
  openId: string | null = null,
  hasField = false,
  mode: 'in_place' | 'beside' | 'over' = 'in_place',
  pagesLeft = 0,
): string[] => {
  const log: string[] = [];
  const actions = {
    mode,
    press: () => undefined,
    toggleOpen: (row: { title: string }) => log.push(`open ${row.title}`),
    setRead: (row: { title: string }, isRead: boolean) => log.push(`read ${isRead} ${row.title}`),
    setSaved: (row: { title: string }, isSaved: boolean) => log.push(`save ${isSaved} ${row.title}`),
    visit: (link: string) => log.push(`visit ${link}`),
    warm: () => undefined,
    select: (articleId: string) => log.push(`select ${articleId}`),
    addressOf: (articleId: string) => `/?article=${articleId}`,
  };
  const leave = { onLeave: () => log.push('leave') };
  const pages = { isAtEnd: () => pagesLeft === 0, turnPage: (by: 1 | -1) => void log.push(`page ${by}`) };
  keyAction(key, { rows, openId, selectedId, actions, ...(hasField ? leave : {}) }, pages)?.();
  return log;
};

// There is no page here, so that going to a row can only be seen by what it does to the list.
vi.stubGlobal('document', { getElementById: () => null });

const at = (selectedId: string | null, loaded = rows, openId: string | null = null) => ({
  rows: loaded,
  openId,
  selectedId,
  actions: { mode: 'in_place' } as never,
});

describe('a key that leads beyond the rows that are loaded', () => {
  const last = rows[2]!.article_id;
  const more = [...rows, articleFixture(4)];

  const pages = (isAtEnd: boolean) => ({ isAtEnd: () => isAtEnd, turnPage: () => undefined });
  const [atEnd, inText] = [pages(true), pages(false)];

  it('is kept on the last row alone', () => {
    expect(earlyKey('j', at(last), inText)).toEqual({ key: 'j', on: last });
    expect(earlyKey('n', at(last), inText)).toEqual({ key: 'n', on: last });
    expect(['k', 'p', 'o', ' '].map((key) => earlyKey(key, at(last), atEnd))).toEqual(Array(4).fill(null));
    expect([second!.article_id, null].map((id) => earlyKey('j', at(id), atEnd))).toEqual([null, null]);
  });

  it('is the space at the end of the last open article, wherever the selection is', () => {
    expect(earlyKey(' ', at(last, rows, last), atEnd)).toEqual({ key: ' ', on: last });
    expect(earlyKey(' ', at(null, rows, last), atEnd)).toEqual({ key: ' ', on: last });
    expect(earlyKey(' ', at(last, rows, last), inText)).toBe(null);
    expect(earlyKey(' ', at(last, rows, second!.article_id), atEnd)).toBe(null);
  });

  it('counts once rows have come after it, unless the reader has gone elsewhere', () => {
    const early = { key: 'j', on: last };
    expect(isDue(early, at(last), atEnd)).toBe(false);
    expect(isDue(early, at(last, more), atEnd)).toBe(true);
    expect(isDue(early, at(first!.article_id, more), atEnd)).toBe(false);
    expect(isDue(early, at(last, more.slice(3)), atEnd)).toBe(false);
    const space = { key: ' ', on: last };
    expect(isDue(space, at(last, more, last), atEnd)).toBe(true);
    // They have scrolled back into the text, or closed it.
    expect(isDue(space, at(last, more, last), inText)).toBe(false);
    expect(isDue(space, at(last, more), atEnd)).toBe(false);
  });
});

describe('the keys of the list', () => {
  it('open, mark and save the selected article', () => {
    expect(press('o', first!.article_id)).toEqual([`open ${first!.title}`]);
    expect(press('o', null)).toEqual([`open ${first!.title}`]);
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

  it('lead by arrows from row to row, and scroll at the ends of the list or where an open article hides it', () => {
    expect(press('ArrowDown', first!.article_id)).toEqual([`select ${second!.article_id}`]);
    expect(press('ArrowUp', second!.article_id)).toEqual([`select ${first!.article_id}`]);
    expect(press('ArrowDown', rows[2]!.article_id)).toEqual([]);
    expect(press('ArrowDown', first!.article_id, first!.article_id, false, 'beside')).toEqual([
      `select ${second!.article_id}`,
    ]);
    for (const mode of ['in_place', 'over'] as const)
      expect(press('ArrowDown', first!.article_id, first!.article_id, false, mode)).toEqual([]);
  });

  it('lead from what a search found back to its field', () => {
    expect(press('ArrowUp', first!.article_id, null, true)).toEqual(['leave']);
    expect(press('ArrowUp', second!.article_id, first!.article_id, true)).toEqual([]);
    expect(press('ArrowUp', second!.article_id, null, true)).toEqual([`select ${first!.article_id}`]);
    expect(press('Escape', second!.article_id, null, true)).toEqual(['leave']);
    expect(press('Escape', first!.article_id, first!.article_id, true)).toEqual([`open ${first!.title}`]);
    expect(press('ArrowUp', first!.article_id)).toEqual([]);
  });

  it('go to the next article and back, and show it beside the list', () => {
    expect(press('j', first!.article_id, null, false, 'beside')).toEqual([
      `open ${second!.title}`,
      `select ${second!.article_id}`,
    ]);
    expect(press('k', second!.article_id, second!.article_id, false, 'beside')).toEqual([
      `open ${first!.title}`,
      `select ${first!.article_id}`,
    ]);
    expect(press('n', first!.article_id, first!.article_id, false, 'beside')).toEqual([
      `select ${second!.article_id}`,
    ]);
  });

  it('only select while no article is open, unless it is shown beside the list', () => {
    for (const mode of ['in_place', 'over'] as const)
      for (const key of ['j', 'n'])
        expect(press(key, first!.article_id, null, false, mode)).toEqual([`select ${second!.article_id}`]);
  });

  it('go on to the next article from one that covers the list', () => {
    for (const key of ['j', 'n'])
      expect(press(key, first!.article_id, first!.article_id, false, 'over')).toEqual([
        `open ${second!.title}`,
      ]);
    expect(press('j', first!.article_id, first!.article_id)).toEqual([
      `open ${second!.title}`,
      `select ${second!.article_id}`,
    ]);
  });

  it('turn pages by space, then open the next article, and close it by u', () => {
    const id = first!.article_id;
    expect(press(' ', null, null, false, 'over')).toEqual([`open ${first!.title}`]);
    expect(press(' ', id, id, false, 'over', 1)).toEqual(['page 1']);
    expect(press(' ', id, id, false, 'over')).toEqual([`open ${second!.title}`]);
    expect(press('Shift+ ', id, id, false, 'over', 1)).toEqual(['page -1']);
    expect(press('u', id, id)).toEqual([`open ${first!.title}`]);
    expect(press('u', id)).toEqual([]);
  });

  it('do nothing without an article, and other keys do nothing at all', () => {
    expect(press('Escape', first!.article_id)).toEqual([]);
    expect(press('x', first!.article_id)).toEqual([]);
  });
});
