import { createHash } from 'node:crypto';

export type Random = {
  /** A number in [0, 1). */
  next: () => number;
  /** A whole number in [0, `below`). */
  below: (below: number) => number;
  /** `count` different items, or all if there are fewer. */
  sample: <T>(items: readonly T[], count: number) => T[];
};

/** Creates a source of numbers that are the same for the same seed (Mulberry32, public domain, Tommy Ettinger). */
export const createRandom = (seed: number | string): Random => {
  let state =
    typeof seed === 'number' ? seed >>> 0 : createHash('sha256').update(seed).digest().readUInt32LE();
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    sample: (items, count) => {
      const rest = [...items];
      return Array.from({ length: Math.min(count, rest.length) }, () =>
        rest.splice(below(rest.length), 1),
      ).flat();
    },
  };
};
