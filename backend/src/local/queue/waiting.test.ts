import { describe, expect, it } from 'vitest';
import { createWaiting } from './queue-memory.ts';

const message = (id: string, visible_at = 0) => ({ id, visible_at });
const ids = (messages: { id: string }[]) => messages.map(({ id }) => id);

describe('waiting messages', () => {
  it('leave in the order in which they became visible, no more at once than asked for', () => {
    const waiting = createWaiting<ReturnType<typeof message>>();
    for (const id of ['a', 'b', 'c']) waiting.add(message(id));
    waiting.add(message('later', 10));
    expect(ids(waiting.take(2, 0))).toEqual(['a', 'b']);
    waiting.add(message('d'));
    expect(ids(waiting.take(9, 0))).toEqual(['c', 'd']);
    expect(waiting.take(9, 9)).toEqual([]);
    waiting.add(message('e', 10));
    expect(ids(waiting.take(9, 10))).toEqual(['later', 'e']);
  });

  it('leave alone and one at a time if they are suspects, while others go on', () => {
    const waiting = createWaiting<ReturnType<typeof message>>(({ id }) => id.startsWith('suspect'));
    for (const id of ['a', 'suspect 1', 'b', 'suspect 2', 'c']) waiting.add(message(id));
    expect(ids(waiting.take(9, 0))).toEqual(['a', 'b', 'c']);
    const [first] = waiting.take(9, 0);
    expect(first?.id).toBe('suspect 1');
    waiting.add(message('d'));
    expect(ids(waiting.take(9, 0))).toEqual(['d']);
    waiting.release(first!);
    expect(ids(waiting.take(9, 0))).toEqual(['suspect 2']);
  });

  it('leave last if nobody waits for them, and no more than so many are out at once', () => {
    const waiting = createWaiting<ReturnType<typeof message>>(undefined, {
      includes: ({ id }) => id.startsWith('page'),
      most: 2,
    });
    for (const id of ['page 1', 'page 2', 'page 3', 'a', 'b']) waiting.add(message(id));
    expect(ids(waiting.take(1, 0))).toEqual(['a']);
    const taken = waiting.take(9, 0);
    expect(ids(taken)).toEqual(['b', 'page 1', 'page 2']);
    waiting.add(message('c'));
    expect(ids(waiting.take(9, 0))).toEqual(['c']);
    waiting.release(taken[1]!);
    expect(ids(waiting.take(9, 0))).toEqual(['page 3']);
  });

  it('tell the time at which the next one becomes visible', () => {
    const waiting = createWaiting<ReturnType<typeof message>>();
    expect(waiting.nextVisibleAt()).toBeNull();
    waiting.add(message('a', 30));
    waiting.add(message('b', 20));
    expect(waiting.nextVisibleAt()).toBe(20);
    expect(ids(waiting.take(9, 20))).toEqual(['b']);
    expect(waiting.nextVisibleAt()).toBe(30);
  });
});
