/** The endings of words whose last s is not a plural. */
const KEEPS_S = /(ss|us|is|ous|news)$/;
const VOWEL = /[aeiouy]/;

/**
 * Returns the stem of a word. It removes English inflection, so that plural, -ing and -ed forms match, similar to step
 * 1 of Porter's algorithm and no further. Derivation (explore, exploration) is left to the shared prefixes. Words of
 * other languages may lose an English-looking ending, mostly a last s.
 */
export const stem = (word: string): string => {
  if (word.length < 4) return word;
  const singular = cutPlural(word);
  const bare = cutVerbEnding(singular);
  return bare.length > 3 && bare.endsWith('e')
    ? bare.slice(0, -1)
    : bare.endsWith('y')
      ? `${bare.slice(0, -1)}i`
      : bare;
};

const cutPlural = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !KEEPS_S.test(word)) return word.slice(0, -1);
  return word;
};

const cutVerbEnding = (word: string): string => {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  if (ending === 0) return word;
  const rest = word.slice(0, -ending);
  if (rest.length < 3 || !VOWEL.test(rest)) return word;
  const isDoubled = rest.at(-1) === rest.at(-2) && !/[lsz]$/.test(rest);
  return isDoubled ? rest.slice(0, -1) : rest;
};
