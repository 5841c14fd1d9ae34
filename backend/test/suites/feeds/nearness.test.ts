import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nearnessOf } from '../../../src/feeds/nearness.ts';
import { runs } from '../../harness/property-runs.ts';
import { startWorld, type World } from '../../harness/property-world.ts';

const texts = [
  'Sky & Telescope science research space physics',
  'Skinnytaste food recipes cooking',
  'Football365 sports football',
  'Stack Overflow Blog programming software engineering code',
];

describe('how near texts are to a feed', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const nearest = async (titles: string[]) => {
    const reader = await world.newReader();
    const { feed_id } = await reader.follow(world.publish(titles.map((title) => ({ title }))).url);
    await world.app.settle();
    const { nearness } = await reader.api.call('compareFeed', { params: { feed_id }, body: { texts } });
    return texts[nearness.indexOf(Math.max(...nearness))];
  };

  it.each([
    [texts[0], ['Hubble sees a distant galaxy', 'A rocket lands on the moon', 'New planets around a star']],
    [texts[1], ['Soup with roasted tomatoes', 'How to bake sourdough bread', 'A salad for the summer']],
    [texts[2], ['Late goal wins the cup', 'Striker out for the season', 'Coach praises his players']],
    [texts[3], ['How we test our JavaScript', 'A compiler bug in a database library', 'Types for functions']],
  ])('is told by its titles: %s', async (expected, titles) => {
    expect(await nearest(titles)).toBe(expected);
  });

  it('is told to those alone who follow it', async () => {
    const [one, other] = [await world.newReader(), await world.newReader()];
    const { feed_id } = await one.follow(world.publish([{ title: 'Hubble' }]).url);
    const asked = other.api.call('compareFeed', { params: { feed_id }, body: { texts } });
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is a cosine for any titles and texts, the same in any order, and 0 without a known word', async () => {
    const words = fc.array(
      fc.oneof(fc.constantFrom('space', 'soup', 'football', 'code', '経済', 'xqzzt', ''), fc.string()),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(words, words, async (titles, given) => {
        const nearness = await nearnessOf(titles, given);
        expect(nearness).toHaveLength(given.length);
        for (const value of nearness) expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-6);
        const turned = (await nearnessOf(titles.toReversed(), given.toReversed())).toReversed();
        nearness.forEach((value, at) => expect(turned[at]).toBeCloseTo(value, 4));
        const unknown = await nearnessOf(titles, ['xqzzt', ...given]);
        expect(unknown[0]).toBe(0);
      }),
      { numRuns: runs(200) },
    );
  });
});
