import { patternTerms } from '../../contract/index.ts';
import { fold } from './folded-text.ts';

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
