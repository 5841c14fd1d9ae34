import type { Language, LanguageChoice, Tier, TopReason } from '../contract/index.ts';
import { writtenLanguage } from '../model/reader/profile.ts';

/** The words of the feed in one language, and those that apps and books share with it. */
export type FeedWords = {
  language: Language;
  title: string;
  /** The title of the feed of a list. */
  titleOf: (list: string) => string;
  lists: Record<'all' | 'unread' | 'saved' | 'highlights', string>;
  untitled: string;
  tiers: Record<Tier, string>;
  why: (parts: string[]) => string;
  keywords: (texts: string[]) => string;
  /** Of the keyword that an article is most related to, which may be unknown (empty). */
  weak: (text: string) => string;
  learned: string;
  source: string;
  rule: string;
};

const en: FeedWords = {
  language: 'en',
  title: 'Omomi: Today',
  titleOf: (list) => `Omomi: ${list}`,
  lists: { all: 'All articles', unread: 'Unread', saved: 'Saved', highlights: 'Highlights' },
  untitled: 'Untitled',
  tiers: { must_read: 'Must read', worth_a_look: 'Worth a look', rest: 'Everything else' },
  why: (parts) => `Why: ${parts.join('; ')}.`,
  keywords: (texts) =>
    `${texts.length === 1 ? 'your keyword' : 'your keywords'} ${texts.map((text) => `“${text}”`).join(', ')}`,
  weak: (text) => `it is weakly related to ${text === '' ? 'your keywords' : `“${text}”`}`,
  learned: 'it is like what you liked',
  source: 'its feed seldom publishes, or you want more of it',
  rule: 'your rules raise it',
};

const ja: FeedWords = {
  language: 'ja',
  title: 'Omomi 今日の話題',
  titleOf: (list) => `Omomi ${list}`,
  lists: { all: 'すべての記事', unread: '未読', saved: '保存済み', highlights: 'ハイライト' },
  untitled: '無題',
  tiers: { must_read: '必読', worth_a_look: '注目', rest: 'その他' },
  why: (parts) => `理由:${parts.join('、')}`,
  keywords: (texts) => `キーワード${texts.map((text) => `「${text}」`).join('')}`,
  weak: (text) => (text === '' ? 'キーワードとやや関連' : `「${text}」とやや関連`),
  learned: '好みの記事に似ている',
  source: '更新の少ないフィード、または多めに読みたいフィード',
  rule: 'ルールによる加点',
};

const de: FeedWords = {
  language: 'de',
  title: 'Omomi: Heute',
  titleOf: (list) => `Omomi: ${list}`,
  lists: { all: 'Alle Artikel', unread: 'Ungelesen', saved: 'Gemerkt', highlights: 'Markierungen' },
  untitled: 'Ohne Titel',
  tiers: { must_read: 'Unbedingt lesen', worth_a_look: 'Einen Blick wert', rest: 'Alles andere' },
  why: (parts) => `Warum: ${parts.join('; ')}.`,
  keywords: (texts) =>
    `${texts.length === 1 ? 'dein Stichwort' : 'deine Stichwörter'} ${texts.map((text) => `„${text}“`).join(', ')}`,
  weak: (text) => `entfernt verwandt mit ${text === '' ? 'deinen Stichwörtern' : `„${text}“`}`,
  learned: 'wie das, was dir gefiel',
  source: 'der Feed bringt selten etwas, oder du willst mehr davon',
  rule: 'deine Regeln heben es',
};

const languages: Record<Language, FeedWords> = { en, ja, de };

/** Returns the words for a reader's language. */
export const feedWords = (language: LanguageChoice): FeedWords => languages[writtenLanguage(language)];

/** Returns what raised the score of an article, in words; empty if nothing did. */
export const reasonsText = (reasons: TopReason[], words: FeedWords): string => {
  const raising = reasons.filter(({ contribution }) => contribution > 0);
  const keywords = raising.filter(({ kind }) => kind === 'keyword').map(({ keyword_text }) => keyword_text);
  const kinds = new Set(raising.map(({ kind }) => kind));
  const weak = raising.find(({ kind }) => kind === 'weak');
  const parts = [
    ...(keywords.length === 0 ? [] : [words.keywords(keywords)]),
    ...(keywords.length === 0 && weak !== undefined ? [words.weak(weak.keyword_text)] : []),
    ...(kinds.has('learned') ? [words.learned] : []),
    ...(kinds.has('source') ? [words.source] : []),
    ...(kinds.has('rule') ? [words.rule] : []),
  ];
  return parts.length === 0 ? '' : words.why(parts);
};

/** Control characters except tab and line breaks, and code points that are no characters: XML 1.0 has no form for most. */
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;

export const plain = (text: string): string => text.toWellFormed().replace(unwritable, '');

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for XML and HTML, as content and as the value of an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => references[sign] ?? '');
