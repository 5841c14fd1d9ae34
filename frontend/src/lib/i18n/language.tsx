import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../storage.ts';
import { recover } from '../api/missing-file.ts';
import { type Dictionary, english } from './dictionary.ts';
import { type Language, type LanguageChoice, type Texts, choiceOf, pickLanguage } from './languages.ts';

const storageKey = 'omomi.language';

type I18n = { t: Dictionary; language: Language; setLanguage: (choice: LanguageChoice) => void };

/** A language and its texts of the start. */
export type LoadedLanguage = Pick<I18n, 't' | 'language'>;

const inEnglish: LoadedLanguage = { t: english, language: 'en' };

/** Loads a language that the start does not have. @throws an ApiError if its file cannot be had; see `recover`. */
const loadLanguage = async (language: Language): Promise<LoadedLanguage> => {
  if (language === 'en') return inEnglish;
  const { japanese } = await import('./japanese.ts').catch(recover);
  return { t: japanese, language };
};

const chosenLanguage = (): Language => pickLanguage(readStored(storageKey), navigator.languages);

/** Loads the language to start with. It is English where the chosen one cannot be loaded. */
export const loadFirstLanguage = (): Promise<LoadedLanguage> =>
  loadLanguage(chosenLanguage()).catch(() => inEnglish);

const I18nContext = createContext<I18n>({ ...inEnglish, setLanguage: () => undefined });

/** Returns the choice that this browser remembers. It applies until the reader's preferences are known. */
export const storedLanguage = (): LanguageChoice => choiceOf(readStored(storageKey));

type ProviderProps = { first: LoadedLanguage; children: ReactNode };

/** Provides the chosen language. Until its texts are loaded, or if they cannot be, the former language stays. */
export const LanguageProvider = ({ first, children }: ProviderProps) => {
  const [chosen, setChosen] = useState(chosenLanguage);
  const [loaded, setLoaded] = useState(first);
  const { language } = loaded;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (chosen === language) return;
    let isWanted = true;
    const load = async (): Promise<void> => {
      const next = await loadLanguage(chosen).catch(() => null);
      if (next !== null && isWanted) setLoaded(next);
    };
    const again = (): void => void load();
    again();
    window.addEventListener('online', again);
    return () => {
      isWanted = false;
      window.removeEventListener('online', again);
    };
  }, [chosen, language]);
  const value = useMemo<I18n>(
    () => ({
      ...loaded,
      setLanguage: (choice) => {
        writeStored(storageKey, choice);
        setChosen(pickLanguage(choice, navigator.languages));
      },
    }),
    [loaded],
  );
  return <I18nContext value={value}>{children}</I18nContext>;
};

export const useI18n = (): I18n => useContext(I18nContext);

/** Returns the texts of a part in the reader's language. */
export const useTexts = <T,>(texts: Texts<T>): T => texts[useI18n().language];
