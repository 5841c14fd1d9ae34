import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../../../backend/test/harness/property-runs.ts';
import { type Deeds, matching, paletteItems } from './palette-items.ts';
import { feedFixture } from '../../test/fixtures.ts';
import { loadEveryLanguage } from '../lib/i18n/languages.ts';

const entries = [
  ['Settings: Feeds', '設定: フィード'],
  ['Harbour Times'],
  ['The Harbour'],
  ['Appearance: Dark', '外観: ダーク'],
  ['Mark this list read', 'この一覧をすべて既読にする'],
  ['朝の新聞'],
].map((names) => ({ names }));
const found = (query: string) => matching(query, entries, 10).map(({ names }) => names[0]);

describe('the palette', () => {
  it('finds by words in any order, in both languages', () => {
    expect(found('dark app')).toEqual(['Appearance: Dark']);
    expect(found('外観 ダーク')).toEqual(['Appearance: Dark']);
    expect(found('既読')).toEqual(['Mark this list read']);
    expect(found('新聞')).toEqual(['朝の新聞']);
    expect(found('ﾀﾞｰｸ')).toEqual(['Appearance: Dark']);
  });

  it('has first what begins with the words, then what has them at the beginning of a word', () => {
    expect(found('har')).toEqual(['Harbour Times', 'The Harbour']);
    expect(found('times harbour')).toEqual(['Harbour Times']);
  });

  it('finds letters in their order, and nothing where a word is missing', () => {
    expect(found('hrbr')).toEqual(['The Harbour', 'Harbour Times']);
    expect(found('harbour moon')).toEqual([]);
    expect(found('')).toHaveLength(6);
  });

  it('always finds a name by itself', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const all = names.map((each) => ({ names: [each] }));
        expect(all.filter((item) => !matching(item.names[0]!, all, all.length).includes(item))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

const deeds = {
  go: vi.fn<Deeds['go']>(),
  show: vi.fn<Deeds['show']>(),
  search: vi.fn<Deeds['search']>(),
  open: vi.fn<Deeds['open']>(),
  fetchFeeds: vi.fn<Deeds['fetchFeeds']>(),
  markAll: vi.fn<Deeds['markAll']>(),
  marksOfSides: [],
  change: vi.fn<Deeds['change']>(),
};
const feeds = [feedFixture(1, { folder: 'News' }), feedFixture(2, { folder: 'News' }), feedFixture(3)];
await loadEveryLanguage();
const items = paletteItems(
  { feeds, searches: [], tags: [{ name: '気候' }], language: 'ja', isOwner: false },
  deeds,
);
const run = (query: string) => matching(query, items, 1)[0]?.run();

it('the palette goes to feeds, folders and pages, and does what is named in either language', () => {
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  run('feed 2');
  expect(deeds.go).toHaveBeenLastCalledWith({ kind: 'feed', feedId: feeds[1]!.feed_id });
  run('news');
  expect(deeds.go).toHaveBeenLastCalledWith({ kind: 'folder', name: 'News' });
  run('気候');
  expect(deeds.go).toHaveBeenLastCalledWith({ kind: 'tag', name: '気候' });
  run('settings rules');
  expect(deeds.show).toHaveBeenLastCalledWith({ page: 'settings', section: 'feeds' });
  run('設定 ルール');
  expect(deeds.show).toHaveBeenLastCalledWith({ page: 'settings', section: 'feeds' });
  run('manage feeds');
  expect(deeds.show).toHaveBeenLastCalledWith({ page: 'feeds' });
  run('ダーク');
  expect(deeds.change).toHaveBeenLastCalledWith({ theme: 'dark' });
  run('view compact');
  expect(deeds.change).toHaveBeenLastCalledWith({ view: 'compact' });
  run('language english');
  expect(deeds.change).toHaveBeenLastCalledWith({ language: 'en' });
  run('add feed');
  expect(deeds.open).toHaveBeenLastCalledWith('add-feed');
  run('既読');
  expect(deeds.markAll).toHaveBeenCalledTimes(1);
  expect(items.some(({ id }) => id === 'page-owner')).toBe(false);
  const owners = paletteItems(
    { feeds, searches: [], tags: [{ name: '気候' }], language: 'ja', isOwner: true },
    deeds,
  );
  matching('owner', owners, 1)[0]?.run();
  expect(deeds.show).toHaveBeenLastCalledWith({ page: 'owner' });
  run('fetch');
  expect(deeds.fetchFeeds).toHaveBeenCalledTimes(1);
});
