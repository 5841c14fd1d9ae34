import type { TopReason } from '../contract/index.ts';

/** The words of the feed in one language. */
export type FeedWords = {
  language: string;
  title: string;
  untitled: string;
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
  why: (parts) => `理由:${parts.join('、')}`,
  keywords: (texts) => `キーワード${texts.map((text) => `「${text}」`).join('')}`,
  weak: 'キーワードとやや関連',
  learned: '好みの記事に似ている',
  source: '更新の少ないフィード、または多めに読みたいフィード',
  rule: 'ルールによる加点',
};

/** Returns the words for a reader's language. Feed readers do not say theirs, so `auto` is English. */
export const feedWords = (language: 'auto' | 'en' | 'ja'): FeedWords => (language === 'ja' ? ja : en);

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
