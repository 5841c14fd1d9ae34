import { type ReactNode, createContext, use, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../storage.ts';
import { recover } from '../api/missing-file.ts';
import type { LaterTexts } from './en/later.ts';
import type { Dictionary } from './en/start.ts';
import {
  type Language,
  type LanguageChoice,
  choiceOf,
  laterTexts,
  loadLater,
  loadStart,
  pickLanguage,
  startTexts,
} from './languages.ts';

const storageKey = 'omomi.language';

type I18n = { t: Dictionary; language: Language; setLanguage: (choice: LanguageChoice) => void };

/** A language and its texts of the start. */
export type LoadedLanguage = Pick<I18n, 't' | 'language'>;

const inEnglish: LoadedLanguage = { t: startTexts('en'), language: 'en' };

const chosenLanguage = (): Language => pickLanguage(readStored(storageKey), navigator.languages);

/** Loads the language to start with. It is English where the chosen one cannot be loaded. */
export const loadFirstLanguage = async (): Promise<LoadedLanguage> => {
  const language = chosenLanguage();
  try {
    return { t: await loadStart(language).catch(recover), language };
  } catch {
    return inEnglish;
  }
};

/** Loads the texts of what is loaded after the start, in the chosen language. It rejects if their file cannot be had. */
export const loadLaterTexts = (): Promise<LaterTexts> => loadLater(chosenLanguage());

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
      const [next] = await Promise.all([loadStart(chosen), loadLater(chosen)])
        .catch(recover)
        .catch(() => [null]);
      if (next !== null && isWanted) setLoaded({ t: next, language: chosen });
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

/** Returns the texts of a part that is loaded after the start, in the reader's language. `loadPart` has loaded them. */
export const useTexts = <Part extends keyof LaterTexts>(part: Part): LaterTexts[Part] => {
  const { language } = useI18n();
  return (laterTexts(language) ?? use(loadLater(language)))[part];
};
