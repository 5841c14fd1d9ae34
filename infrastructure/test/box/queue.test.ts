import { describe, expect, it } from 'vitest';
import { createQueue, type QueueOptions } from '../../box/queue.ts';

const VISIBILITY = 60;
const makeQueues = (options: Partial<QueueOptions> = {}) => {
  const clock = { ms: 0 };
  const common = { visibilitySeconds: VISIBILITY, now: () => clock.ms };
  const dead = createQueue({ name: 'dead', retentionSeconds: 1_209_600, ...common });
  const queue = createQueue({
    name: 'work',
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
});
