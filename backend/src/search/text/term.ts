import { fold, kanaFree } from './fold.ts';
import { isWordToken, tokensOf } from './tokens.ts';
import { createStem, type Stem, SAME_WORD } from '../../scoring/words/stem.ts';
import { loadWordTables } from '../../scoring/words/word-tables.ts';

/** Tokens that stand side by side: `a.b` is `a`, `.`, `b`. Without katakana. */
export type Piece = readonly string[];

/** A word or phrase ready for comparison. */
export type CompiledTerm = {
  /** Tokens that must follow each other, with nothing between but white space and punctuation. */
  pieces: readonly Piece[];
  /** The base form if other forms of the word match too; null for anything else. */
  base: string | null;
  /** True if longer words that begin with the last token match too. */
  is_prefix: boolean;
};

/** A word or phrase as it was typed. */
type TypedTerm = { kind: 'word' | 'phrase'; text: string; is_prefix: boolean };

/** Punctuation before a word. A dot, hash or at sign before a letter may be part of a name: .NET, #ai. */
const BEFORE = /^(?:(?![.#@][\p{L}\p{N}])[\p{P}\p{Z}])+/u;
/** Punctuation after a word, but for the hash sign of C#. */
const AFTER = /(?<=\p{L}#)[\p{P}\p{Z}]+$|(?<![\p{P}\p{Z}])(?!(?<=\p{L})#)[\p{P}\p{Z}]+$/u;
const POSSESSIVE = /(?<=[\p{L}\p{N}])'s$/u;
const INFLECTED = /^[a-z]{3,}$/u;

/** Returns what of a text is looked for: its parts between spaces and hyphens, without punctuation around. */
const literalsOf = (text: string): string[] =>
  kanaFree(fold(text))
    .split(/[ -]+/u)
    .map((part) => part.replace(BEFORE, '').replace(AFTER, ''))
    .filter((part) => part !== '');

/** Returns true if the text has anything to look for besides punctuation. */
export const hasSearchable = (text: string): boolean => literalsOf(text).length > 0;

const pieceOf = (literal: string): Piece => {
  const { starts, ends } = tokensOf(literal);
  return starts.map((start, at) => literal.slice(start, ends[at]));
};

/** Returns a term ready for comparison. A word of several parts (state-of-the-art) is a phrase. */
export const compileTerm = ({ kind, text, is_prefix }: TypedTerm): CompiledTerm => {
  const literals = literalsOf(text);
  const [only = ''] = literals;
  if (kind === 'phrase' || literals.length > 1)
    return { pieces: literals.map(pieceOf), base: null, is_prefix };
  const word = only.replace(POSSESSIVE, '');
  return { pieces: [pieceOf(word)], base: INFLECTED.test(word) ? baseOf(word) : null, is_prefix };
};

/** Returns true if the last token of the term is a word that may go on. */
export const mayGoOn = ({ pieces, is_prefix }: CompiledTerm): boolean =>
  is_prefix && isWordToken(pieces.at(-1)?.at(-1) ?? '');

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
