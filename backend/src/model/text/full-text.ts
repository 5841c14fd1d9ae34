import type { TextMode, TextSource, FullTextAnswer, FullTextFailure } from '../../contract/index.ts';
import type { Feed } from '../feed/feed.ts';
import { crc32 } from 'node:zlib';
import type { Entry } from '../article/entry.ts';
import type { Profile } from '../reader/profile.ts';
import { firstPicture } from '../../parser/html/pictures.ts';
import type { Article } from '../article/article.ts';
import { EXCERPT_BYTES } from '../article/relist.ts';

/** Number of articles whose pages are compared with the feed's texts before `auto` is decided. */
export const SAMPLES = 3;
/** A text of the feed is short if it has less than this share of its page's text, in thousandths. */
const SHORT_PERMILLE = 1000 / 3;

/** Returns the mode that asks for most: pages are asked for if one reader wants them. */
export const strongestMode = (modes: readonly TextMode[]): TextMode =>
  modes.includes('full') ? 'full' : modes.includes('auto') || modes.length === 0 ? 'auto' : 'feed';

/** Returns which text a reader with this mode sees. While `auto` is undecided, that is the feed's. */
export const textFor = (mode: TextMode, { found_text }: Pick<Feed, 'found_text'>): TextSource =>
  mode === 'auto' ? (found_text ?? 'feed') : mode;

/**
 * Returns whether the pages of a feed's new articles are asked for. `sample`: only until `auto` is decided, because all
 * its readers leave it to that.
 */
export const pagesWantedOf = (feed: Pick<Feed, 'wanted_text' | 'found_text'>): 'none' | 'sample' | 'all' => {
  if (feed.wanted_text === 'auto' && feed.found_text === null) return 'sample';
  return textFor(feed.wanted_text, feed) === 'full' ? 'all' : 'none';
};

/**
 * Returns what `auto` comes to: the page's text if most of the samples are short. Each is the length of the feed's text
 * in thousandths of the page's. Returns null as long as there are too few.
 */
export const foundIn = (samples: readonly number[]): TextSource | null => {
  if (samples.length < SAMPLES) return null;
  const short = samples.filter((permille) => permille < SHORT_PERMILLE).length;
  return short * 2 > samples.length ? 'full' : 'feed';
};

/** The stored facts about the pages of a feed's articles, apart from the feed's item. */
export type FeedPagesStore = {
  /**
   * Counts one request for a page on this day (days since 1970). Returns false and counts nothing if `limit` requests
   * were counted on it.
   */
  takeRequest: (feedId: string, day: number, limit: number) => Promise<boolean>;
  /** Returns the samples by article_id. */
  samples: (feedId: string) => Promise<ReadonlyMap<string, number>>;
  /** Adds the sample of an article, unless it has one or there are enough. Returns all. */
  addSample: (feedId: string, articleId: string, permille: number) => Promise<ReadonlyMap<string, number>>;
};

const DAY_MS = 86_400_000;

/** Days after the last search for which changed texts are noted with the reader's entries. */
const NOTED_DAYS = 40;

/** Returns the version of a text: 24 bits of its checksum, which fit an entry. */
export const textVersion = ({ content }: { content: string }): number => crc32(content) >>> 8;

/**
 * Checks whether changed texts are noted with this reader's entries, at four write units each. For readers who do not
 * search, a change that no list shows costs nothing.
 */
export const notesTexts = (profile: Pick<Profile, 'searched_at'> | null, now: Date): boolean => {
  const searchedAt = profile?.searched_at ?? null;
  return searchedAt !== null && Date.parse(searchedAt) + NOTED_DAYS * DAY_MS > now.getTime();
};

/**
 * Returns the entry with the version of the text that its reader sees from now on. A saved article shows the reader's own
 * copy, whose changes `renewCopy` notes.
 */
export const withTextOf = <E extends Pick<Entry, 'is_saved' | 'text_version'>>(
  entry: E,
  shown: { content: string },
): E => {
  const text_version = textVersion(shown);
  return entry.is_saved || entry.text_version === text_version ? entry : { ...entry, text_version };
};

/** The text that an article's page gave. */
export type PageText = {
  /** Plain text, at most 500 characters. */
  summary: string;
  /** Sanitised HTML. */
  content: string;
  author: string | null;
  reading_minutes: number | null;
};

/** The stored facts about an article's page, stored once for all feeds and readers that have the article. */
export type SitePage = {
  article_id: string;
  /**
   * `unasked`: nothing is known but `same_as`. `asked`: a reader asked for it. `taken`: `text` has its text. `failed`: it
   * gave none, for the `reason`.
   */
  state: 'unasked' | 'asked' | 'taken' | 'failed';
  reason: FullTextFailure | null;
  /** The time at which the state was reached. */
  at: string;
  /** The host that answered. */
  site: string | null;
  /** Null unless it is taken. */
  text: PageText | null;
  /**
   * The article whose address the page names as its own, and the first other one that does so; empty if it names its
   * own.
   */
  same_as: string[];
  /** The first article whose page names the address of this one as its own. */
  named_by: string | null;
  /** In seconds since 1970. */
  ttl: number;
};

export type SitePageStore = {
  get: (articleId: string) => Promise<SitePage | null>;
  /** Returns those that exist, in no particular order. */
  getMany: (articleIds: string[]) => Promise<SitePage[]>;
  /**
   * Takes the right to request the page until `until`. Returns false if another owner has it. `ttl`, in seconds since
   * 1970, is for a page of which nothing was known.
   */
  claim: (
    articleId: string,
    claim: { owner: string; now: string; until: string; ttl: number },
  ) => Promise<boolean>;
  /** Stores what is known of the page, and ends the claim; `named_by` stays as it is. */
  put: (page: Omit<SitePage, 'named_by'>) => Promise<void>;
  /**
   * Notes that a reader asked for the page at `at`, unless another state was reached since `seen_at` (empty if none
   * was). `ttl`, in seconds since 1970, is for a page of which nothing was known.
   */
  ask: (articleId: string, asked: { at: string; seen_at: string; ttl: number }) => Promise<void>;
  /**
   * Remembers with an article that another one's page names its address, if it is the first to do so. Returns the id of
   * the first. `ttl` is in seconds since 1970.
   */
  noteSame: (articleId: string, otherId: string, ttl: number) => Promise<string>;
};

/**
 * Returns a feed's version of an article with the text of its page. The title, the date and the enclosures stay the
 * feed's, and so do its picture, and its summary if it fills a row of a list.
 */
export const withPageText = (
  article: Article,
  { summary, content, author, reading_minutes }: PageText,
): Article => ({
  ...article,
  content,
  summary: Buffer.byteLength(article.summary) < EXCERPT_BYTES ? summary : article.summary,
  author: article.author ?? author,
  extra: { ...article.extra, reading_minutes, image_url: article.extra.image_url ?? firstPicture(content) },
});

/** Returns the version of an article that a reader sees who wants the text from `source`. */
export const versionFor = (article: Article, page: SitePage | undefined, source: TextSource): Article =>
  source === 'full' && page?.text ? withPageText(article, page.text) : article;

/** Time in milliseconds within which the page of a new article, or one that was asked for, is expected. */
export const EXPECTED_MS = 900_000;

/** Returns what the article's answer tells about its text. `isNew` tells whether its page is still expected. */
export const fullTextAnswer = (
  page: SitePage | null,
  { source, link, isNew, now }: { source: TextSource; link: string | null; isNew: boolean; now: Date },
): FullTextAnswer => {
  const site = page?.site ?? null;
  if (link === null) return { state: 'failed', reason: 'no_link', site: null };
  switch (page?.state ?? 'unasked') {
    case 'taken':
      return { state: source === 'full' ? 'full' : 'available', reason: null, site };
    case 'failed':
      return { state: 'failed', reason: page?.reason ?? null, site };
    case 'asked':
      return { state: isExpected(page, now) ? 'coming' : 'feed', reason: null, site };
    case 'unasked':
      return { state: source === 'full' && isNew ? 'coming' : 'feed', reason: null, site };
  }
};

/** Returns true while a page that a reader asked for may still come; later its message counts as lost. */
export const isExpected = (page: Pick<SitePage, 'state' | 'at'> | null, now: Date): boolean =>
  page?.state === 'asked' && Date.parse(page.at) + EXPECTED_MS > now.getTime();
