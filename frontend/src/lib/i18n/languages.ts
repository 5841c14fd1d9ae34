import type { Language, LanguageChoice } from '@omomi/backend/contract';
import { type Dictionary, start as english } from './en/start.ts';
import type { LaterTexts } from './en/later.ts';

type Files = {
  /** The name of the language in itself. */
  name: string;
  /** The texts that the page starts with, and those of all that is loaded after it. */
  start: () => Promise<{ start: Dictionary }>;
  later: () => Promise<{ later: LaterTexts }>;
};

export type { Language, LanguageChoice };

/**
 * The languages of the page: each is a folder and a line here. A text that is missing in one does not compile. The start has the
 * English texts, which also stand for those of a language that cannot be loaded.
 */
const table: Record<Language, Files> = {
  en: { name: 'English', start: async () => ({ start: english }), later: () => import('./en/later.ts') },
  ja: { name: '日本語', start: () => import('./ja/start.ts'), later: () => import('./ja/later.ts') },
  de: { name: 'Deutsch', start: () => import('./de/start.ts'), later: () => import('./de/later.ts') },
};

const isLanguage = (word: string | null | undefined): word is Language =>
  word !== null && word !== undefined && Object.hasOwn(table, word);

export const languages: readonly Language[] = Object.keys(table).filter(isLanguage);

/** Returns the name of a language in itself. */
export const languageName = (language: Language): string => table[language].name;

/** Returns the stored choice; else the first of the browser's languages that Omomi supports; else English. */
export const pickLanguage = (stored: string | null, preferred: readonly string[]): Language =>
  isLanguage(stored) ? stored : (preferred.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en');

export const choiceOf = (stored: string | null): LanguageChoice => (isLanguage(stored) ? stored : 'auto');

const starts = new Map<string, Dictionary>([['en', english]]);
const laters = new Map<string, LaterTexts>();
const loading = new Map<Language, Promise<LaterTexts>>();

/** Returns the texts of the start in a language; in English unless `loadStart` has loaded them. */
export const startTexts = (language: string): Dictionary => starts.get(language) ?? english;

/** Gives the texts of later errors to those of the start, once both are there. */
const addErrors = (language: Language): void => {
  const start = starts.get(language);
  const later = laters.get(language);
  if (start === undefined || later === undefined) return;
  Object.assign(start.errors, later.laterErrors);
  Object.assign(start.noListing, later.noListing);
};

/** Loads the texts of the start. It rejects if their file cannot be had. */
export const loadStart = async (language: Language): Promise<Dictionary> => {
  const { start } = await table[language].start();
  starts.set(language, start);
  addErrors(language);
  return start;
};

/** Returns the later texts in a language, if `loadLater` has loaded them. */
export const laterTexts = (language: Language): LaterTexts | undefined => laters.get(language);

/** Loads the later texts in a language. It rejects if their file cannot be had, and the next call asks for it again. */
export const loadLater = (language: Language): Promise<LaterTexts> => {
  const known = loading.get(language);
  if (known !== undefined) return known;
  const load = async (): Promise<LaterTexts> => {
    try {
      const { later } = await table[language].later();
      laters.set(language, later);
      addErrors(language);
      return later;
    } catch (error) {
      loading.delete(language);
      throw error;
    }
  };
  const promise = load();
  loading.set(language, promise);
  return promise;
};

/** Loads the texts of every language, for what finds words of all of them. One that cannot be had is left out. */
export const loadEveryLanguage = async (): Promise<void> => {
  await Promise.allSettled(languages.flatMap((language) => [loadStart(language), loadLater(language)]));
};
