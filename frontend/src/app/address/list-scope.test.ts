import { describe, expect, it } from 'vitest';
import { feedFixture } from '../../../test/fixtures.ts';
import { dictionaries } from '../../../test/texts.ts';
import { type View, feedsIn, changeTo, placeOf, titleOf } from './list-scope.ts';

const { en } = dictionaries;

const feeds = ['News', 'Science', 'News', null, 'News'].map((folder, n) => feedFixture(n, { folder }));
const [first] = feeds;
const opening: View = {
  sort: 'importance_score',
  filter: 'all',
  feed_id: null,
  folder: null,
  tag: null,
  article_id: null,
};

describe('the place of a view in the sidebar', () => {
  it('is that of the view last chosen', () => {
    const places = [
      { kind: 'all' },
      { kind: 'saved' },
      { kind: 'feed', feedId: first!.feed_id },
      { kind: 'folder', name: 'News' },
      { kind: 'tag', name: '気候' },
    ] as const;
    for (const from of places) {
      for (const to of places) {
        const here = { ...opening, ...changeTo(from, opening, 'unread') };
        expect(placeOf({ ...here, ...changeTo(to, here, 'unread') })).toEqual(to);
      }
    }
  });

  it('keeps the filter between feeds, and closes the open article', () => {
    const view = { ...opening, filter: 'unread' as const, article_id: '1'.repeat(19) };
    expect(changeTo({ kind: 'folder', name: 'News' }, view, 'all')).toMatchObject({
      filter: 'unread',
      article_id: null,
    });
    const saved: View = { ...view, filter: 'saved' };
    expect(changeTo({ kind: 'all' }, saved, 'all')).toMatchObject({ filter: 'all' });
    expect(changeTo({ kind: 'all' }, saved, 'unread')).toMatchObject({ filter: 'unread' });
    expect(changeTo({ kind: 'all' }, saved, 'saved')).toMatchObject({ filter: 'all' });
  });

  it('has feeds and a title', () => {
    expect(feedsIn({ kind: 'folder', name: 'News' }, feeds).map((feed) => feed.folder)).toEqual([
      'News',
      'News',
      'News',
    ]);
    expect(titleOf(en, { kind: 'feed', feedId: first!.feed_id }, feeds)).toBe(first!.title);
    expect(titleOf(en, { kind: 'feed', feedId: 'gone' }, feeds)).toBe('');
  });
});
