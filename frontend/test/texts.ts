import { type LaterTexts, later as laterEnglish } from '../src/lib/i18n/en/later.ts';
import { start as english } from '../src/lib/i18n/en/start.ts';
import { later as laterJapanese } from '../src/lib/i18n/ja/later.ts';
import { start as japanese } from '../src/lib/i18n/ja/start.ts';
import { later as laterGerman } from '../src/lib/i18n/de/later.ts';
import { start as german } from '../src/lib/i18n/de/start.ts';
import type { Language } from '../src/lib/i18n/languages.ts';

/** The texts of the start in every language. */
export const dictionaries = { en: english, ja: japanese, de: german } satisfies Record<
  Language,
  typeof english
>;

const later: Record<Language, LaterTexts> = { en: laterEnglish, ja: laterJapanese, de: laterGerman };

/** The texts of each later part in every language. */
export const texts = Object.fromEntries(
  Object.keys(laterEnglish).map((part) => [
    part,
    Object.fromEntries(
      Object.entries(later).map(([language, parts]) => [language, parts[part as keyof LaterTexts]]),
    ),
  ]),
) as { [Part in keyof LaterTexts]: Record<Language, LaterTexts[Part]> };
