import type { ArticleRow, Language, LanguageChoice, Tier, TopReason } from '../contract/index.ts';
import { digest } from '../lib/digest.ts';
import { writtenLanguage } from '../model/reader/language.ts';

/** The words of the feed in one language, and those that apps and books share with it. */
export type FeedWords = {
  language: Language;
  title: string;
  untitled: string;
  tiers: Record<Tier, string>;
  why: (parts: string[]) => string;
  keywords: (texts: string[]) => string;
  weak: string;
  learned: string;
  source: string;
  rule: string;
};

const en: FeedWords = {
  language: 'en',
  title: 'Omomi: Today',
  untitled: 'Untitled',
  tiers: { must_read: 'Must read', worth_a_look: 'Worth a look', rest: 'Everything else' },
  why: (parts) => `Why: ${parts.join('; ')}.`,
  keywords: (texts) =>
    `${texts.length === 1 ? 'your keyword' : 'your keywords'} ${texts.map((text) => `“${text}”`).join(', ')}`,
  weak: 'it is weakly related to your keywords',
  learned: 'it is like what you liked',
  source: 'its feed seldom publishes, or you want more of it',
  rule: 'your rules raise it',
};

const ja: FeedWords = {
  language: 'ja',
  title: 'Omomi 今日の話題',
  untitled: '無題',
  tiers: { must_read: '必読', worth_a_look: '注目', rest: 'その他' },
  why: (parts) => `理由:${parts.join('、')}`,
  keywords: (texts) => `キーワード${texts.map((text) => `「${text}」`).join('')}`,
  weak: 'キーワードとやや関連',
  learned: '好みの記事に似ている',
  source: '更新の少ないフィード、または多めに読みたいフィード',
  rule: 'ルールによる加点',
};

const de: FeedWords = {
  language: 'de',
  title: 'Omomi: Heute',
  untitled: 'Ohne Titel',
  tiers: { must_read: 'Unbedingt lesen', worth_a_look: 'Einen Blick wert', rest: 'Alles andere' },
  why: (parts) => `Warum: ${parts.join('; ')}.`,
  keywords: (texts) =>
    `${texts.length === 1 ? 'dein Stichwort' : 'deine Stichwörter'} ${texts.map((text) => `„${text}“`).join(', ')}`,
  weak: 'entfernt verwandt mit deinen Stichwörtern',
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
  const parts = [
    ...(keywords.length === 0 ? [] : [words.keywords(keywords)]),
    ...(keywords.length === 0 && kinds.has('weak') ? [words.weak] : []),
    ...(kinds.has('learned') ? [words.learned] : []),
    ...(kinds.has('source') ? [words.source] : []),
    ...(kinds.has('rule') ? [words.rule] : []),
  ];
  return parts.length === 0 ? '' : words.why(parts);
};

type FeedItem = {
  /** Stays the same for as long as the article is known, under every address of the feed. */
  id: string;
  title: string;
  link: string | null;
  published: string;
  updated: string;
  /** The title of the feed that the article comes from. */
  author: string;
  /** Plain text. */
  excerpt: string;
  /** The reasons that the article is among the best, in plain words; empty if none is known. */
  reasons: string;
};

/** Today as a feed, before it is written in a format. All texts are plain and have no control characters. */
type FeedDocument = {
  id: string;
  title: string;
  language: string;
  home: string;
  self: string;
  updated: string;
  items: FeedItem[];
};

/** Control characters except tab and line breaks, and code points that are no characters: XML 1.0 has no form for most. */
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;

export const plain = (text: string): string => text.toWellFormed().replace(unwritable, '');

/** Returns the later of two times in the format of the contract. */
const later = (one: string, other: string): string => (one > other ? one : other);

const itemOf = (row: ArticleRow, words: FeedWords): FeedItem => ({
  id: `urn:omomi:article:${row.article_id}`,
  title: plain(row.title) || (row.link ?? words.untitled),
  link: row.link === null ? null : plain(row.link),
  published: row.published_at,
  updated: later(row.created_at, row.published_at),
  author: plain(row.feed_title),
  excerpt: plain(row.excerpt),
  reasons: plain(reasonsText(row.top_reasons, words)),
});

/**
 * Returns Today as a feed. It depends on the rows alone and on nothing that changes with the time of the request, so that
 * the same rows always give the same document.
 *
 * @param addresses - Where Omomi's page of Today is, and where this document is.
 * @param madeAt - When the address of the feed was made: the feed's `updated` while it is empty.
 */
export const feedDocument = (
  userId: string,
  rows: ArticleRow[],
  words: FeedWords,
  addresses: { home: string; self: string },
  madeAt: string,
): FeedDocument => {
  const items = rows.map((row) => itemOf(row, words));
  return {
    id: `urn:omomi:today:${digest(32, `today ${userId}`)}`,
    title: words.title,
    language: words.language,
    ...addresses,
    updated: items.map(({ updated }) => updated).reduce(later, madeAt),
    items,
  };
};

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for XML and HTML, as content and as the value of an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => references[sign] ?? '');

const contentOf = ({ excerpt, reasons }: FeedItem): string =>
  [excerpt, reasons]
    .filter((text) => text !== '')
    .map((text) => `<p>${escaped(text)}</p>`)
    .join('');

const entryOf = (item: FeedItem): string =>
  [
    '<entry>',
    `<id>${escaped(item.id)}</id>`,
    // As HTML, so that a client that takes every title for HTML shows signs of markup and does not obey them.
    `<title type="html">${escaped(escaped(item.title))}</title>`,
    ...(item.link === null ? [] : [`<link rel="alternate" href="${escaped(item.link)}"/>`]),
    `<published>${item.published}</published>`,
    `<updated>${item.updated}</updated>`,
    `<author><name>${escaped(item.author)}</name></author>`,
    // The content is HTML as text, so it is escaped once more.
    `<content type="html">${escaped(contentOf(item))}</content>`,
    '</entry>',
  ].join('\n');

/** Writes the feed as Atom 1.0 (RFC 4287). */
export const writeAtom = (feed: FeedDocument): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">`,
    `<id>${escaped(feed.id)}</id>`,
    `<title type="text">${escaped(feed.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escaped(feed.home)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(feed.self)}"/>`,
    `<updated>${feed.updated}</updated>`,
    ...feed.items.map(entryOf),
    '</feed>',
    '',
  ].join('\n');

/** Writes the feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const writeJsonFeed = (feed: FeedDocument): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.self,
    language: feed.language,
    items: feed.items.map((item) => ({
      id: item.id,
      ...(item.link === null ? {} : { url: item.link }),
      title: item.title,
      content_html: contentOf(item),
      ...(item.excerpt === '' ? {} : { summary: item.excerpt }),
      date_published: item.published,
      date_modified: item.updated,
      authors: [{ name: item.author }],
    })),
  });
