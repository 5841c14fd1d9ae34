import { COMMA, SENTENCE_END } from '../../model/score/terms/terms.ts';
import { grammarHashOf, hashOf } from './hash.ts';
import type { Word } from './words.ts';

/** Particles of Japanese are left out on both sides, so that phrases do not depend on them. */
export const withoutParticles = (words: Word[]): Word[] =>
  words.filter((word) => word.script !== 'asian' || !word.is_grammar);

/** Returns the hashes of words in their order, with marks between sentences and at commas. */
export const sequenceOf = (words: Word[]): number[] => {
  const sequence: number[] = [];
  for (const { key, gap, is_grammar: isGrammar } of words) {
    if (gap !== 'none' && sequence.length > 0) sequence.push(gap === 'sentence' ? SENTENCE_END : COMMA);
    sequence.push(isGrammar ? grammarHashOf(key) : hashOf(key));
  }
  return sequence;
};

/** The most times that a gloss is kept. A word in two sentences is better evidence than in one; a third says little more. */
const MOST_OF_A_GLOSS = 2;

/** Returns the hashes of the English words that Japanese ones mean, each at most twice. */
export const glossesOf = (words: Word[]): number[] => {
  const counts = new Map<number, number>();
  const glosses: number[] = [];
  for (const { english } of words)
    for (const { key } of english) {
      const hash = hashOf(key);
      const count = counts.get(hash) ?? 0;
      counts.set(hash, count + 1);
      if (count < MOST_OF_A_GLOSS) glosses.push(hash);
    }
  return glosses;
};
