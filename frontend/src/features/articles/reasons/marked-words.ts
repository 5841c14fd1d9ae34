import type { Reason } from '@omomi/backend/contract';

/** The most places that are marked in an article. */
const MOST_PLACES = 500;

/** Returns the words that the passages of these reasons mark, each once, the longest first. */
export const markedWords = (reasons: readonly Reason[]): string[] => {
  const words = reasons.flatMap(({ passage }) =>
    passage === null ? [] : passage.marks.map(([start, end]) => passage.text.slice(start, end)),
  );
  const unique = new Map(words.map((word) => [word.toLowerCase(), word]));
  return [...unique.values()].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
};

/** Matches a letter or digit of a script with spaces between words. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]$/u;

/** Returns where these words stand in a text as whole words, in any case, as start and end in UTF-16 units. */
export const placesOf = (text: string, words: readonly string[]): [number, number][] => {
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map(literal).join('|'), 'giu');
  const places: [number, number][] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = [match.index, pattern.lastIndex];
    if (isInside(text, start) || isInside(text, end)) pattern.lastIndex = start + 1;
    else places.push([start, end]);
    if (places.length === MOST_PLACES) break;
  }
  return places;
};

const literal = (word: string): string =>
  word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);

/** Checks whether a place lies between two letters. */
const isInside = (text: string, at: number): boolean =>
  LETTER.test(String.fromCodePoint(codePointBefore(text, at))) &&
  LETTER.test(String.fromCodePoint(text.codePointAt(at) ?? 32));

const codePointBefore = (text: string, at: number): number => {
  const isPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 2), at));
  return (at === 0 ? undefined : text.codePointAt(at - (isPair ? 2 : 1))) ?? 32;
};
