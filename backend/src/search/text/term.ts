import { isLetterAt, isSpacedAt } from './characters.ts';
import { fold, kanaFree } from './fold.ts';
import { baseOf } from './word-forms.ts';

/** A word or phrase ready for comparison. */
export type CompiledTerm = {
  /** What must follow each other, with nothing but separators between. Folded, without katakana. */
  pieces: readonly string[];
  /** The base form if other forms of the word match too; null for anything else. */
  base: string | null;
  is_prefix: boolean;
};

const PUNCTUATION_BEFORE = /^[\p{P}\p{Z}]+/u;
/** A dot before letters may be part of a name (.NET), as may a hash sign or an at sign. */
const NAME_BEFORE = /^[\p{P}\p{Z}]*(?=[.#@][\p{L}\p{N}])/u;
const PUNCTUATION_AFTER = /[\p{P}\p{Z}]+$/u;
/** C# and F# end with a hash sign, which is punctuation otherwise. */
const NAME_AFTER = /(?<=\p{L}#)[\p{P}\p{Z}]*$/u;
const POSSESSIVE = /(?<=[\p{L}\p{N}])'s$/u;
const INFLECTED = /^[a-z]{3,}$/u;

const trimmed = (word: string): string => {
  const start = NAME_BEFORE.test(word)
    ? word.replace(/^[\p{P}\p{Z}]*?(?=[.#@][\p{L}\p{N}])/u, '')
    : word.replace(PUNCTUATION_BEFORE, '');
  return NAME_AFTER.test(start) ? start.replace(NAME_AFTER, '') : start.replace(PUNCTUATION_AFTER, '');
};

const piecesOf = (text: string): string[] =>
  kanaFree(fold(text))
    .split(/[ -]/u)
    .map(trimmed)
    .filter((piece) => piece !== '');

/** Returns true if the text has anything to look for besides punctuation. */
export const hasSearchable = (text: string): boolean => piecesOf(text).length > 0;

/** Returns a term ready for comparison. A word of several parts (state-of-the-art) is a phrase. */
export const compileTerm = (term: {
  kind: 'word' | 'phrase';
  text: string;
  is_prefix: boolean;
}): CompiledTerm => {
  const pieces = piecesOf(term.text);
  const [only = ''] = pieces;
  if (term.kind === 'phrase' || pieces.length > 1) return { pieces, base: null, is_prefix: term.is_prefix };
  const word = only.replace(POSSESSIVE, '');
  return { pieces: [word], base: INFLECTED.test(word) ? baseOf(word) : null, is_prefix: term.is_prefix };
};

/** Returns the end of the pieces that begin at the position of a folded text; -1 if they do not match there. */
export const endOfMatch = (text: string, at: number, { pieces, is_prefix }: CompiledTerm): number => {
  const [first = ''] = pieces;
  if (!text.startsWith(first, at)) return -1;
  if (isSpacedAt(text, at) && isSpacedAt(text, at - 1)) return -1;
  let end = at + first.length;
  for (const piece of pieces.slice(1)) {
    let next = end;
    while (
      next < text.length &&
      !isLetterAt(text, next) &&
      text.charAt(next) !== '\n' &&
      !text.startsWith(piece, next)
    )
      next += 1;
    if (!text.startsWith(piece, next)) return -1;
    if (isSpacedAt(text, next) && isSpacedAt(text, next - 1)) return -1;
    end = next + piece.length;
  }
  return is_prefix || !isSpacedAt(text, end) || !isSpacedAt(text, end - 1) ? end : -1;
};
