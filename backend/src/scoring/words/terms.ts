import { COMMA, SENTENCE_END, FIRST_CONTENT_TERM, FIRST_TERM } from '../../model/score/terms/terms.ts';
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

const HASHES = 2 ** 24;

/**
 * Returns the hash of a word, of 24 well-mixed bits: FNV-1a over UTF-16 units, then the finaliser of MurmurHash3, because FNV
 * alone mixes the bits of short names badly. An article of 300 words has a word with the hash of another given word once in
 * 50,000 times.
 */
export const hashOf = (text: string): number =>
  FIRST_CONTENT_TERM + (mixed(text) % (HASHES - FIRST_CONTENT_TERM));

/** Returns the hash of a word of grammar, of 10 bits. */
const grammarHashOf = (text: string): number =>
  FIRST_TERM + (mixed(text) % (FIRST_CONTENT_TERM - FIRST_TERM));

const mixed = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
