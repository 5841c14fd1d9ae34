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

/*
 * Tells which characters words are made of. All functions take folded texts.
 */

/** Scripts that put no space between words, and Hangul, whose words carry their particles: any part of them may be looked for. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3099\u309A\u30FC\u3005\u3006\u303B`;

/** A letter, digit or mark of a script that puts spaces between words. */
const SPACED_LETTER = new RegExp(String.raw`(?![${UNSPACED}])[\p{L}\p{N}\p{M}]`, 'u');
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** The kinds of all UTF-16 units below U+10000, found when first asked for: 0 unknown, 1 other, 2 unspaced, 3 spaced. */
const kinds = new Uint8Array(0x10000);
const OTHER = 1;
const UNSPACED_LETTER = 2;
const SPACED = 3;

const kindOf = (character: string): number =>
  SPACED_LETTER.test(character) ? SPACED : LETTER.test(character) ? UNSPACED_LETTER : OTHER;

const kindAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return OTHER;
  if ((unit & 0xf800) === 0xd800) {
    const isLow = (unit & 0xfc00) === 0xdc00;
    return kindOf(String.fromCodePoint(text.codePointAt(isLow ? at - 1 : at) ?? 0));
  }
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known;
  const kind = kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
};

/** Returns true if the UTF-16 unit belongs to a letter or digit of a script with spaces between words. False beyond the ends. */
export const isSpacedAt = (text: string, at: number): boolean => kindAt(text, at) === SPACED;

/** Returns true if the UTF-16 unit belongs to a letter, digit or mark of any script. False beyond the ends. */
export const isLetterAt = (text: string, at: number): boolean => kindAt(text, at) !== OTHER;

/*
 * How well the edges of a match lie between words, in scripts without spaces: 京都 in 京都の, in 東京都; ラン in ブランド.
 */

type Script = 'han' | 'katakana' | 'other';

const HAN = /^[\p{Script=Han}\u3005\u3006\u303B]/u;
const KATAKANA = /^[\p{Script=Katakana}\u30FC]/u;

/** Returns the script of an unspaced character; `other` are those in which nothing but a dictionary tells words apart. */
export const scriptOf = (character: string): Script =>
  HAN.test(character) ? 'han' : KATAKANA.test(character) ? 'katakana' : 'other';

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const MEMORY = 20_000;
const known = new Map<string, ReadonlySet<number>>();

/** Returns the places between the words of a stretch of Han, by the dictionary of the runtime. */
export const breaksIn = (stretch: string): ReadonlySet<number> => {
  const found = known.get(stretch);
  if (found !== undefined) return found;
  if (known.size >= MEMORY) known.clear();
  const breaks = new Set(Array.from(segmenter.segment(stretch), ({ index }) => index));
  known.set(stretch, breaks.add(stretch.length));
  return breaks;
};

/**
 * The weight of a match by its edges: 1 if both are between words; less for the beginning of a longer word (京都 in 京都市場),
 * its end, and its middle.
 */
export const edgeWeight = (isStart: boolean, isEnd: boolean): number =>
  isStart ? (isEnd ? 1 : 0.35) : isEnd ? 0.25 : 0.1;
