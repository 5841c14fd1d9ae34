import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePositions } from '@omomi/backend/contract';
import { feedFixture } from '../../../test/fixtures.ts';
import { dictionaries } from '../../../test/texts.ts';
import { treeOf, filing, positionsFor } from './folders.ts';
import { troubleOf } from './feed-notice.tsx';
import { runs } from '../../../../backend/test/harness/property-runs.ts';

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

type Item = { name: string; position: number | null };

const inOrder = (items: Item[]): Item[] =>
  items.toSorted((a, b) => comparePositions(a, b) || a.name.localeCompare(b.name));

const somePosition = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null });
const someItems = fc
  .array(somePosition, { minLength: 2, maxLength: 8 })
  .map((positions) => inOrder(positions.map((position, n) => ({ name: `item ${n}`, position }))));

describe('moving an item', () => {
  it('always leads to the order that was asked for', () => {
    fc.assert(
      fc.property(someItems, fc.nat(7), fc.nat(7), (items, a, b) => {
        const [from, to] = [a % items.length, b % items.length];
        const asked = items.toSpliced(from, 1).toSpliced(to, 0, items[from]!);
        const changes = new Map(positionsFor(items, from, to).map((one) => [one.item.name, one.position]));
        const changed = items.map((item) => ({ ...item, position: changes.get(item.name) ?? item.position }));
        expect(inOrder(changed).map(({ name }) => name)).toEqual(asked.map(({ name }) => name));
      }),
      { numRuns: runs(500) },
    );
  });

  it('changes one position where there is room', () => {
    const items = [10, 2000, 4000].map((position, n) => ({ name: `item ${n}`, position }));
    expect(positionsFor(items, 2, 1)).toEqual([{ item: items[2], position: 1005 }]);
    expect(positionsFor(items, 1, 0)).toEqual([{ item: items[1], position: -1014 }]);
    expect(positionsFor(items, 0, 0)).toEqual([]);
    expect(positionsFor(items, 0, 9)).toEqual([]);
  });
});

describe('filing a feed', () => {
  const [a, b, c] = [0, 1, 2].map((n) => feedFixture(n, { folder: 'News', position: n * 10 }));
  const feed = feedFixture(9, { folder: 'Old', position: 3 });

  it('changes its folder and its position at once', () => {
    const items = [a!, b!, c!, feed];
    expect(filing({ feed, folder: 'News', items, from: 3, to: 1 })).toEqual([
      { feed, changes: { folder: 'News', position: 5 } },
    ]);
    expect(filing({ feed, folder: null, items: [feed], from: 0, to: 0 })).toEqual([
      { feed, changes: { folder: null, position: null } },
    ]);
  });

  it('leaves the folder alone within it, and numbers others where there is no room', () => {
    const close = [a!, b!, c!].map((each, n) => ({ ...each, position: n }));
    const changes = filing({ feed: close[2]!, folder: 'News', items: close, from: 2, to: 1 });
    expect(changes[0]).toEqual({ feed: close[2], changes: { position: 2048 } });
    expect(changes.map((one) => one.feed.feed_id)).toEqual(
      [close[2], close[0], close[1]].map((one) => one!.feed_id),
    );
  });
});
