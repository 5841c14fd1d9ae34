import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOn, unreadOn } from './use-mark-side.ts';

const rowsOf = (marks: readonly boolean[], former: readonly boolean[] = []) =>
  marks.map((is_read, n) => ({ article_id: `a${n}`, is_read, is_former_feed: former[n] ?? false }));
const ids = (rows: readonly { article_id: string }[]) => rows.map(({ article_id }) => article_id);

describe('the unread rows beside an article', () => {
  it('are those above or below it, in the order of the list', () => {
    const rows = rowsOf([false, true, false, false, false]);
    expect(ids(unreadOn(rows, 'a3', 'above'))).toEqual(['a0', 'a2']);
    expect(ids(unreadOn(rows, 'a3', 'below'))).toEqual(['a4']);
  });

  it('are none without an article of the list', () => {
    const rows = rowsOf([false, false]);
    expect([...unreadOn(rows, null, 'above'), ...unreadOn(rows, 'b', 'below')]).toEqual([]);
  });

  it('are counted, but not below the article while the list goes on', () => {
    const rows = rowsOf([false, false, true, false, false, false]);
    const id = rows[1]?.article_id ?? null;
    expect(countOn({ rows, hasMore: false }, id, 'below')).toBe(3);
    expect(countOn({ rows, hasMore: true }, id, 'below')).toBeNull();
    expect(countOn({ rows, hasMore: true }, id, 'above')).toBe(1);
    expect(countOn({ rows, hasMore: true }, null, 'below')).toBe(0);
  });

  it('are always every unread row but the article itself and those that cannot be taken back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean())), fc.nat(), (states, n) => {
        const rows = rowsOf(
          states.map(([is_read]) => is_read),
          states.map(([, isFormer]) => isFormer),
        );
        const id = rows[n % Math.max(1, rows.length)]?.article_id ?? null;
        const both = [...unreadOn(rows, id, 'above'), ...unreadOn(rows, id, 'below')];
        const wanted = rows.filter((row) => !row.is_read && !row.is_former_feed && row.article_id !== id);
        expect(both).toEqual(wanted);
      }),
    );
  });
});
