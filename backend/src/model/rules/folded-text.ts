/*
 * Texts in the form in which rules compare them, and where their words begin and end.
 */

/** The letters of a text that are compared. */
const LONGEST_TEXT = 50_000;

/** Folds accents, widths and letter case. What it does to a stretch does not depend on ASCII characters around it, but for one before. */
const foldStretch = (stretch: string): string =>
  stretch
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]+/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/[\u0300-\u036F]+/gu, '');

/**
 * Returns a text without differences of letter case, width and accents: NFKC, then no combining accents (U+0300 to
 * U+036F; the marks of other scripts, such as the voicing marks of kana, are letters of their own), then lower case.
 * Runs of white space become one space, but lines stay apart.
 */
export const fold = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    // An accent belongs to the character before it. Most texts are mostly ASCII, for which lower case is all there is to do.
    .replaceAll(/[\0-\x7F]?[^\0-\x7F]+/gu, foldStretch)
    .toLowerCase()
    .replaceAll(/\s{2,}|[^\S \n]/gu, (space) => (space.includes('\n') ? '\n' : ' '))
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

/** The kinds of characters, as bits. */
const KNOWN = 1;
const LETTER = 2;
const UNSPACED = 4;
const SIGN = 8;

/** The kinds of the characters met so far, by code point. */
const kinds = new Uint8Array(0x11_0000);

const kindOf = (codePoint: number): number => {
  const known = kinds[codePoint] ?? 0;
  if (known !== 0) return known;
  const character = String.fromCodePoint(codePoint);
  const kind =
    KNOWN |
    (letter.test(character) ? LETTER : 0) |
    (unspaced.test(character) ? UNSPACED : 0) |
    ('.#+'.includes(character) ? SIGN : 0);
  kinds[codePoint] = kind;
  return kind;
};

/** Returns the kind of each unit of a text. Both units of a pair have that of their character. */
const kindsOf = (text: string): Uint8Array => {
  const found = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const codePoint = text.codePointAt(at) ?? 0;
    const kind = kindOf(codePoint);
    found[at] = kind;
    if (codePoint > 0xffff) {
      at += 1;
      found[at] = kind;
    }
  }
  return found;
};

/** Returns true if a sign there belongs to the word before it, as in C# and C++, or after it, as in .NET. */
const isSignOfWord = (text: string, isLetter: (at: number) => boolean, at: number): boolean => {
  if (text.charAt(at) === '.')
    return (at === 0 || /[\s("“「]/u.test(text.charAt(at - 1))) && isLetter(at + 1);
  let first = at;
  while (at - first < 3 && (text.charAt(first - 1) === '#' || text.charAt(first - 1) === '+')) first -= 1;
  let after = at + 1;
  while (after - at < 3 && (text.charAt(after) === '#' || text.charAt(after) === '+')) after += 1;
  return isLetter(first - 1) && !isLetter(after);
};

/** The units of a stretch of letters that the dictionary looks at together, and those on either side that it sees too. */
const STRETCH = 1000;
const SEEN_TOO = 50;

/**
 * Returns the text ready for matching. Which characters are parts of words is found once for the whole text, the words of
 * scripts without spaces once for each stretch of letters, when first asked for.
 */
export const foldedText = (original: string): FoldedText => {
  const text = fold(original);
  const found = kindsOf(text);
  const isLetter = (at: number): boolean => ((found[at] ?? 0) & LETTER) !== 0;
  const words = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1)
    if (isLetter(at) || (((found[at] ?? 0) & SIGN) !== 0 && isSignOfWord(text, isLetter, at))) words[at] = 1;

  let edges: Uint8Array | null = null;
  const isEdge = (at: number): boolean => {
    edges ??= new Uint8Array(text.length);
    if (edges[at] === 0) findEdges(text, words, edges, at);
    return edges[at] === EDGE;
  };
  return {
    text,
    isWord: (at) => words[at] === 1,
    isBoundary: (at) => {
      if (words[at - 1] !== 1 || words[at] !== 1) return true;
      const isBefore = ((found[at - 1] ?? 0) & UNSPACED) !== 0;
      if (isBefore !== (((found[at] ?? 0) & UNSPACED) !== 0)) return true;
      return isBefore && isEdge(at);
    },
  };
};

const EDGE = 1;
const NO_EDGE = 2;

/**
 * Notes for the positions of the stretch of letters around one whether a word begins there, by the dictionary of the runtime. A
 * stretch that is longer than any sentence is noted in parts.
 */
const findEdges = (text: string, words: Uint8Array, edges: Uint8Array, at: number): void => {
  let start = at;
  while (words[start - 1] === 1) start -= 1;
  const from = at - ((at - start) % STRETCH);
  let end = at + 1;
  while (end - from < STRETCH + SEEN_TOO && words[end] === 1) end += 1;
  const to = Math.min(end, from + STRETCH);
  const seenFrom = Math.max(start, from - SEEN_TOO);
  edges.fill(NO_EDGE, from, to);
  for (const { index } of segmenter.segment(text.slice(seenFrom, end))) {
    const edge = seenFrom + index;
    if (edge >= from && edge < to) edges[edge] = EDGE;
  }
};
