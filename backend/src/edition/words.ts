import type { Tier } from '../contract/index.ts';

/** The words of an edition in one language. */
export type EditionWords = {
  language: string;
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

/** Returns the words for a reader's language. E-readers do not say theirs, so `auto` is English. */
export const editionWords = (language: 'auto' | 'en' | 'ja'): EditionWords => (language === 'ja' ? ja : en);
