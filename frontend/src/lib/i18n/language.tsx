import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../storage.ts';
import { type Dictionary, dictionaries } from './dictionary.ts';
import { type Language, type LanguageChoice, type Texts, choiceOf, pickLanguage } from './languages.ts';

const storageKey = 'omomi.language';

type I18n = { t: Dictionary; language: Language; setLanguage: (choice: LanguageChoice) => void };

const I18nContext = createContext<I18n>({
  t: dictionaries.en,
  language: 'en',
  setLanguage: () => undefined,
});

/** Returns the choice that this browser remembers. It applies until the reader's preferences are known. */
export const storedLanguage = (): LanguageChoice => choiceOf(readStored(storageKey));

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

/** Returns the texts of a part in the reader's language. */
export const useTexts = <T,>(texts: Texts<T>): T => texts[useI18n().language];
