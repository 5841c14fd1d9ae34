import type { Terms } from './terms.ts';

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
