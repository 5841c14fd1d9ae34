import { languageOf } from '../../../lib/format.ts';

/** The most words that are offered. */
const MOST = 8;
/** A run of kanji or katakana that is longer is a sentence and no word. */
const LONGEST_RUN = 10;
const SHORTEST = { spaced: 3, unspaced: 2 } as const;

const stopWords = new Set(
  `about after again against all also and any are because been before being between both but can could did does doing
  down during each ever every few first for from get gets got had has have having here how into its just last like made make
  makes many may might more most much must need new news next not now off one only other our out over own per says should show
  since some still such take than that the their them then there these they this those three through time today too two under
  until use using very via want was way week were what when where which while who why will with without would year years you your`.split(
    /\s+/,
  ),
);

const unspaced = /^[\p{sc=Han}\p{sc=Katakana}ー々]+$/u;
const katakana = /^[\p{sc=Katakana}ー]+$/u;
const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

const isTelling = (text: string): boolean => {
  if (unspaced.test(text)) return text.length >= SHORTEST.unspaced;
  // A Japanese word that ends in hiragana is a particle or a verb; digits alone are amounts.
  if (!/\p{L}/u.test(text) || /\p{sc=Hiragana}$/u.test(text)) return false;
  return text.length >= SHORTEST.spaced && !stopWords.has(text.toLowerCase());
};

type Word = { text: string; at: number };

const wordsOf = (title: string): Word[] =>
  [...new Intl.Segmenter(languageOf(title) ?? 'en', { granularity: 'word' }).segment(title)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({ text: segment, at: index }));

/** Returns true if two neighbours are parts of one name: kanji beside kanji, or a capital after a capital. */
const belongTogether = (title: string, before: Word, word: Word, isHeadline: boolean): boolean => {
  const between = title.slice(before.at + before.text.length, word.at);
  if (between === '') return unspaced.test(before.text) && unspaced.test(word.text);
  // Only the first word of a title has a capital without being a name: New York, but not After Rome.
  const areNames = [before, word].every(({ text, at }) => isCapital(text) && (at > 0 || isTelling(text)));
  return between === ' ' && areNames && !isHeadline;
};

/** Returns the names that have several words, such as New York and 人工知能. */
const namesOf = (title: string, words: Word[]): Word[] => {
  // If nearly every word has a capital, a capital does not tell a name.
  const lower = words.filter(({ text }) => /^\p{Ll}/u.test(text) && isTelling(text));
  const isHeadline = lower.length === 0;
  const names: Word[] = [];
  let run: Word[] = [];
  const endRun = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined && run.length > 1) {
      const text = title.slice(first.at, last.at + last.text.length);
      if (!unspaced.test(text) || text.length <= LONGEST_RUN) names.push({ text, at: first.at });
    }
    run = [];
  };
  for (const word of words) {
    const before = run.at(-1);
    if (before !== undefined && !belongTogether(title, before, word, isHeadline)) endRun();
    run.push(word);
  }
  endRun();
  return names;
};

/**
 * Returns the words of a title that a reader may want to mute, at most 8, in the order of the title: names of several words, and
 * single words that say something. If there are more, the longest are kept.
 */
export const titleWords = (title: string): string[] => {
  const words = wordsOf(title);
  const names = namesOf(title, words);
  // Parts of a word in katakana are no words.
  const isPart = ({ text, at }: Word): boolean =>
    names.some(
      (name) => katakana.test(name.text) && at >= name.at && at + text.length <= name.at + name.text.length,
    );
  const all = [...names, ...words.filter((word) => isTelling(word.text) && !isPart(word))];
  const seen = new Set<string>();
  const different = all.filter(({ text }) => {
    const folded = text.toLowerCase();
    return seen.has(folded) ? false : seen.add(folded);
  });
  return different
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, MOST)
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text);
};

/** Returns the pattern of a rule that finds what was typed exactly as it is; '' as long as there is nothing to look for. */
export const patternOf = (typed: string): string => {
  const text = typed
    .replaceAll(/["“”„＂]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return text === '' || /^[\p{L}\p{N}]+$/u.test(text) ? text : `"${text}"`;
};
