import { ParseError } from './parsed-feed.ts';

/**
 * Limit on different names of elements and attributes, because each costs a parser a hidden class; real feeds have a
 * few dozen.
 */
const MAX_NAMES = 2000;
/** Number of characters by which names are compared. */
const MAX_NAME_LENGTH = 100;
/** Limit on the attributes of all elements together. */
const MAX_ATTRIBUTES = 300_000;
/** Number of first elements that are not inspected if their tags are short; an ordinary feed has no more. */
const FREE_ELEMENTS = 2000;
const FREE_TAG_LENGTH = 200;
/** Limit on the attributes of one element that a parser may get. */
export const MAX_ATTRIBUTES_OF_ELEMENT = 100;

/** Limit on objects, lists and their members in a JSON document; the largest real feed known has a tenth of it. */
const MAX_JSON_VALUES = 300_000;
const MAX_JSON_DEPTH = 100;

export const tooComplex = (what: string): ParseError =>
  new ParseError('too_complex', `The document is more complex than a feed: ${what}.`);

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Checks whether a name in a start tag ends at this character: white space, `/` or `=`. */
const endsName = (code: number): boolean => isSpace(code) || code === 47 || code === 61;

/** Creates a counter of the names and attributes in a document's start tags, which a parser must keep in memory. */
export const createNameCount = () => {
  const names = new Set<string>();
  let attributes = 0;
  let elements = 0;
  const add = (text: string, from: number, to: number): void => {
    if (names.size <= MAX_NAMES) names.add(text.slice(from, Math.min(to, from + MAX_NAME_LENGTH)));
  };
  return {
    /**
     * Reads the start tag between `<` and `>`, both excluded. Returns the number of its attributes, or 0 for one of the
     * first elements, which are not inspected.
     */
    tag: (text: string, from: number, to: number): number => {
      elements += 1;
      if (elements <= FREE_ELEMENTS && to - from <= FREE_TAG_LENGTH) return 0;
      let index = from;
      while (index < to && !endsName(text.charCodeAt(index))) index += 1;
      add(text, from, index);
      let own = 0;
      while (index < to) {
        const code = text.charCodeAt(index);
        if (endsName(code)) {
          index += 1;
          continue;
        }
        if (code === 34 || code === 39) {
          // Do not use indexOf here: for each of many tags it could search past the tag to the end of the document.
          do index += 1;
          while (index < to && text.charCodeAt(index) !== code);
          index += 1;
          continue;
        }
        const start = index;
        while (index < to && !endsName(text.charCodeAt(index))) index += 1;
        add(text, start, index);
        own += 1;
      }
      attributes += own;
      return own;
    },
    isTooMuch: (): boolean => names.size > MAX_NAMES || attributes > MAX_ATTRIBUTES,
  };
};

/** Checks JSON in one pass, valid or not. Throws ParseError if its objects would not fit into memory. */
export const refuseComplexJson = (text: string): void => {
  let values = 0;
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isString) {
      if (code === 92) index += 1;
      else if (code === 34) isString = false;
    } else if (code === 34) {
      isString = true;
    } else if (code === 44) {
      values += 1;
    } else if (code === 123 || code === 91) {
      values += 1;
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw tooComplex(`it is nested more than ${MAX_JSON_DEPTH} levels deep`);
    } else if (code === 125 || code === 93) {
      depth -= 1;
    }
    if (values > MAX_JSON_VALUES) {
      throw tooComplex(`it has more than ${MAX_JSON_VALUES.toLocaleString('en')} values`);
    }
  }
};
