import { expect, it, vi } from 'vitest';
import { feedFixture } from '../../../test/fixtures.ts';
import { loadEveryLanguage } from '../../lib/i18n/languages.ts';
import { type Deeds, paletteItems, matching } from './items.ts';

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
