import type { LaterTexts } from '../src/lib/i18n/en/later.ts';
import type { Dictionary } from '../src/lib/i18n/en/start.ts';
import type { Language } from '../src/lib/i18n/languages.ts';

const starts = import.meta.glob<Dictionary>('../src/lib/i18n/*/start.ts', { eager: true, import: 'start' });
const laters = import.meta.glob<LaterTexts>('../src/lib/i18n/*/later.ts', { eager: true, import: 'later' });

/** Returns what the files of all languages export, by the name of their folder. */
const byLanguage = <T>(files: Record<string, T>) =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/').at(-2), texts])) as Record<
    Language,
    T
  >;

/** The texts of the start in every language. */
export const dictionaries = byLanguage(starts);

const later = byLanguage(laters);

/** The texts of each later part in every language. */
export const texts = Object.fromEntries(
  Object.keys(later.en).map((part) => [
    part,
    Object.fromEntries(
      Object.entries(later).map(([language, parts]) => [language, parts[part as keyof LaterTexts]]),
    ),
  ]),
) as { [Part in keyof LaterTexts]: Record<Language, LaterTexts[Part]> };
