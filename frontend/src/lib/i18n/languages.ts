export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The name of each language in itself. */
export const languageNames: Texts<string> = { en: 'English', ja: '日本語' };

/** A language, or the browser's own. */
export type LanguageChoice = Language | 'auto';

/**
 * The texts of one part of the application, with one object for each language. All have the type of the English one, so
 * that a text missing in another language does not compile.
 */
export type Texts<T> = Readonly<Record<Language, T>>;

const isLanguage = (word: string | null | undefined): word is Language =>
  languages.some((language) => language === word);

/** Returns the stored choice; else the first of the browser's languages that Omomi supports; else English. */
export const pickLanguage = (stored: string | null, preferred: readonly string[]): Language =>
  isLanguage(stored) ? stored : (preferred.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en');

export const choiceOf = (stored: string | null): LanguageChoice => (isLanguage(stored) ? stored : 'auto');
