import { patternTerms } from '../../contract/index.ts';
import { fold, type FoldedText } from './folded-text.ts';

/** A word or phrase to look for. `pieces` are what stands between the `*` of a pattern, in order. */
export type Term = {
  pieces: readonly string[];
  /** True if the first piece begins where a word begins. */
  isStart: boolean;
  /** True if the last piece ends where a word ends. */
  isEnd: boolean;
  /** True if a `?` stands for one letter. */
  hasWildcard: boolean;
};

/** Parts that must all occur. */
export type Pattern = readonly Term[];

/** Returns a pattern of the contract ready for matching. */
export const compilePattern = (pattern: string): Pattern =>
  patternTerms(pattern).map(({ kind, text }): Term => {
    const folded = fold(text).replaceAll('\n', ' ');
    if (kind === 'phrase') return { pieces: [folded], isStart: true, isEnd: true, hasWildcard: false };
    return {
      pieces: folded.split('*').filter((piece) => piece !== ''),
      isStart: !folded.startsWith('*'),
      isEnd: !folded.endsWith('*'),
      hasWildcard: folded.includes('?'),
    };
  });

/** Returns the end of a piece that begins at the position; -1 if it does not. */
const endOfPiece = (
  piece: string,
  hasWildcard: boolean,
  { text, isWord }: FoldedText,
  at: number,
): number => {
  if (!hasWildcard) return text.startsWith(piece, at) ? at + piece.length : -1;
  let reached = at;
  for (const character of piece) {
    if (character === '?') {
      if (!isWord(reached)) return -1;
      reached += (text.codePointAt(reached) ?? 0) > 0xffff ? 2 : 1;
    } else if (text.startsWith(character, reached)) reached += character.length;
    else return -1;
  }
  return reached;
};

type Place = { start: number; end: number };

/**
 * Returns the first place of a piece that begins at `from` or later, at `last` at the latest; null if there is none. It
 * looks no further than that.
 */
const findPiece = (
  piece: string,
  hasWildcard: boolean,
  folded: FoldedText,
  from: number,
  last: number,
): Place | null => {
  if (!hasWildcard || !piece.includes('?')) {
    const at = folded.text.slice(from, last + piece.length).indexOf(piece);
    return at === -1 ? null : { start: from + at, end: from + at + piece.length };
  }
  for (let start = from; start <= last; start += 1) {
    const end = endOfPiece(piece, true, folded, start);
    if (end !== -1) return { start, end };
  }
  return null;
};

/** Returns the first position from `at` on that is not part of a word. */
const endOfWords = ({ text, isWord }: FoldedText, at: number): number => {
  let end = at;
  while (end < text.length && isWord(end)) end += 1;
  return end;
};

/** Returns true if the pieces after the first one follow from `from` on, with nothing but letters before each. */
const restFollows = ({ pieces, isEnd, hasWildcard }: Term, folded: FoldedText, from: number): boolean => {
  let reached = from;
  for (const piece of pieces.slice(1, -1)) {
    const place = findPiece(piece, hasWildcard, folded, reached, endOfWords(folded, reached));
    if (place === null) return false;
    reached = place.end;
  }
  const last = pieces.at(-1) ?? '';
  const until = endOfWords(folded, reached);
  for (;;) {
    const place = findPiece(last, hasWildcard, folded, reached, until);
    if (place === null) return false;
    if (!isEnd || folded.isBoundary(place.end)) return true;
    reached = place.start + 1;
  }
};

/**
 * Returns true if the term occurs in the text. The time grows linearly with the text: after a failed attempt, a later
 * beginning in the same run of letters would fail too, so the search goes on at its end.
 */
export const hasTerm = (term: Term, folded: FoldedText): boolean => {
  const { pieces, isStart, isEnd, hasWildcard } = term;
  const { length } = folded.text;
  const [first = ''] = pieces;
  if (first === '') return false;
  let from = 0;
  for (;;) {
    const at = hasWildcard ? from : folded.text.indexOf(first, from);
    const place = at === -1 ? null : findPiece(first, hasWildcard, folded, at, length);
    if (place === null) return false;
    from = place.start + 1;
    if (isStart && !folded.isBoundary(place.start)) continue;
    if (pieces.length === 1) {
      if (!isEnd || folded.isBoundary(place.end)) return true;
      continue;
    }
    if (restFollows(term, folded, place.end)) return true;
    from = Math.max(from, endOfWords(folded, place.end) - first.length);
  }
};

export const matchesPattern = (pattern: Pattern, folded: FoldedText): boolean =>
  pattern.length > 0 && pattern.every((term) => hasTerm(term, folded));
