import { DIMENSION } from '../src/scoring/words/word-tables.ts';
import { dot, meanOf, minus, principalComponents, unit } from './principal-components.ts';

/** Returns the part of a teacher's vector that the tables can hold, in `DIMENSION` values. */
export type Project = (vector: Float64Array) => Float64Array;

/** The most frequent words, around whose mean and along whose directions the basis lies. */
const BASIS_WORDS = 20_000;
/** The strongest directions, which tell kinds of words and not meanings. */
const DROPPED = 2;

/** Returns the projection on the basis of the teacher's vectors of words, and the words in it at unit length. */
export const basisOf = (words: readonly Float32Array[]): { project: Project; start: Float64Array[] } => {
  const common = words.slice(0, BASIS_WORDS);
  const mean = meanOf(common);
  const centred = words.map((word) => minus(word, mean));
  const directions = principalComponents(centred.slice(0, BASIS_WORDS), DROPPED + DIMENSION).slice(DROPPED);
  const project: Project = (vector) => Float64Array.from(directions, (direction) => dot(vector, direction));
  return { project, start: centred.map((word) => unit(project(word))) };
};
