import { FIRST_CONTENT_TERM, FIRST_TERM } from '../../model/score/terms/terms.ts';

const HASHES = 2 ** 24;

/**
 * Returns the hash of a word, of 24 well-mixed bits: FNV-1a over UTF-16 units, then the finaliser of MurmurHash3, because FNV
 * alone mixes the bits of short names badly. An article of 300 words has a word with the hash of another given word once in
 * 50,000 times.
 */
export const hashOf = (text: string): number =>
  FIRST_CONTENT_TERM + (mixed(text) % (HASHES - FIRST_CONTENT_TERM));

/** Returns the hash of a word of grammar, of 10 bits. */
export const grammarHashOf = (text: string): number =>
  FIRST_TERM + (mixed(text) % (FIRST_CONTENT_TERM - FIRST_TERM));

const mixed = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
