import type { RuleKind, RuleLanguage } from '../../contract/index.ts';
import { plainText } from '../../parser/fields/text.ts';
import type { Article } from '../article/article.ts';
import { foldedText, type FoldedText } from './folded-text.ts';
import { videoIn } from '../../parser/html/video-address.ts';

/** The fields of an article by which its kind is told. */
type KindedArticle = Pick<Article, 'link' | 'enclosures'>;

const forges = /^(?:github\.com|codeberg\.org|(?:gitlab|gitea|forgejo|git)\.[a-z0-9.-]{2,80})$/;
const release = /^\/[^/]{1,100}\/[^/]{1,100}\/(?:-\/)?(?:releases|tags)(?:\/|$)/;

const networks = new Set([
  'bsky.app',
  'reddit.com',
  'old.reddit.com',
  'threads.net',
  'twitter.com',
  'x.com',
  'tumblr.com',
]);
/** The path of a post of Mastodon and the programs that speak with it, which any host may run. */
const post = /^\/(?:@[^/]{1,100}|users\/[^/]{1,100}\/statuses)\/\d{15,20}$/;

const endings = { podcast: /\.(?:mp3|m4a|ogg|opus)$/i, video: /\.(?:mp4|m4v|webm)$/i };

const hasFile = ({ enclosures }: KindedArticle, kind: 'podcast' | 'video'): boolean => {
  const stated = kind === 'podcast' ? 'audio/' : 'video/';
  return enclosures.some(({ url, type }) =>
    type === null
      ? endings[kind].test(URL.parse(url)?.pathname ?? '')
      : type.toLowerCase().startsWith(stated),
  );
};

const isAt = (url: URL, kind: Exclude<RuleKind, 'podcast' | 'site'>): boolean => {
  const host = url.hostname.replace(/^www\./, '');
  switch (kind) {
    case 'video':
      return videoIn(url) !== null;
    case 'releases':
      return forges.test(host) && release.test(url.pathname);
    case 'social':
      return networks.has(host) || post.test(url.pathname);
  }
};

/** Tells whether an article is of a kind, by its address and its files. `isOfPage` says that a page without a feed brought it. */
export const isOfKind = (article: KindedArticle, kind: RuleKind, isOfPage: boolean): boolean => {
  if (kind === 'site') return isOfPage;
  if (kind === 'podcast') return hasFile(article, kind);
  const url = URL.parse(article.link ?? '');
  return (url !== null && isAt(url, kind)) || (kind === 'video' && hasFile(article, kind));
};

/** An article as the conditions of rules see it. Each text is prepared when a condition first asks for it. */
export type RuleSubject = {
  article_id: string;
  feed_ids: readonly string[];
  folders: readonly string[];
  reading_minutes: number | null;
  textIn: (field: 'title' | 'text' | 'author' | 'category' | 'address') => FoldedText;
  language: () => RuleLanguage | null;
  isOf: (kind: RuleKind) => boolean;
};

/** The fields of an article that conditions ask about. */
export type SubjectArticle = Pick<
  Article,
  'article_id' | 'link' | 'title' | 'summary' | 'content' | 'author' | 'categories' | 'enclosures'
> & { extra: Pick<Article['extra'], 'reading_minutes'> };

/** Returns what the field `text` is: the title, and the text in full or what is known of it. */
const wholeText = ({ title, summary, content }: SubjectArticle): string =>
  `${title}\n${plainText(content) || summary}`;

/** Returns an address with its letters in place of their percent-encoded bytes. */
const readable = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

type Texts = Pick<RuleSubject, 'textIn' | 'language'>;

const lazily = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

const prepareTexts = (article: SubjectArticle): Texts => {
  const whole = lazily(() => wholeText(article));
  const texts = {
    title: lazily(() => foldedText(article.title)),
    text: lazily(() => foldedText(whole())),
    author: lazily(() => foldedText(article.author ?? '')),
    category: lazily(() => foldedText(article.categories.join('\n'))),
    address: lazily(() => foldedText(readable(article.link ?? ''))),
  };
  return { textIn: (field) => texts[field](), language: lazily(() => languageOf(whole())) };
};

/** The texts of articles that are delivered: the rules of many readers look at the same ones. */
const prepared = new WeakMap<SubjectArticle, Texts>();

/**
 * Returns the article as rules see it, with the reader's feeds that carry it, their folders, and whether a page without a feed
 * brought it.
 */
export const subjectOf = (
  article: SubjectArticle,
  { feed_ids, folders, isOfPage }: Pick<RuleSubject, 'feed_ids' | 'folders'> & { isOfPage: boolean },
): RuleSubject => {
  const texts = prepared.get(article) ?? prepareTexts(article);
  prepared.set(article, texts);
  return {
    article_id: article.article_id,
    feed_ids,
    folders,
    reading_minutes: article.extra.reading_minutes,
    isOf: (kind) => isOfKind(article, kind, isOfPage),
    ...texts,
  };
};

/** Number of characters that are looked at. */
const LOOKED_AT = 2000;
/** The part of the letters that a script must have. */
const ENOUGH = 0.1;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** The scripts that tell a language, and the part of the letters that each must have. Han letters without kana count as Chinese. */
const scripts: readonly (readonly [RuleLanguage, RegExp, number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, ENOUGH],
  ['ko', /\p{Script=Hangul}/gu, ENOUGH],
  ['zh', /\p{Script=Han}/gu, ENOUGH],
  ['ru', /\p{Script=Cyrillic}/gu, 0.5],
];
/** Latin letters, digits and punctuation. A text of these alone has no letter of the scripts above. */
const LATIN_ONLY = /^[\0-\u024F\u2000-\u206F]*$/u;

/** Frequent words of languages in Latin letters that few of the others share. */
const frequent: readonly (readonly [RuleLanguage, string])[] = [
  ['en', 'the and of to is that for with on was are it this from have not by you be at as'],
  ['de', 'der die das und ist nicht ein eine zu den mit von auf für im dem des sich auch wird'],
  ['fr', 'le la les des et est un une du dans que qui pour pas sur au avec par plus ce'],
  ['es', 'el la los las y es un una del que en por con para se no su al como más'],
  ['it', 'il la i gli e è un una del della che di per con non sono alla nel più si'],
  ['pt', 'o a os as e é um uma do da que em por com para não se no na mais'],
  ['nl', 'de het een en van is dat niet op te voor met zijn in die er aan ook bij naar'],
];

/** Returns the languages of each frequent word. */
const languagesByWord = lazily((): ReadonlyMap<string, RuleLanguage[]> => {
  const languages = new Map<string, RuleLanguage[]>();
  for (const [language, words] of frequent)
    for (const word of words.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
});

/** Returns the language of a text: by its script, or by its frequent words if that is Latin; null if neither tells. */
export const languageOf = (text: string): RuleLanguage | null => {
  const sample = text.slice(0, LOOKED_AT);
  if (!LATIN_ONLY.test(sample)) {
    const letters = count(sample, /\p{L}/gu);
    const found = scripts.find(([, script, part]) => letters > 0 && count(sample, script) / letters >= part);
    if (found !== undefined) return found[0];
  }
  const languagesOf = languagesByWord();
  const hits = new Map<RuleLanguage, number>();
  for (const word of sample.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const language of languagesOf.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  const [best, second] = [...hits].toSorted(([, one], [, two]) => two - one);
  return best === undefined || best[1] === second?.[1] ? null : best[0];
};
