import type { RuleLanguage } from '../../contract/index.ts';
import { plainText } from '../../parser/fields/text.ts';
import type { Article } from '../article/article.ts';
import { foldedText, type FoldedText } from './folded-text.ts';
import { languageOf } from './language.ts';

/** An article as the conditions of rules see it. Each text is prepared when a condition first asks for it. */
export type RuleSubject = {
  article_id: string;
  feed_ids: readonly string[];
  folders: readonly string[];
  reading_minutes: number | null;
  textIn: (field: 'title' | 'text' | 'author' | 'category') => FoldedText;
  language: () => RuleLanguage | null;
};

/** The fields of an article that conditions ask about. */
export type RuledArticle = Pick<
  Article,
  'article_id' | 'title' | 'summary' | 'content' | 'author' | 'categories'
> & { extra: Pick<Article['extra'], 'reading_minutes'> };

/** Returns what the field `text` is: the title, and the text in full or what is known of it. */
const wholeText = ({ title, summary, content }: RuledArticle): string =>
  `${title}\n${plainText(content) || summary}`;

type Texts = Pick<RuleSubject, 'textIn' | 'language'>;

const lazily = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

const prepareTexts = (article: RuledArticle): Texts => {
  const whole = lazily(() => wholeText(article));
  const texts = {
    title: lazily(() => foldedText(article.title)),
    text: lazily(() => foldedText(whole())),
    author: lazily(() => foldedText(article.author ?? '')),
    category: lazily(() => foldedText(article.categories.join('\n'))),
  };
  return { textIn: (field) => texts[field](), language: lazily(() => languageOf(whole())) };
};

/** The texts of articles that are delivered: the rules of many readers look at the same ones. */
const prepared = new WeakMap<RuledArticle, Texts>();

/** Returns the article as rules see it, with the reader's feeds that carry it and their folders. */
export const subjectOf = (
  article: RuledArticle,
  { feed_ids, folders }: Pick<RuleSubject, 'feed_ids' | 'folders'>,
): RuleSubject => {
  const texts = prepared.get(article) ?? prepareTexts(article);
  prepared.set(article, texts);
  return {
    article_id: article.article_id,
    feed_ids,
    folders,
    reading_minutes: article.extra.reading_minutes,
    ...texts,
  };
};
