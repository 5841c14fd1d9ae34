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
