import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedFixture } from '../../../test/fixtures.ts';
import { dictionaries } from '../../../test/texts.ts';
import { treeOf } from './folders.ts';
import { troubleOf } from './feed-notice.tsx';

const { en } = dictionaries;

const feeds = [
  ['Loose Ends', null],
  ['Weather Desk', 'Science'],
  ['Harbour Times', 'News'],
  ['Field & Orbit', 'Science'],
  ['Byte Garden', 'Technology'],
].map(([title, folder], n) => feedFixture(n, { title: title ?? '', folder: folder ?? null }));

describe('the tree of feeds', () => {
  it('always holds every feed once and counts every unread article once', () => {
    const some = fc.subarray(feeds).chain((chosen) =>
      fc
        .array(fc.tuple(fc.option(fc.constantFrom('A', 'b', '日')), fc.nat(9)), {
          minLength: chosen.length,
          maxLength: chosen.length,
        })
        .map((parts) =>
          chosen.map((feed, index) => ({
            ...feed,
            folder: parts[index]![0],
            unread_count: parts[index]![1],
          })),
        ),
    );
    fc.assert(
      fc.property(some, (chosen) => {
        const tree = treeOf(chosen, 'en');
        const shown = [...tree.folders.flatMap((folder) => folder.feeds), ...tree.loose];
        expect(shown.map((feed) => feed.feed_id).toSorted()).toEqual(
          chosen.map((feed) => feed.feed_id).toSorted(),
        );
        expect(tree.unread).toBe(chosen.reduce((sum, feed) => sum + feed.unread_count, 0));
      }),
    );
  });

  it('sorts folders and feeds by name', () => {
    const tree = treeOf(feeds, 'en');
    expect(tree.folders.map((folder) => folder.name)).toEqual(['News', 'Science', 'Technology']);
    expect(tree.folders[1]?.feeds.map((feed) => feed.title)).toEqual(['Field & Orbit', 'Weather Desk']);
  });
});

describe('the reader’s order', () => {
  it('has folders and feeds with a position first, and the others by name', () => {
    const placed = feeds.map((feed) => (feed.title === 'Weather Desk' ? { ...feed, position: 5 } : feed));
    const tree = treeOf(placed, 'en', new Map([['Technology', -1]]));
    expect(tree.folders.map((folder) => folder.name)).toEqual(['Technology', 'News', 'Science']);
    expect(tree.folders[2]?.feeds.map((feed) => feed.title)).toEqual(['Weather Desk', 'Field & Orbit']);
  });
});

describe('the problem of a feed', () => {
  const [well] = feeds;
  it('is nothing for one that works', () => {
    expect(troubleOf(en, well!)).toBeNull();
  });
  it('names the cause and what Omomi does', () => {
    expect(troubleOf(en, { ...well!, error_code: 'timed_out' })).toMatchObject({
      kind: 'failing',
      why: 'The site took too long to answer. Omomi keeps trying by itself.',
    });
    expect(troubleOf(en, { ...well!, error_code: 'gone', fetch_status: 'stopped' })?.kind).toBe('stopped');
    expect(troubleOf(en, { ...well!, error_code: 'gone', is_active: false })?.kind).toBe('paused');
  });
});
