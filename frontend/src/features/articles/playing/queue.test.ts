import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, parseQueue, withLast, withNext, without } from './queue.ts';

const episode = (n: number) => ({
  kind: 'audio' as const,
  url: `https://pod.example/${n}.mp3`,
  source: `http://pod.example/${n}.mp3`,
  name: `${n}.mp3`,
  title: `Day ${n}`,
  address: `/?article=${n}`,
});
const namesOf = (queue: ReturnType<typeof parseQueue>) => queue.map(({ title }) => title.slice(4)).join(' ');
const [a, b, c] = [episode(1), episode(2), episode(3)];

describe('the queue', () => {
  it('takes a recording as first or last, once, and lets it go', () => {
    expect(namesOf(withLast([a, b], c))).toBe('1 2 3');
    expect(namesOf(withNext([a, b], c))).toBe('3 1 2');
    expect(namesOf(withLast([a, b, c], a))).toBe('2 3 1');
    expect(namesOf(withNext([a, b, c], c))).toBe('3 1 2');
    expect(namesOf(without([a, b, c], b.url))).toBe('1 3');
  });

  it('moves a recording by one place, and none beyond either end', () => {
    expect(namesOf(moved([a, b, c], b.url, -1))).toBe('2 1 3');
    expect(namesOf(moved([a, b, c], b.url, 1))).toBe('1 3 2');
    expect(namesOf(moved([a, b, c], a.url, -1))).toBe('1 2 3');
    expect(namesOf(moved([a, b, c], c.url, 1))).toBe('1 2 3');
    expect(namesOf(moved([a, b, c], 'https://other.example/', 1))).toBe('1 2 3');
  });

  it('always has each recording once, at most a hundred, and comes back as it was stored', () => {
    const step = fc.record({ n: fc.nat(130), what: fc.constantFrom('last', 'next', 'up', 'down', 'out') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let queue: ReturnType<typeof parseQueue> = [];
        for (const { n, what } of steps) {
          const one = episode(n);
          if (what === 'last') queue = withLast(queue, one);
          else if (what === 'next') queue = withNext(queue, one);
          else if (what === 'out') queue = without(queue, one.url);
          else queue = moved(queue, one.url, what === 'up' ? -1 : 1);
        }
        const turned = moved(queue, a.url, 1);
        expect(new Set(turned)).toEqual(new Set(queue));
        expect([withLast(queue, a).at(-1), withNext(queue, a)[0]]).toEqual([a, a]);
        expect(queue.length).toBeLessThanOrEqual(100);
        expect(new Set(queue.map(({ url }) => url)).size).toBe(queue.length);
        expect(parseQueue(JSON.stringify(queue))).toEqual(queue);
      }),
    );
  });

  it('is empty if what is stored is damaged', () => {
    for (const text of [null, '', '{', '7', '[{}]', '[{"kind":"text"}]'])
      expect(parseQueue(text)).toEqual([]);
  });
});
