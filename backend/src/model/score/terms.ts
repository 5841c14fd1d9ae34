/** The end of a sentence, and a comma or the like, among the words of a text. No word has these hashes. */
export const SENTENCE_END = 0;
export const COMMA = 1;
/** Words of grammar have hashes from 2, all others from 1,024, so that the two can be told apart. */
export const FIRST_TERM = 2;
export const FIRST_CONTENT_TERM = 1_024;

export const isContent = (term: number): boolean => term >= FIRST_CONTENT_TERM;

/**
 * The words of a text as 24-bit hashes, in their order, so that a phrase can be found. `SENTENCE_END` and `COMMA`
 * lie between them.
 */
export type Terms = {
  title: Uint32Array;
  body: Uint32Array;
  /** English words for Japanese ones: those of the title, then of the body; each at most twice. */
  title_glosses: Uint32Array;
  body_glosses: Uint32Array;
  /** For a keyword, how much each word of the title, then of its glosses, says about the subject: 0 to 255. Empty for an article. */
  weights: Uint8Array;
  /** True for a keyword in quotation marks: only the phrase itself matches. */
  is_exact: boolean;
};

/** Returns the terms of a text without words. */
export const noTerms = (): Terms => ({
  title: new Uint32Array(),
  body: new Uint32Array(),
  title_glosses: new Uint32Array(),
  body_glosses: new Uint32Array(),
  weights: new Uint8Array(),
  is_exact: false,
});

/*
 * uint8 flags (1: exact); uint16 number of words in the title, the body and the title's glosses, little endian; uint16
 * number of weights; the words of title, body, title's glosses and body's glosses, 3 bytes each; the weights, 1 byte each.
 */
const HEADER_BYTES = 9;
const TERM_BYTES = 3;
const EXACT = 1;

/**
 * The most words of an article. With the dense part and the item's other attributes they stay below 2 KB, which is
 * two write units. A body of 200 tokens of English has about 230, one of Japanese about 350.
 */
export const MOST_TERMS = 550;

export const encodeTerms = (terms: Terms): Uint8Array => {
  const { title, body, title_glosses, body_glosses, weights } = terms;
  const all = [title, body, title_glosses, body_glosses].flatMap((some) => [...some]);
  const data = new Uint8Array(HEADER_BYTES + all.length * TERM_BYTES + weights.length);
  const view = new DataView(data.buffer);
  data[0] = terms.is_exact ? EXACT : 0;
  [title.length, body.length, title_glosses.length, weights.length].forEach((count, at) => {
    view.setUint16(1 + 2 * at, count, true);
  });
  all.forEach((term, at) => {
    view.setUint16(HEADER_BYTES + at * TERM_BYTES, term & 0xffff, true);
    data[HEADER_BYTES + at * TERM_BYTES + 2] = term >>> 16;
  });
  data.set(weights, HEADER_BYTES + all.length * TERM_BYTES);
  return data;
};

/** Returns what `encodeTerms` was given. @throws RangeError if the bytes are cut short. */
export const decodeTerms = (data: Uint8Array): Terms => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [title = 0, body = 0, titleGlosses = 0, weights = 0] = [1, 3, 5, 7].map((at) =>
    view.getUint16(at, true),
  );
  const count = (data.byteLength - HEADER_BYTES - weights) / TERM_BYTES;
  let row = 0;
  const next = (size: number): Uint32Array => {
    const terms = new Uint32Array(size);
    for (let at = 0; at < size; at += 1, row += 1) {
      const byte = HEADER_BYTES + row * TERM_BYTES;
      terms[at] = view.getUint16(byte, true) | (view.getUint8(byte + 2) << 16);
    }
    return terms;
  };
  return {
    title: next(title),
    body: next(body),
    title_glosses: next(titleGlosses),
    body_glosses: next(count - title - body - titleGlosses),
    weights: data.slice(data.byteLength - weights),
    is_exact: (view.getUint8(0) & EXACT) !== 0,
  };
};

/** The position of a word in an article: its number among all words, and among those that are no grammar. */
type Place = { at: number; content: number; sentence: number; is_title: boolean };

/** The words of an article, ready for looking up the words of many keywords. */
export type ArticleWords = {
  /** The places of a word, in order; none if the article lacks it. */
  placesOf: (term: number) => readonly Place[];
  has: (term: number) => boolean;
  /** Number of words, with the ends of sentences. */
  size: number;
  /** Number of times that an English word of the same meaning as a Japanese one occurs, a title's counted as `TITLE_COUNT`. */
  glossesOf: (term: number) => number;
};

/** A word of the title counts like eight of the body. */
export const TITLE_COUNT = 8;

const NONE: readonly Place[] = [];

export const articleWords = ({ title, body, title_glosses, body_glosses }: Terms): ArticleWords => {
  const places = new Map<number, Place[]>();
  let [at, content, sentence] = [0, 0, 0];
  for (const part of [title, body]) {
    for (const term of part) {
      at += 1;
      // Words on both sides of a comma are not side by side: "funny videos, flash games".
      if (term === SENTENCE_END || term === COMMA) sentence += 1;
      if (term === SENTENCE_END || term === COMMA) continue;
      if (isContent(term)) content += 1;
      const place = { at, content, sentence, is_title: part === title };
      const known = places.get(term);
      if (known === undefined) places.set(term, [place]);
      else known.push(place);
    }
    sentence += 1;
    at += 1;
  }
  const glosses = new Map<number, number>();
  for (const term of title_glosses) glosses.set(term, (glosses.get(term) ?? 0) + TITLE_COUNT);
  for (const term of body_glosses) glosses.set(term, (glosses.get(term) ?? 0) + 1);
  return {
    size: title.length + body.length,
    has: (term) => places.has(term) || glosses.has(term),
    placesOf: (term) => places.get(term) ?? NONE,
    glossesOf: (term) => glosses.get(term) ?? 0,
  };
};
