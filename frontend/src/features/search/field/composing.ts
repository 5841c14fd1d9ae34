/**
 * Returns true if a text is being composed by an input method and is not yet what the reader means: kana that will become
 * kanji, or pinyin. Keyboards of Android compose every word, so Latin letters count there as they are.
 */
export const isHalfComposed = (composed: string, userAgent: string): boolean =>
  !(userAgent.includes('Android') && /^[\p{sc=Latin}\p{M}\d'’-]*$/u.test(composed));
