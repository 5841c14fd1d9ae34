/*
 * SimHash (Charikar 2002; Manku, Jain, Sarma 2007 for web pages): each feature of a text is hashed to 64 bits and votes for
 * or against each bit of the result, so that texts that share most features differ in a few bits only.
 */

const BITS = 64;
/** Texts whose hashes differ in no more bits are near-duplicates: a word of 400 may change, or a date and a counter. */
export const NEAR_BITS = 6;

/** Letters of scripts that do not separate words by spaces; each counts as a feature's word of its own. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Letters to a word in scripts without spaces, roughly: 2 in Japanese and Chinese. */
const UNSPACED_PER_WORD = 2;

/** Characters of a word that are looked at, because pasted data can be one endless word. */
const MAX_WORD = 64;

const PRIME = 0x01000193;

/** Mixes the bits of a 32-bit number, so that each of them depends on all (the finaliser of MurmurHash3). */
const mix = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

const hashOf = (word: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < Math.min(word.length, MAX_WORD); index += 1)
    hash = Math.imul(hash ^ word.charCodeAt(index), PRIME);
  return hash >>> 0;
};

export type TextDigest = {
  /** Adds a piece of text that neither begins nor ends within a word. */
  add: (text: string) => void;
  /** Returns the number of words, and the SimHash as 16 hex digits; 16 zeros for a text without words. */
  result: () => { word_count: number; content_hash: string };
};

/** The lowest bits of the four counts, of 8 bits each, that a number of 32 bits holds. */
const COUNTED = 0x01010101;
/** The most that such a count holds. */
const MOST_COUNTED = 255;
const COUNTS = 8;

/**
 * Creates a digest of a text that is given in pieces; its memory does not grow with the text. The features are the
 * pairs of neighbouring words in lower case, so that both words and their order count.
 */
export const createTextDigest = (): TextDigest => {
  /** How many pairs have each bit. */
  const set = new Uint32Array(BITS);
  /** The same for the last pairs, with four counts in each number: the first has those of the bits 0, 8, 16 and 24. */
  const lately = new Uint32Array(BITS / 4);
  let recent = 0;
  let pairs = 0;
  let words = 0;
  let unspaced = 0;
  let previous = 0;

  const note = (): void => {
    for (let bit = 0; bit < BITS; bit += 1) {
      const place = bit % COUNTS;
      const start = bit < BITS / 2 ? 0 : COUNTS;
      const count = ((lately[start + place] ?? 0) >>> ((bit % (BITS / 2)) - place)) & MOST_COUNTED;
      set[bit] = (set[bit] ?? 0) + count;
    }
    lately.fill(0);
    recent = 0;
  };

  const vote = (half: number, offset: number): void => {
    for (let bit = 0; bit < COUNTS; bit += 1)
      lately[offset + bit] = (lately[offset + bit] ?? 0) + ((half >>> bit) & COUNTED);
  };

  const add = (text: string): void => {
    for (const word of text.toLowerCase().match(WORD) ?? []) {
      if (UNSPACED.test(word)) unspaced += 1;
      else words += 1;
      const hash = hashOf(word);
      const pair = Math.imul(previous, 31) + hash;
      vote(mix(pair), 0);
      vote(mix(pair ^ 0x9e3779b9), COUNTS);
      previous = hash;
      pairs += 1;
      recent += 1;
      if (recent === MOST_COUNTED) note();
    }
  };

  const result = () => {
    note();
    const bits = [...set].map((count) => (2 * count > pairs ? '1' : '0')).join('');
    return {
      word_count: words + Math.ceil(unspaced / UNSPACED_PER_WORD),
      content_hash: BigInt(`0b${bits}`)
        .toString(16)
        .padStart(BITS / 4, '0'),
    };
  };

  return { add, result };
};

/** Returns the number of bits in which two hashes of 16 hex digits differ: 0 to 64. */
export const hammingDistance = (a: string, b: string): number => {
  const bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  return bits.toString(2).replaceAll('0', '').length;
};
