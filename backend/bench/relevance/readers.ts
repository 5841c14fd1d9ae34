import { createRandom } from '../../test/harness/statistics/random.ts';
import { keywordsOf, type RelevanceSet } from './sets.ts';

type Weighted = { text: string; weight: number };

/** A reader who is interested in one class. */
export type BenchReader = { class: string; own: Weighted[]; noise: Weighted[] };

const READERS_A_CLASS = 12;
const FEWEST = 3;
const MOST = 10;
const NOISE = 9;
const NOISE_SHARE = 0.1;
const SEED = 14;

/**
 * Draws the readers of a set, the same on every run: 3 to 10 keywords of the class with weights from 0.5 to 3, and nine of
 * other classes at a tenth of such a weight.
 */
export const readersOf = (set: RelevanceSet): BenchReader[] => {
  const random = createRandom(SEED);
  const weight = () => 0.5 + 2.5 * random.next();
  return Object.entries(set.pools).flatMap(([name, pool]) => {
    const others = keywordsOf(set).filter((text) => !pool.includes(text));
    return Array.from({ length: READERS_A_CLASS }, () => {
      const most = Math.min(MOST, pool.length);
      const count = Math.min(most, FEWEST + random.below(Math.max(1, most - FEWEST + 1)));
      return {
        class: name,
        own: random.sample(pool, count).map((text) => ({ text, weight: weight() })),
        noise: random.sample(others, NOISE).map((text) => ({ text, weight: NOISE_SHARE * weight() })),
      };
    });
  });
};
