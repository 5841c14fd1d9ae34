const WORDS_A_MINUTE = 265;
const CHARACTERS_A_MINUTE = 500;

/** A character of Chinese, Japanese or Korean. The long vowel mark of Japanese belongs to no script of its own. */
const CHARACTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/gu;
const RUN = /\S+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Returns the minutes that a plain text takes to read: the characters of Chinese, Japanese and Korean at 500 a minute
 * plus the words of other scripts at 265, rounded up. Words are what spaces separate, so scripts without spaces, such
 * as Thai, count too few. Returns null if the text has neither words nor such characters.
 */
export const readingMinutes = (text: string): number | null => {
  // NFKC makes one code point of half-width kana with its mark, and of a Hangul syllable that is written as its letters.
  const composed = text.normalize('NFKC');
  const characters = composed.match(CHARACTER)?.length ?? 0;
  const spaced = characters === 0 ? composed : composed.replaceAll(CHARACTER, ' ');
  const words = (spaced.match(RUN) ?? []).filter((run) => LETTER_OR_DIGIT.test(run)).length;
  // One fraction instead of a sum of two, because 133 / 265 + 249 / 500 would carry an error of rounding.
  const share = words * CHARACTERS_A_MINUTE + characters * WORDS_A_MINUTE;
  return share === 0 ? null : Math.ceil(share / (WORDS_A_MINUTE * CHARACTERS_A_MINUTE));
};
