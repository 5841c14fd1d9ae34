import type { Language, LanguageChoice } from '../contract/index.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import type { Words } from './words.ts';

/** The words of each language that the page has too. */
export const allWords: Readonly<Record<Language, Words>> = { en, ja, de };

/** Returns the words for a reader's language. Feed readers, e-readers and other clients do not say theirs, so `auto` is English. */
export const wordsIn = (choice: LanguageChoice): Words => allWords[choice === 'auto' ? 'en' : choice];
