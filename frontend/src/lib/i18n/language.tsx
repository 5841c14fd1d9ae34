import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../storage.ts';
import { type Dictionary, en } from './en.ts';
import { ja } from './ja.ts';

export const dictionaries = { en, ja } as const satisfies Record<string, Dictionary>;
export type Language = keyof typeof dictionaries;
export const languages: readonly Language[] = ['en', 'ja'];

const storageKey = 'omomi.language';

const isLanguage = (word: string | null | undefined): word is Language =>
  word !== null && word !== undefined && Object.hasOwn(dictionaries, word);

/** What was chosen before; else the first of the browser's languages that there is; else English. */
export const pickLanguage = (stored: string | null, preferred: readonly string[]): Language =>
  isLanguage(stored) ? stored : (preferred.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en');

/** A language, or the browser's own. */
type LanguageChoice = Language | 'auto';

type I18n = { t: Dictionary; language: Language; setLanguage: (choice: LanguageChoice) => void };

const I18nContext = createContext<I18n>({ t: en, language: 'en', setLanguage: () => undefined });

/** What this browser was last told, before the reader's preferences are known. */
export const storedLanguage = (): LanguageChoice => {
  const stored = readStored(storageKey);
  return isLanguage(stored) ? stored : 'auto';
};

export const LanguageProvider = ({ children }: { children: ReactNode }) => {
  const [language, setLanguage] = useState(() => pickLanguage(readStored(storageKey), navigator.languages));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo<I18n>(
    () => ({
      t: dictionaries[language],
      language,
      setLanguage: (choice) => {
        writeStored(storageKey, choice);
        setLanguage(pickLanguage(choice, navigator.languages));
      },
    }),
    [language],
  );
  return <I18nContext value={value}>{children}</I18nContext>;
};

export const useI18n = (): I18n => useContext(I18nContext);
