import { type FoldedText, fold } from './folded-text.ts';
import { patternTerms } from '../../contract/index.ts';

/** A term with `*` or `?` inside, ready for matching. */
export type WildTerm = {
  /** A text that stands in every match, the longest one of the term; '' if it has no letter, or if a match may have white space. */
  anchor: string;
  /** The fewest UTF-16 units of a match. */
  least: number;
  /** The numbers that hold the states: the steps that a character takes. */
  size: number;
  /** Returns true if the term occurs within [from, to) of the text. */
  occursIn: (folded: FoldedText, from: number, to: number) => boolean;
};

const BITS = 32;

/** Returns a new set of the states that `isIn` names. */
const setOf = (states: number, isIn: (state: number) => boolean): Uint32Array => {
  const set = new Uint32Array(Math.ceil(states / BITS));
  for (let state = 0; state < states; state += 1)
    if (isIn(state)) set[state >> 5] = (set[state >> 5] ?? 0) | (1 << (state & 31));
  return set;
};

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');

/**
 * Compiles a term to an automaton whose states are the characters of its pieces: a state is on if the term up to this character
 * ends here. All states are advanced together, 32 in one number, so that a character takes the same steps in any text.
 */
export const compileWildTerm = ({ pieces, isStart, isEnd, hasWildcard }: Term): WildTerm => {
  const characters = pieces.flatMap((piece) => Array.from(piece));
  const isAny = (state: number): boolean => hasWildcard && characters[state] === '?';
  // Between two pieces any number of letters may stand: the last state of a piece stays on.
  const ends = new Set<number>();
  let reached = 0;
  for (const piece of pieces.slice(0, -1)) {
    reached += Array.from(piece).length;
    ends.add(reached - 1);
  }
  const states = characters.length;
  const any = setOf(states, isAny);
  const staying = setOf(states, (state) => ends.has(state));
  const literally = new Map<number, Uint32Array>();
  for (const character of new Set(characters))
    literally.set(
      character.codePointAt(0) ?? 0,
      setOf(states, (state) => characters[state] === character && !isAny(state)),
    );
  const none = new Uint32Array(any.length);
  const last = states - 1;

  /** Turns on the states that a character reaches, and off all others. */
  const advance = (on: Uint32Array, by: Uint32Array, isLetter: boolean, mayBegin: boolean): void => {
    let carry = mayBegin ? 1 : 0;
    for (let place = 0; place < on.length; place += 1) {
      const before = on[place] ?? 0;
      const reading = (by[place] ?? 0) | (isLetter ? (any[place] ?? 0) : 0);
      const kept = isLetter ? before & (staying[place] ?? 0) : 0;
      on[place] = (((before << 1) | carry) & reading) | kept;
      carry = before >>> 31;
    }
  };

  const parts = hasWildcard ? pieces.flatMap((piece) => piece.split('?')) : pieces;
  return {
    anchor: parts.some((part) => part.includes(' ')) ? '' : longest(parts),
    least: states,
    size: any.length,
    occursIn: (folded, from, to) => {
      const { text, isWord, isBoundary } = folded;
      const on = new Uint32Array(any.length);
      for (let at = from; at < to;) {
        const codePoint = text.codePointAt(at) ?? 0;
        const by = literally.get(codePoint) ?? none;
        const isLetter = isWord(at);
        const mayBegin = ((by[0] ?? 0) & 1) === 1 || (isLetter && isAny(0));
        advance(on, by, isLetter, mayBegin && (!isStart || isBoundary(at)));
        at += codePoint > 0xffff ? 2 : 1;
        const isLast = ((on[last >> 5] ?? 0) >>> (last & 31)) & 1;
        if (isLast === 1 && (!isEnd || isBoundary(at))) return true;
      }
      return false;
    },
  };
};

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

/** Returns the terms of a pattern of the contract, which must all occur. */
export const termsOf = (pattern: string): Term[] =>
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
