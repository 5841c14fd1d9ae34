/*
 * Texts in the form in which rules compare them, and where their words begin and end.
 */

/** The letters of a text that are compared. */
const LONGEST_TEXT = 50_000;

/**
 * Returns a text without differences of letter case, width and accents: NFKC, then no combining accents (U+0300 to
 * U+036F; the marks of other scripts, such as the voicing marks of kana, are letters of their own), then lower case.
 * Runs of white space become one space, but lines stay apart.
 */
export const fold = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]+/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/[\u0300-\u036F]+/gu, '')
    .replaceAll(/\s+/gu, (space) => (space.includes('\n') ? '\n' : ' '))
    .trim();

const letter = /[\p{L}\p{N}\p{M}_]/u;
/** Letters of scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]/u;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** A folded text that tells where its words begin and end. Positions are those of UTF-16 units. */
export type FoldedText = {
  text: string;
  /** True if a word may begin or end at the position. */
  isBoundary: (at: number) => boolean;
  /** True if the character at the position is part of a word. */
  isWord: (at: number) => boolean;
};

/** Returns the character that a position lies in; '' beyond the ends. */
const characterAt = (text: string, at: number): string => {
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return String.fromCodePoint(text.codePointAt(isLow ? at - 1 : at) ?? 0);
};

/** Returns true if a sign there belongs to the word before it, as in C# and C++, or after it, as in .NET. */
const isSignOfWord = (text: string, at: number): boolean => {
  const sign = text.charAt(at);
  if (sign === '.')
    return (at === 0 || /[\s("“「]/u.test(text.charAt(at - 1))) && letter.test(characterAt(text, at + 1));
  if (sign !== '#' && sign !== '+') return false;
  let first = at;
  while (at - first < 3 && (text.charAt(first - 1) === '#' || text.charAt(first - 1) === '+')) first -= 1;
  let after = at + 1;
  while (after - at < 3 && (text.charAt(after) === '#' || text.charAt(after) === '+')) after += 1;
  const isAfterWord = first > 0 && letter.test(characterAt(text, first - 1));
  return isAfterWord && (after >= text.length || !letter.test(characterAt(text, after)));
};

/**
 * Returns the positions between the words of a text without spaces, by the dictionary of the runtime.
 */
const segmentEnds = (text: string): ReadonlySet<number> =>
  new Set(Array.from(segmenter.segment(text), ({ index }) => index));

/** Returns the text ready for matching. The words of scripts without spaces are found when first asked for. */
export const foldedText = (original: string): FoldedText => {
  const text = fold(original);
  let ends: ReadonlySet<number> | null = null;
  const isWord = (at: number): boolean =>
    at >= 0 && at < text.length && (letter.test(characterAt(text, at)) || isSignOfWord(text, at));
  return {
    text,
    isWord,
    isBoundary: (at) => {
      if (!isWord(at - 1) || !isWord(at)) return true;
      const before = characterAt(text, at - 1);
      const after = characterAt(text, at);
      const [isBefore, isAfter] = [unspaced.test(before), unspaced.test(after)];
      if (isBefore !== isAfter) return true;
      if (!isBefore) return false;
      ends ??= segmentEnds(text);
      return ends.has(at);
    },
  };
};
