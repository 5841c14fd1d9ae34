import pMap from 'p-map';
import type { TextSource } from '../../contract/index.ts';
import type { Article, ArticleStore } from '../../model/article/article.ts';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { versionFor, type ArticlePage } from '../../model/text/full-text.ts';
import { readArticles } from '../../model/article/read-articles.ts';
import type { ReaderMarks, ReadWatermarkStore } from '../../model/article/watermark.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import { retentionFor, type Retention } from '../../model/reader/retention.ts';
import type { StoredVector } from '../../model/score/vector.ts';
import { isItemError } from '../../lib/item-error.ts';
import type { ScoreMessage } from '../../queues/messages.ts';
import { scoreFor, type EntryScore } from '../entry-score.ts';
import type { ReaderKeywords } from '../reader-keywords.ts';
import { arrivingEntry, reconcile, takeOver } from './arriving-entry.ts';
import type { FoldEntry } from './fold-entry.ts';
import type { RenewCopy } from './renew-copy.ts';

const CONCURRENT_WRITES = 8;

/** What is known of the articles' pages, by article_id. */
export type KnownPages = ReadonlyMap<string, ArticlePage>;

/** The articles of one message, with what all its readers share, and the text that this reader wants. */
export type Delivery = {
  message: ScoreMessage;
  articles: Article[];
  pages: KnownPages;
  text_source: TextSource;
  vectors: ReadonlyMap<string, StoredVector>;
  now: Date;
  /** True if the model did not answer for one of the articles. */
  isModelDown: boolean;
  /** Returns true if this feed has the host of the article's link, by its stored version. */
  isOwnersHost: (articleId: string, feedId: string) => Promise<boolean>;
  /** Leaves an article out that cannot be written; the others still reach the reader. */
  leaveOut: (articleId: string, error: Error) => void;
};

/** Creates the function that looks each owner of an article up once for all readers. */
export const createIsOwnersHost = (articles: Pick<ArticleStore, 'getMany'>): Delivery['isOwnersHost'] => {
  const known = new Map<string, Promise<boolean>>();
  const look = async (article_id: string, feed_id: string): Promise<boolean> => {
    const { found } = await readArticles(articles, [{ article_id, feed_id }]);
    return found[0]?.is_own_host === true;
  };
  return (articleId, feedId) => {
    const key = `${articleId} ${feedId}`;
    const answer = known.get(key) ?? look(articleId, feedId);
    known.set(key, answer);
    return answer;
  };
};

export type WriteEntriesDeps = {
  entries: Pick<EntryStore, 'create' | 'change'>;
  foldEntry: FoldEntry;
  renewCopy: RenewCopy;
  marks: Pick<ReadWatermarkStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  /** The deployment's retention. A reader may choose a shorter one. */
  retention: Retention;
};

export type WrittenEntries = {
  /** The scores that were not known before. */
  scores: number[];
  /** The feeds from which entries were moved to this one. */
  left: Set<string>;
};

/** Writes the entries of one reader for the articles of a message. Only this function creates entries. */
export type WriteEntries = (
  userId: string,
  keywords: ReaderKeywords | null,
  delivery: Delivery,
) => Promise<WrittenEntries>;

export const createWriteEntries =
  (deps: WriteEntriesDeps): WriteEntries =>
  async (userId, keywords, delivery) => {
    const { articles, vectors, leaveOut } = delivery;
    const stored = await deps.marks.get(userId);
    const retention = retentionFor(await deps.profiles.get(userId), deps.retention);
    const reader: Reader = { userId, stored, retention };
    const written: WrittenEntries = { scores: [], left: new Set() };
    await pMap(
      articles,
      async (article) => {
        try {
          const scored = scoreFor(vectors.get(article.article_id), keywords, { source: 1, rule: 1 });
          const { isNew, left } = await writeEntry(deps, delivery, reader, article, scored);
          for (const feed of left) written.left.add(feed);
          if (isNew && scored.importance_score !== null) written.scores.push(scored.importance_score);
        } catch (error) {
          if (!isItemError(error)) throw error;
          leaveOut(article.article_id, error);
        }
      },
      { concurrency: CONCURRENT_WRITES },
    );
    return written;
  };

type Reader = { userId: string; stored: ReaderMarks; retention: Retention };

/** Checks whether an entry that is listed under the article's feed shows the text of the page. */
const isOfPage = (entry: Entry, article: Article, shown: Article): boolean =>
  entry.feed_ids[0] === article.feed_id && shown !== article;

/** `isNew` is true if the reader had no score for the article; `left` has the feeds whose unread counts changed. */
type Written = { isNew: boolean; left: readonly string[] };

/**
 * Creates the entry, or changes the one that exists. An article that has expired for the reader changes nothing, and one
 * that is the same as another in the reader's lists is folded into that.
 */
const writeEntry = async (
  { entries, foldEntry, renewCopy }: WriteEntriesDeps,
  { message, now, isOwnersHost, pages, text_source }: Delivery,
  { userId, stored, retention }: Reader,
  article: Article,
  scored: EntryScore,
): Promise<Written> => {
  const { article_id, feed_id } = article;
  const arrivedAt = message.user_id === undefined ? article.created_at : message.sent_at;
  const articleDays = retention.article_days;
  const page = pages.get(article_id);
  const shown = (entry?: Entry): Article => versionFor(article, page, entry?.text_source ?? text_source);
  const arriving = arrivingEntry(userId, shown(), arrivedAt, scored, { stored, articleDays, now });
  if (arriving === null) return { isNew: false, left: [] };
  const folded = page === undefined ? null : await foldEntry(userId, article, page, { retention, now });
  if (folded !== null) return { isNew: false, left: folded };

  // A reader who has just followed the feed may see entries again that they left unread when they unfollowed it.
  const isAskedFor = userId === (message.user_id ?? message.new_subscriber);
  if (message.is_update !== true && (await entries.create(arriving, isAskedFor)))
    return { isNew: true, left: [] };

  let isNew = false;
  const present = await entries.change(userId, article_id, (found) => {
    isNew = found.importance_score === null;
    return reconcile(found, shown(found), scored);
  });
  if (present !== null && isOfPage(present, article, shown(present)))
    await renewCopy(present, shown(present));
  const owner = present?.feed_ids[0] ?? feed_id;
  if (owner === feed_id || !article.is_own_host || (await isOwnersHost(article_id, owner)))
    return { isNew, left: [] };
  await entries.change(userId, article_id, (found) =>
    takeOver(found, owner, shown(found), scored, { marks: stored.marks, retention }),
  );
  return { isNew, left: [owner] };
};
