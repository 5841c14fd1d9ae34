import { isSpacedAt } from './characters.ts';

/** Stands between two texts of a field, which no phrase crosses. */
export const FIELD_END = '\n';
/** White space. It is no token between two words, which could not stand side by side without it. */
export const SPACE = ' ';

/** The tokens of a folded text: token `at` is its part [starts[at], ends[at]). */
export type Tokens = { starts: number[]; ends: number[] };

const sizeAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/**
 * Splits a folded text into tokens: a word of a script with spaces, or one character of anything else. White space is one
 * token, and none at the ends of the text and between two words.
 */
export const tokensOf = (text: string): Tokens => {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  let space = -1;
  let wasWord = false;
  while (at < text.length) {
    if (text.charCodeAt(at) === 32) {
      if (space === -1) space = at;
      at += 1;
      continue;
    }
    const isWord = isSpacedAt(text, at);
    if (space !== -1 && starts.length > 0 && !(wasWord && isWord)) {
      starts.push(space);
      ends.push(space + 1);
    }
    space = -1;
    const start = at;
    if (isWord) while (isSpacedAt(text, at)) at += 1;
    else at += sizeAt(text, at);
    starts.push(start);
    ends.push(at);
    wasWord = isWord;
  }
  return { starts, ends };
};

/** Returns true if the token is a word of a script with spaces between words. */
export const isWordToken = (token: string): boolean => isSpacedAt(token, 0);
