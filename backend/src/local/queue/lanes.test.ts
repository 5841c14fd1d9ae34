import { describe, expect, it } from 'vitest';
import { createLanes, type Waiting } from './lanes.ts';

const message = (message_id: string, visible_at = 0): Waiting => ({ message_id, sequence: 0, visible_at });
const ids = (messages: Waiting[]) => messages.map(({ message_id }) => message_id);

describe('lanes', () => {
  it('fill a batch from several lanes, each in its order', () => {
    const lanes = createLanes();
    for (const id of ['a1', 'a2', 'b1', 'a3', 'c1']) lanes.add(id.slice(0, 1), message(id));
    expect(ids(lanes.take(4, 0))).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(ids(lanes.take(4, 0))).toEqual(['c1']);
    expect(ids(lanes.take(4, 0))).toEqual([]);
  });

  it('stop at a message that is not yet visible', () => {
    const lanes = createLanes();
    for (const [id, at] of [
      ['a1', 0],
      ['a2', 10],
      ['a3', 0],
    ] as const)
      lanes.add('a', message(id, at));
    expect(ids(lanes.take(9, 0))).toEqual(['a1']);
  });

  it('stay locked until released, even after their taken messages are removed and others added', () => {
    const lanes = createLanes();
    const first = message('a1');
    lanes.add('a', first);
    expect(ids(lanes.take(9, 0))).toEqual(['a1']);
    lanes.remove('a', first);
    lanes.add('a', message('a2'));
    expect(ids(lanes.take(9, 0))).toEqual([]);
    lanes.release(['a'], 0);
    expect(ids(lanes.take(9, 0))).toEqual(['a2']);
  });

  it('return the time at which the next message becomes visible', () => {
    const lanes = createLanes();
    expect(lanes.nextVisibleAt()).toBeNull();
    lanes.add('a', message('a1', 30));
    lanes.add('b', message('b1', 20));
    expect(lanes.nextVisibleAt()).toBe(20);
    expect(ids(lanes.take(9, 20))).toEqual(['b1']);
    expect(lanes.nextVisibleAt()).toBe(30);
  });
});
