/** Finds a text in another one: returns where it begins, at `from` or later, or -1. */
export type Find = (path: string, from: number) => number;

/**
 * The longest text, in characters, that the engine's own search looks for. That search is fast, but for some long texts
 * it takes time in proportion to the product of both lengths.
 */
const LONGEST_FOR_ENGINE = 16;

/**
 * Returns for each place of a text the length of the longest beginning of the text that ends there without being all of
 * it. After a mismatch the search goes on with that beginning.
 */
const borders = (text: string): Uint32Array => {
  const lengths = new Uint32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = lengths[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    lengths[at] = length;
  }
  return lengths;
};

/**
 * Creates the search for a text. It looks at each character of a path at most twice, by the algorithm of Knuth, Morris
 * and Pratt.
 */
export const createFind = (text: string): Find => {
  if (text.length <= LONGEST_FOR_ENGINE) return (path, from) => path.indexOf(text, from);
  const lengths = borders(text);
  return (path, from) => {
    let length = 0;
    for (let at = from; at < path.length; at += 1) {
      while (length > 0 && path.charCodeAt(at) !== text.charCodeAt(length)) length = lengths[length - 1] ?? 0;
      if (path.charCodeAt(at) === text.charCodeAt(length)) length += 1;
      if (length === text.length) return at + 1 - length;
    }
    return -1;
  };
};
