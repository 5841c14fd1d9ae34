import type { Language, LanguageChoice } from '../contract/index.ts';
import { feedWords, type FeedWords } from '../today/words.ts';

/** The words that an edition has beside those that it shares with the feed of Today. */
type OwnWords = {
  title: (day: string) => string;
  /** The title of what the last 24 hours brought. */
  lastHours: (day: string) => string;
  contents: string;
  alsoIn: string;
  differences: string;
  original: string;
  /** The name of the catalogue of editions, and what each of them is. */
  catalogue: string;
  what: string;
};

const en: OwnWords = {
  title: (day) => `Omomi, ${day}`,
  lastHours: (day) => `Omomi, ${day}: the last 24 hours`,
  contents: 'Contents',
  alsoIn: 'Also reported by',
  differences: 'What the sources say differently',
  original: 'Read at the publisher',
  catalogue: 'Omomi, day by day',
  what: 'What mattered on that day, with the reasons.',
};

const ja: OwnWords = {
  title: (day) => `Omomi ${day}`,
  lastHours: (day) => `Omomi ${day} 直近24時間`,
  contents: '目次',
  alsoIn: '同じ話題の記事',
  differences: '情報源ごとの違い',
  original: '元の記事を読む',
  catalogue: 'Omomi 日ごとの話題',
  what: 'その日の重要な話題と、その理由です。',
};

const de: OwnWords = {
  title: (day) => `Omomi, ${day}`,
  lastHours: (day) => `Omomi, ${day}: die letzten 24 Stunden`,
  contents: 'Inhalt',
  alsoIn: 'Auch bei',
  differences: 'Was die Quellen anders sagen',
  original: 'Im Original lesen',
  catalogue: 'Omomi, Tag für Tag',
  what: 'Was an diesem Tag wichtig war, mit den Gründen.',
};

const languages: Record<Language, OwnWords> = { en, ja, de };

export type EditionWords = Pick<FeedWords, 'language' | 'tiers' | 'untitled'> & OwnWords;

/** Returns the words for a reader's language. */
export const editionWords = (choice: LanguageChoice): EditionWords => {
  const { language, tiers, untitled } = feedWords(choice);
  return { language, tiers, untitled, ...languages[language] };
};
