import { createStem, type Stem, SAME_WORD } from '../../scoring/words/stem.ts';
import { loadWordTables } from '../../scoring/words/word-tables.ts';

let stem: Stem | undefined;

/** Returns the base form of a folded English word. The tables of words are read at the first call. */
export const baseOf: Stem = (word) => (stem ??= createStem(loadWordTables(), 'search'))(word);

/** Endings of American spelling, and what British forms have there. */
const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/or(?=$|s$|ed$|ing$|ful$|ite$|able$|ers?$|hood$)/u, 'our'],
  [/iz(?=es?$|ed$|ing$|ations?$|ers?$)/u, 'is'],
  [/yz(?=e$|ed$|ing$)/u, 'ys'],
  [/er(?=s?$)/u, 're'],
  [/og(?=s?$)/u, 'ogue'],
  [/l(?=ed$|ing$|ers?$)/u, 'll'],
  [/ens(?=es?$)/u, 'enc'],
];

/** Irregular and British forms by their base forms. */
let others: ReadonlyMap<string, readonly string[]> | undefined;

const otherForms = (base: string): readonly string[] => {
  others ??= Map.groupBy(SAME_WORD.keys(), baseOf);
  return others.get(base) ?? [];
};

/** Returns the beginning that all regular forms of a word share: a last e or y may be gone (making, cities). */
const beginning = (word: string): string => (word.length > 2 ? word.replace(/[ey]$/u, '') : word);

/**
 * Returns beginnings of words such that every English word with this base form begins with one of them; most words that do
 * are other ones. None begins with another.
 */
export const beginningsOf = (base: string): string[] => {
  const spelt = [base, ...otherForms(base)];
  const british = spelt.flatMap((word) =>
    BRITISH.flatMap(([american, instead]) => (american.test(word) ? [word.replace(american, instead)] : [])),
  );
  const all = [...new Set([...spelt, ...british].map(beginning))];
  return all.filter((one) => !all.some((other) => other !== one && one.startsWith(other)));
};
