/*
 * Texts in the form in which they are searched. Katakana stay as they are, so that the places where scripts change can be
 * seen; `kanaFree` makes hiragana of them.
 */

/** Sequences that may be one letter when composed: a character with its marks, a half-width kana with its sound, the parts of a Hangul syllable. */
const JAMO = String.raw`\u1100-\u11FF\u3130-\u318F\uFFA0-\uFFDC`;
const CLUSTER = new RegExp(
  String.raw`[${JAMO}][\p{M}${JAMO}]*|[\s\S][\p{M}\uFF9E\uFF9F\u1160-\u11FF]*`,
  'gu',
);
const ASCII = /^\p{ASCII}*$/u;
/** Accents, Hebrew points, Arabic vowel signs: marks without which a word is still the same word. */
const ACCENTS = new RegExp(
  String.raw`[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+`,
  'gu',
);
/** Soft hyphens, zero-width characters, variation selectors, directions of writing, and the Arabic tatweel. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\u0640]+/gu;
const BLANK = /[\s\p{Cc}]/gu;
const REPLACED = /[æœøłđðħıþς‘’‛ʼ“”„‟‐-―−]/gu;
const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  ['æae œoe øo łl đd ðd ħh ıi þth ςσ', "‘' ’' ‛' ʼ'", '“" ”" „" ‟"'].flatMap((pairs) =>
    pairs.split(' ').map((pair): [string, string] => [pair.charAt(0), pair.slice(1)]),
  ),
);

const foldAny = (text: string): string =>
  text
    .replaceAll(IGNORED, '')
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .replaceAll(IGNORED, '')
    .normalize('NFKC')
    .replaceAll(REPLACED, (character) => REPLACEMENTS.get(character) ?? '-')
    .replaceAll(BLANK, ' ');

/** A stretch that is not ASCII, with the character before it, which its first mark may belong to. */
const FOREIGN = /\p{ASCII}?\P{ASCII}+/gu;
const CONTROL = /\p{Cc}/gu;

/**
 * Returns a text without differences of letter case, width, accents, ligatures and invisible characters (NFKC; ß is ss, æ is
 * ae, ø is o, both i of Turkish are i, the final sigma is a sigma), with plain quotation marks and hyphens. White space and
 * control characters are spaces.
 */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replaceAll(CONTROL, ' ')
    : text
        .toWellFormed()
        .replaceAll(/[A-Z]+/gu, (capitals) => capitals.toLowerCase())
        .replaceAll(FOREIGN, foldAny)
        .replaceAll(CONTROL, ' ');

/** A folded text, and where each of its UTF-16 units comes from: the cluster of the original at [starts[at], ends[at]). */
export type Folded = { text: string; starts: readonly number[]; ends: readonly number[] };

/** Kana and common Han, which folding leaves as they are. */
const PLAIN_ASIAN = /^[\u3041-\u3096\u30A1-\u30FE\u4E00-\u9FEF]$/u;

/** Folds a text as `fold` does, with the way back. */
export const foldWithOffsets = (original: string): Folded => {
  const whole = original.toWellFormed();
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  const add = (piece: string, start: number, end: number): void => {
    text += piece;
    for (let at = 0; at < piece.length; at += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  const addAscii = (from: number, to: number): void => {
    text += fold(whole.slice(from, to));
    for (let at = from; at < to; at += 1) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  let before = 0;
  for (const { 0: stretch, index } of whole.matchAll(FOREIGN)) {
    addAscii(before, index);
    for (const { 0: cluster, index: offset } of stretch.matchAll(CLUSTER)) {
      const start = index + offset;
      add(PLAIN_ASIAN.test(cluster) ? cluster : fold(cluster), start, start + cluster.length);
    }
    before = index + stretch.length;
  }
  addAscii(before, whole.length);
  return { text, starts, ends };
};

const KATAKANA = /[\u30A1-\u30F6\u30FD\u30FE]/gu;

/** Returns the text with hiragana instead of katakana; its length does not change. */
export const kanaFree = (text: string): string =>
  text.replaceAll(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
