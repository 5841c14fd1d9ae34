/**
 * `cjk` runs have no spaces between words; `word` is a run of letters and digits of any other script; an `acronym` is one
 * that only its capitals tell from a common word (IT, US, WHO).
 */
export type Token = {
  kind: 'word' | 'acronym' | 'cjk';
  text: string;
};

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\u3005`;
const TOKEN = new RegExp(
  `(?<cjk>[${CJK}]+)|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+(?:['\u2019](?:s|t)\\b)?`,
  'gu',
);
const POSSESSIVE = /['\u2019](?:s|t)$/iu;
const CAPITALS = /^\p{Lu}{2,5}$/u;

/** In lower case and NFKC, so that full-width and half-width forms meet. */
export const tokenise = (text: string): Token[] =>
  Array.from(text.normalize('NFKC').matchAll(TOKEN), (match) => {
    const run = match.groups?.['cjk'];
    if (run !== undefined) return { kind: 'cjk', text: run };
    const word = match[0].replace(POSSESSIVE, '');
    return { kind: CAPITALS.test(word) ? 'acronym' : 'word', text: word.toLowerCase() };
  });
