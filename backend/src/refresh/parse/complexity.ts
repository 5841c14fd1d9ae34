import { ParseError } from './parsed-feed.ts';

/** More different names of elements and attributes cost a parser a hidden class each; real feeds have a few dozen. */
const MAX_NAMES = 2000;
/** A longer name counts by its beginning. */
const MAX_NAME_LENGTH = 100;
/** Attributes of all elements together. */
const MAX_ATTRIBUTES = 300_000;
/** So many elements are not looked at, as long as their tags are short: an everyday feed has no more. */
const FREE_ELEMENTS = 2000;
const FREE_TAG_LENGTH = 200;
/** Attributes of one element that a parser is given. */
export const MAX_ATTRIBUTES_OF_ELEMENT = 100;

/** Objects, lists and their members in a JSON document; the largest real feed known has a tenth of it. */
const MAX_JSON_VALUES = 300_000;
const MAX_JSON_DEPTH = 100;

export const tooComplex = (what: string): ParseError =>
  new ParseError('too_complex', `The document is more complex than a feed: ${what}.`);

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Whether a name of a start tag ends at this character: white space, `/` or `=`. */
const endsName = (code: number): boolean => isSpace(code) || code === 47 || code === 61;

/** What the start tags of a document make a parser remember. */
export const createNameCount = () => {
  const names = new Set<string>();
  let attributes = 0;
  let elements = 0;
  const add = (text: string, from: number, to: number): void => {
    if (names.size <= MAX_NAMES) names.add(text.slice(from, Math.min(to, from + MAX_NAME_LENGTH)));
  };
  return {
    /** Reads the start tag between `<` and `>`, both left out; answers with the number of its attributes, 0 for one of the first. */
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
          // No indexOf, which would search past the tag, to the end of the document for each of many tags.
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

/** Throws ParseError for JSON that would not fit into memory as objects. One pass, which needs no valid JSON. */
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
