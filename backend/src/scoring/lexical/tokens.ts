import { LONGEST_TOKEN } from '../../model/score/text-limit.ts';

/**
 * A token of a text. A `cjk` run has no spaces between words. A `word` is a run of letters and digits of any other
 * script. An `acronym` is a word that only its capitals distinguish from a common word (IT, US, WHO).
 */
export type Token = {
  kind: 'word' | 'acronym' | 'cjk';
  text: string;
};

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\u3005`;
const TOKEN = new RegExp(
  `(?<cjk>[${CJK}]{1,${LONGEST_TOKEN}})|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}]){1,${LONGEST_TOKEN}}(?:['\u2019](?:s|t)\\b)?`,
  'gu',
);
const POSSESSIVE = /['\u2019](?:s|t)$/iu;
const CAPITALS = /^\p{Lu}{2,5}$/u;

/**
 * Splits a text into tokens in lower case and NFKC, so that full-width and half-width forms match. A token has at most
 * 64 characters. A longer run becomes several tokens, because in Thai or Japanese it is a sentence whose end counts as
 * much as its beginning.
 */
export const tokenise = (text: string): Token[] =>
  Array.from(text.normalize('NFKC').matchAll(TOKEN), (match) => {
    const run = match.groups?.['cjk'];
    if (run !== undefined) return { kind: 'cjk', text: run };
    const word = match[0].replace(POSSESSIVE, '');
    return { kind: CAPITALS.test(word) ? 'acronym' : 'word', text: word.toLowerCase() };
  });
