import type { Direction } from './deviations.ts';

/** Returns the sketch of a vector: one bit a dimension, 1 where the value is above 0. The most significant bit comes first. */
export const sketchOf = (vector: Float32Array | readonly number[]): Uint8Array => {
  const sketch = new Uint8Array(Math.ceil(vector.length / 8));
  for (let at = 0; at < vector.length; at += 1)
    if ((vector[at] ?? 0) > 0) sketch[at >> 3] = (sketch[at >> 3] ?? 0) | (0x80 >> (at & 7));
  return sketch;
};

/**
 * The least nearness at which texts count as similar, by what is asked and by the size of their sketches. Those of the embedded
 * model (13 bytes) are measured on labelled articles (docs/measurements.md). `related` is the lowest threshold at which six of
 * ten articles that are shown are of the same class in each set; `like` the most precise one at which 85 of 100 texts that readers typed
 * still find something. Larger vectors spread less: 0.7 is a cosine of 0.6, which is not measured.
 */
const LEAST_NEAR = { related: { small: 0.76, large: 0.7 }, like: { small: 0.72, large: 0.7 } } as const;
const SMALL_BYTES = 16;

/** Returns the least nearness to this sketch at which another text is similar. */
export const leastNear = (sketch: Uint8Array, asked: 'related' | 'like'): number =>
  LEAST_NEAR[asked][sketch.length <= SMALL_BYTES ? 'small' : 'large'];

/** Returns how near a sketch is to a text: 0 if it is not similar, at most 1. */
export type NearTo = (sketch: Uint8Array) => number;

/** Returns how near sketches are to a sketch that is asked for by `like:`. */
export const nearToSketch = (wanted: Uint8Array): NearTo => {
  const least = leastNear(wanted, 'like');
  return (sketch) => {
    const near = nearness(wanted, sketch);
    return near >= least ? near : 0;
  };
};

/** The least deviations at which a text is similar to one that is asked for, and those of one that is as near as can be. */
const LEAST_DEVIATIONS = 3.75;
const MOST_DEVIATIONS = 6;

/** Returns how near sketches are to a text that is asked for by `like:`. */
export const nearToText =
  ({ bytes, deviationsOf }: Direction): NearTo =>
  (sketch) => {
    const deviations = sketch.length === bytes ? deviationsOf(sketch) : 0;
    return deviations >= LEAST_DEVIATIONS ? Math.min(1, deviations / MOST_DEVIATIONS) : 0;
  };

/** Returns how near two sketches are: 1 for equal ones, 0 for opposite ones and for sketches of different lengths. */
export const nearness = (a: Uint8Array, b: Uint8Array): number => {
  if (a.length !== b.length || a.length === 0) return 0;
  let different = 0;
  for (let at = 0; at < a.length; at += 1) {
    let bits = (a[at] ?? 0) ^ (b[at] ?? 0);
    for (; bits !== 0; bits &= bits - 1) different += 1;
  }
  return 1 - different / (8 * a.length);
};
