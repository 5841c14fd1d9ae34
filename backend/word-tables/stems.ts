import { NO_BASE, type Purpose } from '../src/scoring/words/word-tables.ts';
import { singulars } from '../src/scoring/words/stem.ts';
import { dot, unit } from './principal-components.ts';

/**
 * The least cosine between the vectors of a form and its base for the two to count as one word. Below it they have parted:
 * marketing and market (0.31), news and new (0.13), customs and custom (0.26). Above it they have not: elections and
 * election (0.92), states and state (0.47), voted and vote (0.73).
 */
const LEAST_ALIKE = { plural: 0.4, past: 0.55, spelling: 0.5 };

/** Rules that differ between interests and searches. */
type Forms = {
  /** The least cosine for a form in -ing, which is often a noun of its own. */
  least_ing: number;
  /** Plurals that are mostly meant as a name. */
  names: ReadonlySet<string>;
};

/**
 * An interest means a subject: gardening is no garden (0.60), cooking no Tim Cook (0.66), and three windows of a program are no
 * news of Windows. A search for a word should find all its forms: running finds runs (0.61).
 */
const FORMS = {
  interest: { least_ing: 0.67, names: new Set(['windows']) },
  search: { least_ing: 0.55, names: new Set<string>() },
} satisfies Record<Purpose, Forms>;

/** Endings of British spelling and what American spelling has in their place. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/our(?=$|s$|ed$|ing$|ful$|ite$|able$|er$|ers$|hood$)/u, 'or'],
  [/is(?=e$|es$|ed$|ing$|ation$|ations$|er$|ers$)/u, 'iz'],
  [/ys(?=e$|ed$|ing$)/u, 'yz'],
  [/re(?=$|s$)/u, 'er'],
  [/ogue(?=$|s$)/u, 'og'],
  [/ll(?=ed$|ing$|er$|ers$)/u, 'l'],
  [/enc(?=e$|es$)/u, 'ens'],
];

/** Tells whether a form and its base are near enough for one word; false for a word without a vector. */
type IsAlike = (form: string, base: string, least: number) => boolean;

/**
 * Returns the base forms of words as the table writes them: that of an interest, then that of a search unless it is the
 * same, `NO_BASE` for none; nothing if neither has one. They are told by vectors of words alone: those learnt from
 * sentences have customs near custom.
 */
export const baseFields = (words: readonly string[], vectors: Int8Array): string[] => {
  const isAlike = createIsAlike(words, vectors);
  return words.map((word) => {
    const interest = baseOf(word, FORMS.interest, isAlike) ?? NO_BASE;
    const search = baseOf(word, FORMS.search, isAlike) ?? NO_BASE;
    if (interest !== search) return ` ${interest} ${search}`;
    return interest === NO_BASE ? '' : ` ${interest}`;
  });
};

const createIsAlike = (words: readonly string[], vectors: Int8Array): IsAlike => {
  const size = vectors.length / words.length;
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const vectorOf = (word: string): Float64Array | undefined => {
    const rank = ranks.get(word);
    return rank === undefined
      ? undefined
      : unit(Float64Array.from(vectors.subarray(rank * size, (rank + 1) * size)));
  };
  return (form, base, least) => {
    const other = vectorOf(base);
    const own = other === undefined ? undefined : vectorOf(form);
    return own !== undefined && other !== undefined && dot(own, other) >= least;
  };
};

const baseOf = (word: string, forms: Forms, isAlike: IsAlike): string | null => {
  if (word.length < 3 || !/^[a-z]+$/u.test(word)) return null;
  return american(word, isAlike) ?? singular(word, forms, isAlike) ?? verbBase(word, forms, isAlike);
};

const american = (word: string, isAlike: IsAlike): string | null => {
  for (const [ending, instead] of SPELLINGS) {
    if (!ending.test(word)) continue;
    const spelt = word.replace(ending, instead);
    if (isAlike(word, spelt, LEAST_ALIKE.spelling)) return spelt;
  }
  return null;
};

const singular = (word: string, forms: Forms, isAlike: IsAlike): string | null => {
  if (!word.endsWith('s') || word.endsWith('ss') || forms.names.has(word)) return null;
  return singulars(word).find((base) => isAlike(word, base, LEAST_ALIKE.plural)) ?? null;
};

const verbBase = (word: string, forms: Forms, isAlike: IsAlike): string | null => {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const rest = word.slice(0, -ending);
  const least = ending === 3 ? forms.least_ing : LEAST_ALIKE.past;
  if (ending === 0 || rest.length < 2) return null;
  const isDoubled = rest.at(-1) === rest.at(-2);
  const candidates = [`${rest}e`, rest, ...(isDoubled ? [rest.slice(0, -1)] : [])];
  return candidates.find((base) => isAlike(word, base, least)) ?? null;
};
