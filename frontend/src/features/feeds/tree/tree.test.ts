import { type Feed, comparePositions } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { feedFixture } from '../../../../test/fixtures.ts';
import { treeOf, positionsFor } from '../folders.ts';
import { edgeAt, planDrop } from './use-dragging.ts';
import { type TreeLine, isSameLine, linesOf, nameOf } from './lines.ts';
import { findTyped, treeAct, createTyping } from './use-tree-focus.ts';

const feeds = [
  ['Alpha', 'News', 2],
  ['Beta', 'News', 0],
  ['Gamma', 'Science', 0],
  ['Delta', null, 1],
  ['Echo', null, 0],
].map(([title, folder, unread], n) =>
  feedFixture(n, {
    title: String(title),
    folder: folder === null ? null : String(folder),
    unread_count: Number(unread),
    has_unread: Number(unread) > 0,
  }),
);
const tree = treeOf(feeds, 'en');
const choice = { isOpen: (_folder: string) => true, isUnreadOnly: false, current: null };
const lines = linesOf(tree, choice);
const names = (shown: readonly TreeLine[]) => shown.map(nameOf);
const named = (name: string, among = lines) => among.find((line) => nameOf(line) === name)!;
const keyNamed = (name: string) => named(name).key;

describe('the lines of the sidebar', () => {
  it('are the same lines after a read mark, but for that of the feed and of its folder', () => {
    const marked = feeds.map((feed) => (feed.title === 'Alpha' ? { ...feed, unread_count: 1 } : feed));
    const after = linesOf(treeOf(marked, 'en'), choice);
    expect(names(lines.filter((line, at) => !isSameLine(line, after[at]!)))).toEqual(['News', 'Alpha']);
  });

  it('are other lines at another place, under another name, and when their folder is closed', () => {
    const [news, alpha, beta] = [named('News'), named('Alpha'), named('Beta')];
    expect(isSameLine(alpha, beta)).toBe(false);
    expect(isSameLine(alpha, { ...alpha, place: 2 })).toBe(false);
    expect(isSameLine(news, alpha)).toBe(false);
    expect(isSameLine(news, named('News', linesOf(tree, { ...choice, isOpen: () => false })))).toBe(false);
  });

  it('are the folders with their feeds, then the feeds without a folder', () => {
    expect(names(lines)).toEqual(['News', 'Alpha', 'Beta', 'Science', 'Gamma', 'Delta', 'Echo']);
    expect(lines.map(({ level, place, of }) => [level, place, of])).toEqual([
      [1, 1, 4],
      [2, 1, 2],
      [2, 2, 2],
      [1, 2, 4],
      [2, 1, 1],
      [1, 3, 4],
      [1, 4, 4],
    ]);
    expect(names(linesOf(tree, { ...choice, isOpen: (folder) => folder !== 'News' }))).toEqual([
      'News',
      'Science',
      'Gamma',
      'Delta',
      'Echo',
    ]);
  });

  it('are, of unread only, those with unread articles and the one that is shown', () => {
    expect(names(linesOf(tree, { ...choice, isUnreadOnly: true }))).toEqual(['News', 'Alpha', 'Delta']);
    const current = { kind: 'feed', feedId: feeds[2]!.feed_id } as const;
    expect(names(linesOf(tree, { ...choice, isUnreadOnly: true, current }))).toEqual([
      'News',
      'Alpha',
      'Science',
      'Gamma',
      'Delta',
    ]);
    expect(
      names(linesOf(tree, { ...choice, isUnreadOnly: true, current: { kind: 'folder', name: 'Science' } })),
    ).toEqual(['News', 'Alpha', 'Science', 'Delta']);
  });
});

describe('the keys of the tree', () => {
  const press = (key: string, on: string, among = lines) => treeAct(key, among, keyNamed(on));

  it('go up, down, to the first and to the last line', () => {
    expect(press('ArrowDown', 'News')).toEqual({ kind: 'go', key: keyNamed('Alpha') });
    expect(press('ArrowUp', 'Science')).toEqual({ kind: 'go', key: keyNamed('Beta') });
    expect(press('Home', 'Echo')).toEqual({ kind: 'go', key: keyNamed('News') });
    expect(press('End', 'News')).toEqual({ kind: 'go', key: keyNamed('Echo') });
    expect(press('ArrowUp', 'News')).toBeNull();
    expect(press('ArrowDown', 'Echo')).toBeNull();
  });

  it('close and open a folder, lead into it and out of it, and to the menu of a feed', () => {
    const closed = linesOf(tree, { ...choice, isOpen: (folder) => folder !== 'News' });
    expect(press('ArrowRight', 'News', closed)).toEqual({ kind: 'toggle', name: 'News' });
    expect(press('ArrowLeft', 'News', closed)).toBeNull();
    expect(press('ArrowRight', 'News')).toEqual({ kind: 'go', key: keyNamed('Alpha') });
    expect(press('ArrowLeft', 'News')).toEqual({ kind: 'toggle', name: 'News' });
    expect(press('ArrowLeft', 'Beta')).toEqual({ kind: 'go', key: keyNamed('News') });
    expect(press('ArrowLeft', 'Delta')).toBeNull();
    expect(press('ArrowRight', 'Beta')).toEqual({ kind: 'menu' });
    expect(press('x', 'Beta')).toBeNull();
  });

  it('find a name by its first letters, and the next one by the same letter again', () => {
    const more = linesOf(treeOf([...feeds, feedFixture(9, { title: 'Dingo' })], 'en'), choice);
    expect(findTyped('g', more, keyNamed('News'))).toBe(keyNamed('Gamma'));
    expect(findTyped('d', more, keyNamed('Delta'))).toBe(named('Dingo', more).key);
    expect(findTyped('dd', more, named('Dingo', more).key)).toBe(keyNamed('Delta'));
    expect(findTyped('di', more, keyNamed('Delta'))).toBe(named('Dingo', more).key);
    expect(findTyped('zz', more, null)).toBeNull();
  });
});

describe('letters in the tree', () => {
  /** Presses keys, each 100 ms after the one before it unless it says otherwise, and returns what each does. */
  const type = (...keys: (string | [key: string, after: number])[]) => {
    const typing = createTyping();
    let now = 0;
    return keys.map((pressed) => {
      const [key, after] = typeof pressed === 'string' ? [pressed, 100] : pressed;
      now += after;
      const typed = typing(key, now, lines, keyNamed('News'));
      return typed.kind === 'go' ? typed.key : typed.kind;
    });
  };

  it('lead to a name, and are keys of the page if no name begins with them', () => {
    expect(type('e', 'c')).toEqual([keyNamed('Echo'), keyNamed('Echo')]);
    expect(type('u', 'j')).toEqual(['through', 'through']);
    expect(type('e', 'x', ['x', 800])).toEqual([keyNamed('Echo'), 'nothing', 'through']);
  });

  it('leave chords alone', () => {
    expect(type('g', 'a')).toEqual(['through', 'through']);
    expect(type('g', ['a', 1_600])).toEqual(['through', keyNamed('Alpha')]);
    expect(type('g', 'a', 'a')).toEqual(['through', 'through', keyNamed('Alpha')]);
  });
});

describe('a drop in the sidebar', () => {
  const plan = (dragged: string, over: string, edge: 'before' | 'into' | 'after') =>
    planDrop(tree, named(dragged), named(over), edge);
  const result = (dragged: string, over: string, edge: 'before' | 'into' | 'after') => {
    const planned = plan(dragged, over, edge);
    if (planned?.kind !== 'feed') return planned;
    const { folder, items, from, to } = planned;
    return [folder, names2(items.toSpliced(from, 1).toSpliced(to, 0, items[from]!))];
  };
  const names2 = (items: readonly Feed[]) => items.map(({ title }) => title);

  it('has three parts over a folder, and two over a feed', () => {
    expect([2, 14, 26].map((y) => edgeAt(y, 28, true))).toEqual(['before', 'into', 'after']);
    expect([2, 13, 15, 26].map((y) => edgeAt(y, 28, false))).toEqual(['before', 'before', 'after', 'after']);
  });

  it('files a feed in a folder, in another one, or in none', () => {
    expect(result('Delta', 'News', 'into')).toEqual(['News', ['Alpha', 'Beta', 'Delta']]);
    expect(result('Delta', 'Beta', 'before')).toEqual(['News', ['Alpha', 'Delta', 'Beta']]);
    expect(result('Gamma', 'Alpha', 'before')).toEqual(['News', ['Gamma', 'Alpha', 'Beta']]);
    expect(result('Alpha', 'Echo', 'after')).toEqual([null, ['Delta', 'Echo', 'Alpha']]);
  });

  it('sorts feeds within their folder, and changes nothing where nothing moves', () => {
    expect(result('Beta', 'Alpha', 'before')).toEqual(['News', ['Beta', 'Alpha']]);
    expect(result('Alpha', 'Beta', 'after')).toEqual(['News', ['Beta', 'Alpha']]);
    expect(plan('Alpha', 'Beta', 'before')).toBeNull();
    expect(plan('Alpha', 'News', 'into')).toBeNull();
    expect(plan('Alpha', 'Alpha', 'after')).toBeNull();
  });

  it('sorts folders, over another folder or over its feeds', () => {
    expect(plan('Science', 'News', 'before')).toEqual({ kind: 'folder', from: 1, to: 0 });
    expect(plan('News', 'Gamma', 'before')).toEqual({ kind: 'folder', from: 0, to: 1 });
    expect(plan('News', 'Echo', 'after')).toEqual({ kind: 'folder', from: 0, to: 1 });
    expect(plan('News', 'Science', 'before')).toBeNull();
    expect(plan('News', 'Beta', 'after')).toBeNull();
  });

  it('always leads to the order that was shown, whatever the positions are', () => {
    const position = fc.option(fc.integer({ min: -2, max: 2 }), { nil: null });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(position, fc.constantFrom(null, 'A', 'B')), { minLength: 2, maxLength: 8 }),
        fc.nat(20),
        fc.nat(20),
        fc.constantFrom('before' as const, 'into' as const, 'after' as const),
        (given, a, b, edge) => {
          const some = given.map(([at, folder], n) => feedFixture(n, { position: at, folder }));
          const before = treeOf(some, 'en');
          const shown = linesOf(before, choice);
          const [dragged, over] = [shown[a % shown.length]!, shown[b % shown.length]!];
          const planned = planDrop(before, dragged, over, edge);
          if (planned?.kind !== 'feed') return;
          const asked = planned.items.toSpliced(planned.from, 1);
          asked.splice(planned.to, 0, planned.feed);
          const moved = new Map(
            positionsFor(planned.items, planned.from, planned.to).map((one) => [
              one.item.feed_id,
              one.position,
            ]),
          );
          const after = planned.items
            .map((feed) => ({ ...feed, position: moved.get(feed.feed_id) ?? feed.position }))
            .toSorted(
              (x, y) => comparePositions(x, y) || x.title.localeCompare(y.title, 'en', { numeric: true }),
            );
          // A feed that stays last among feeds without positions has its name decide.
          if (planned.from === planned.to) return;
          expect(names2(after)).toEqual(names2(asked));
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
