import { createHash } from 'node:crypto';

export type Random = {
  /** Returns a number in [0, 1). */
  next: () => number;
  /** Returns a whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number;
  /** Returns up to `count` different ones of the list. */
  sample: <T>(list: readonly T[], count: number) => T[];
};

/** Creates a source of numbers that are always the same for the same seed. */
export const createRandom = (seed: string): Random => {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  // xorshift32 by George Marsaglia, which never leaves 0.
  if (state === 0) state = 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    sample: (list, count) => {
      const left = [...list];
      const taken: (typeof list)[number][] = [];
      while (taken.length < count && left.length > 0)
        taken.push(...left.splice(between(0, left.length - 1), 1));
      return taken;
    },
  };
};
