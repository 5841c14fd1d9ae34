import { createStem, type Stem } from '../../scoring/lexical/stem.ts';
import { loadWordTables } from '../../scoring/words/word-tables.ts';

let stem: Stem | undefined;

/** Returns the base form of a folded English word. The tables of words are read at the first call. */
export const baseOf: Stem = (word) => (stem ??= createStem(loadWordTables()))(word);
