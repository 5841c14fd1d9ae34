import { IN_PASSING, IN_TITLE, TRANSLATED_OFTEN, type WordMatch } from './terms/word-match.ts';
import type { Evidence } from './similarity.ts';

/*
 * Whether a similarity is sure enough to be listed as a reason. The limits were chosen by reading reasons; they change nothing in
 * the score.
 */

/**
 * The least z with which the whole keyword is sure, by where it stands: a common word, and one that says much by itself or a phrase.
 * A word that stands once may be in passing: the history of a page, a travel brand. A common word outside the title mostly is, also
 * where it stands twice: "Windows Media only", somebody who loves to cook.
 */
const LEAST_WHOLE = {
  title: { common: 2.5, telling: 0.5 },
  often: { common: 4.25, telling: 2.75 },
  once: { common: Infinity, telling: 3.25 },
};
/**
 * The same for a translation, which may be one of several meanings, for Japanese to Japanese by way of English, and for a phrase, whose
 * words may stand far from each other: 働く女性 is not any woman and any work.
 */
const LEAST_TRANSLATED = { often: 3.25, once: 4, by_glosses: 4, phrase: 5 };
/** The same for words of a phrase of which one says much by itself. Others say too little: the highest rate of a year to `interest rates`. */
const LEAST_RARE_PART = 4;
/** The same for a model without words. */
const LEAST_DENSE = 4;

/** A text of a few words says nothing in passing. */
const placeOf = (whole: number, isShort: boolean): keyof typeof LEAST_WHOLE =>
  whole >= IN_TITLE ? 'title' : isShort || whole > IN_PASSING ? 'often' : 'once';

const isTelling = ({ is_phrase, is_rare }: WordMatch): boolean => is_phrase || is_rare;

/**
 * Returns true if the evidence is sure enough to name the keyword as a reason. Without a common word it never is: a text about the
 * bonds of a bank is as near to `interest rates` as one about them.
 */
export const isSure = ({ z, match, is_short: isShort, is_dense: isDense }: Evidence): boolean => {
  const { whole, translated, part, is_phrase, is_rare, is_by_glosses } = match;
  if (z === null) return whole > (isTelling(match) ? IN_PASSING : IN_TITLE);
  if (isDense) return z >= LEAST_DENSE;
  if (whole > 0) return z >= LEAST_WHOLE[placeOf(whole, isShort)][isTelling(match) ? 'telling' : 'common'];
  if (translated > 0) {
    if (is_phrase) return z >= LEAST_TRANSLATED.phrase;
    if (is_by_glosses) return z >= LEAST_TRANSLATED.by_glosses;
    return z >= LEAST_TRANSLATED[translated >= TRANSLATED_OFTEN ? 'often' : 'once'];
  }
  return part > 0 && is_rare && !isShort && z >= LEAST_RARE_PART;
};
