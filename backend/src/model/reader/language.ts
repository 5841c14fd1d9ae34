import type { Language, LanguageChoice } from '../../contract/index.ts';

/**
 * Returns the language of what Omomi writes outside the page. Feed readers, e-readers and other clients do not say theirs, so
 * `auto` is English.
 */
export const writtenLanguage = (choice: LanguageChoice): Language => (choice === 'auto' ? 'en' : choice);
