import { type Dictionary, english } from './dictionary.ts';
import { japanese } from './japanese.ts';
import type { Texts } from './languages.ts';

/** The texts of the start in every language, for what must know more than the reader's own. */
export const dictionaries: Texts<Dictionary> = { en: english, ja: japanese };
