import { IN_PASSING, IN_TITLE, TRANSLATED_OFTEN, type WordMatch } from './terms/word-match.ts';
import type { Evidence } from './similarity.ts';

/*
 * Whether a similarity is sure enough to be listed as a reason. The limits were chosen by reading reasons; they change nothing in
 * the score.
 */

/**
 * The least z with which the whole keyword is sure, by where it stands: a common word, and one that says much by itself or a phrase.
 * What a text says once may be in passing: the history of a page, a travel brand.
 */
const LEAST_WHOLE = {
  title: { common: 1.5, telling: 0.5 },
  often: { common: 1.5, telling: 1 },
  once: { common: Infinity, telling: 2.5 },
};
/**
 * The same for a translation, which may be one of several meanings, for Japanese to Japanese by way of English, and for a phrase, whose
 * words may stand far from each other: 働く女性 is not any woman and any work.
 */
const LEAST_TRANSLATED = { often: 2, once: 3.5, by_glosses: 4, phrase: 5 };
/** The same for words of a phrase of which one says much by itself. Others say too little: the highest rate of a year to `interest rates`. */
const LEAST_RARE_PART = 3.5;
/** The same without a common word. A single word is near to all of its kind: a flood to `wildfires`. */
const LEAST_ALONE = 5;
/** The same for a model without words. */
const LEAST_DENSE = 4;

/** A text of a few words says nothing in passing. */
const placeOf = (whole: number, isShort: boolean): keyof typeof LEAST_WHOLE =>
  whole >= IN_TITLE ? 'title' : isShort || whole > IN_PASSING ? 'often' : 'once';

const isTelling = ({ is_phrase, is_rare }: WordMatch): boolean => is_phrase || is_rare;

/** Returns true if the evidence is sure enough to name the keyword as a reason. */
export const isSure = ({ z, match, is_short: isShort, is_dense: isDense }: Evidence): boolean => {
  const { whole, translated, part, is_phrase, is_rare, is_by_glosses } = match;
  if (z === null) return whole > IN_PASSING;
  if (isDense) return z >= LEAST_DENSE;
  if (whole > 0) return z >= LEAST_WHOLE[placeOf(whole, isShort)][isTelling(match) ? 'telling' : 'common'];
  if (translated > 0) {
    if (is_phrase) return z >= LEAST_TRANSLATED.phrase;
    if (is_by_glosses) return z >= LEAST_TRANSLATED.by_glosses;
    return z >= LEAST_TRANSLATED[isShort || translated >= TRANSLATED_OFTEN ? 'often' : 'once'];
  }
  if (part > 0) return is_rare && !isShort && z >= LEAST_RARE_PART;
  return is_phrase && z >= LEAST_ALONE;
};
