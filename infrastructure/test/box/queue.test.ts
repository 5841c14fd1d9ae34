import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../backend/test/harness/property-runs.ts';
import { createQueue, type QueueOptions } from '../../box/queue.ts';

const VISIBILITY = 60;
const makeQueues = (options: Partial<QueueOptions> = {}) => {
  const clock = { ms: 0 };
  const common = { visibilitySeconds: VISIBILITY, now: () => clock.ms };
  const dead = createQueue({ name: 'dead', isFifo: false, retentionSeconds: 1_209_600, ...common });
  const queue = createQueue({
    name: 'work',
    isFifo: false,
    retentionSeconds: 345_600,
    redrive: { to: dead, maxReceives: 3 },
    ...common,
    ...options,
  });
  return { queue, dead, clock };
};
const bodies = (messages: { body: string }[]) => messages.map(({ body }) => body);

describe('a queue of the box', () => {
  it('hides a received message until its time is over, and counts its deliveries', () => {
    const { queue, clock } = makeQueues();
    queue.send({ body: 'a' });
    expect(queue.receive(10)).toMatchObject([{ body: 'a', receives: 1 }]);
    expect(queue.receive(10)).toEqual([]);
    expect(queue.counts()).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
    clock.ms += VISIBILITY * 1000 - 1;
    expect(queue.receive(10)).toEqual([]);
    clock.ms += 1;
    expect(queue.receive(10)).toMatchObject([{ body: 'a', receives: 2 }]);
  });

  it('changes how long it is hidden, and takes no handle of an earlier delivery', () => {
    const { queue, clock } = makeQueues();
    queue.send({ body: 'a' });
    const [first] = queue.receive(1);
    expect(queue.changeVisibility(first!.receipt!, 5)).toBe(true);
    clock.ms += 5000;
    const [second] = queue.receive(1);
    expect(queue.delete(first!.receipt!)).toBe(false);
    expect(queue.changeVisibility(first!.receipt!, 0)).toBe(false);
    expect(queue.delete(second!.receipt!)).toBe(true);
    expect(queue.counts()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('delivers a delayed message after its delay, and forgets what is older than its retention', () => {
    const { queue, clock } = makeQueues({ retentionSeconds: 100 });
    queue.send({ body: 'later', delaySeconds: 30 });
    expect(queue.receive(10)).toEqual([]);
    expect(queue.counts()).toMatchObject({ delayed: 1, inFlight: 0 });
    clock.ms += 30_000;
    expect(bodies(queue.receive(10))).toEqual(['later']);
    clock.ms += 70_000;
    expect(queue.receive(10)).toEqual([]);
  });

  it('moves a message to the dead letters instead of delivering it once more than is allowed', () => {
    const { queue, dead, clock } = makeQueues();
    queue.send({ body: 'a' });
    const deliveries = Array.from({ length: 5 }, () => {
      clock.ms += VISIBILITY * 1000;
      return queue.receive(1).length;
    });
    expect(deliveries).toEqual([1, 1, 1, 0, 0]);
    expect(dead.drain()).toMatchObject([{ body: 'a', receives: 0 }]);
  });

  it('drops a copy within five minutes, and answers with the id of what it is a copy of', () => {
    const { queue, clock } = makeQueues({ isFifo: true });
    const send = () => queue.send({ body: 'a', group: 'g', deduplication: 'd' });
    const id = send();
    clock.ms += 5 * 60_000 - 1;
    expect(send()).toBe(id);
    clock.ms += 1;
    expect(send()).not.toBe(id);
    expect(queue.counts().visible).toBe(2);
  });

  it('never delivers of a group of which a message is hidden, and always in the order of sending', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('send' as const), group: fc.constantFrom('x', 'y', 'z') }),
      fc.record({ do: fc.constant('receive' as const), most: fc.integer({ min: 1, max: 10 }) }),
      fc.record({ do: fc.constant('delete' as const), at: fc.nat(20) }),
      fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { queue, clock } = makeQueues({ isFifo: true, redrive: undefined });
        let sent = 0;
        let held: { receipt: string; group: string; number: number; until: number }[] = [];
        const done = new Set<number>();
        const deleted: boolean[] = [];
        for (const each of steps) {
          if (each.do === 'send')
            queue.send({ body: String((sent += 1)), group: each.group, deduplication: String(sent) });
          if (each.do === 'wait') clock.ms += each.seconds * 1000;
          held = held.filter(({ until }) => until > clock.ms);
          if (each.do === 'delete' && held.length > 0) {
            const one = held.splice(each.at % held.length, 1)[0]!;
            deleted.push(queue.delete(one.receipt));
            done.add(one.number);
          }
          if (each.do !== 'receive') continue;
          const groups = new Set(held.map(({ group }) => group));
          const received = queue.receive(each.most).map(({ body, group, receipt }) => ({
            receipt: receipt!,
            group: group!,
            number: Number(body),
            until: clock.ms + VISIBILITY * 1000,
          }));
          for (const { group, number } of received) {
            expect(groups.has(group)).toBe(false);
            expect(done.has(number)).toBe(false);
          }
          for (const name of ['x', 'y', 'z']) {
            const numbers = received.filter(({ group }) => group === name).map(({ number }) => number);
            expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          }
          held.push(...received);
        }
        expect(deleted.every(Boolean)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});
