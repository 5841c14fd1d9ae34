import type { Language, LanguageChoice, Tier } from '../contract/index.ts';
import { writtenLanguage } from '../model/reader/language.ts';

/** The words of an edition in one language. */
export type EditionWords = {
  language: Language;
  title: (day: string) => string;
  contents: string;
  tiers: Record<Tier, string>;
  untitled: string;
  alsoIn: string;
  original: string;
  /** The name of the catalogue of editions, and what each of them is. */
  catalogue: string;
  what: string;
};

const en: EditionWords = {
  language: 'en',
  title: (day) => `Omomi, ${day}`,
  contents: 'Contents',
  tiers: { must_read: 'Must read', worth_a_look: 'Worth a look', rest: 'Everything else' },
  untitled: 'Untitled',
  alsoIn: 'Also reported by',
  original: 'Read at the publisher',
  catalogue: 'Omomi, day by day',
  what: 'What mattered on that day, with the reasons.',
};

const ja: EditionWords = {
  language: 'ja',
  title: (day) => `Omomi ${day}`,
  contents: '目次',
  tiers: { must_read: '必読', worth_a_look: '注目', rest: 'その他' },
  untitled: '無題',
  alsoIn: '同じ話題の記事',
  original: '元の記事を読む',
  catalogue: 'Omomi 日ごとの話題',
  what: 'その日の重要な話題と、その理由です。',
};

const de: EditionWords = {
  language: 'de',
  title: (day) => `Omomi, ${day}`,
  contents: 'Inhalt',
  tiers: { must_read: 'Unbedingt lesen', worth_a_look: 'Einen Blick wert', rest: 'Alles andere' },
  untitled: 'Ohne Titel',
  alsoIn: 'Auch bei',
  original: 'Im Original lesen',
  catalogue: 'Omomi, Tag für Tag',
  what: 'Was an diesem Tag wichtig war, mit den Gründen.',
};

const languages: Record<Language, EditionWords> = { en, ja, de };

/** Returns the words for a reader's language. */
export const editionWords = (language: LanguageChoice): EditionWords => languages[writtenLanguage(language)];
