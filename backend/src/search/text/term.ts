import { fold, kanaFree } from './fold.ts';
import { isWordToken, tokensOf } from './tokens.ts';
import { baseOf } from './word-forms.ts';

/** Tokens that stand side by side: `node.js` is `node`, `.`, `js`. Without katakana. */
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
