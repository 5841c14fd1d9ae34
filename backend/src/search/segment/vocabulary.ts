/** Distinct tokens in the order of their UTF-16 units, in one string; their numbers are their places in it. */
export type Vocabulary = { text: string; starts: Uint32Array };

/** Numbers [from, to) of a vocabulary. */
export type Range = { from: number; to: number };

const SEPARATOR = '\n';

/** Returns the vocabulary whose tokens `text` lists, each followed by a line feed. The token of a line feed alone may be the first. */
export const vocabularyOf = (text: string): Vocabulary => {
  const starts: number[] = [0];
  let end = text.startsWith(SEPARATOR) ? 1 : text.indexOf(SEPARATOR);
  while (end !== -1) {
    starts.push(end + 1);
    end = text.indexOf(SEPARATOR, end + 1);
  }
  return { text, starts: Uint32Array.from(starts) };
};

export const textOfVocabulary = (tokens: readonly string[]): string =>
  tokens.map((token) => `${token}${SEPARATOR}`).join('');

export const sizeOf = ({ starts }: Vocabulary): number => starts.length - 1;

export const tokenAt = ({ text, starts }: Vocabulary, at: number): string =>
  text.slice(starts[at], (starts[at + 1] ?? 0) - 1);

/** Returns the number of the first token that is not before the given text. */
const placeOf = (vocabulary: Vocabulary, wanted: string): number => {
  let from = 0;
  let to = sizeOf(vocabulary);
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (tokenAt(vocabulary, middle) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** Returns the tokens that are the given one: one or none. */
export const findToken = (vocabulary: Vocabulary, token: string): Range => {
  const from = placeOf(vocabulary, token);
  return { from, to: from < sizeOf(vocabulary) && tokenAt(vocabulary, from) === token ? from + 1 : from };
};

/** Returns the tokens that begin with a text. */
export const findPrefix = (vocabulary: Vocabulary, prefix: string): Range => {
  const last = prefix.charCodeAt(prefix.length - 1);
  const after = `${prefix.slice(0, -1)}${String.fromCharCode(last + 1)}`;
  return { from: placeOf(vocabulary, prefix), to: placeOf(vocabulary, after) };
};
