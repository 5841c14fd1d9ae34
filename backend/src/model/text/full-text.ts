import type { FullTextAnswer, FullTextFailure, TextSource } from '../../contract/index.ts';
import { firstPicture } from '../../parser/html/pictures.ts';
import type { Article } from '../article/article.ts';
import { EXCERPT_BYTES } from '../article/relist.ts';

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
