import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import type { Profile, ProfileStore } from '../model/reader/profile.ts';
import type { Article, ArticleStore } from '../model/article/article.ts';
import type { Entry, EntryStore } from '../model/article/entry.ts';
import { covers, type ReadWatermarkStore } from '../model/article/watermark.ts';
import { excerptOf, relist, rewritten } from '../model/article/relist.ts';
import { readArticles } from '../model/article/read-articles.ts';
import { isItemError } from '../lib/item-error.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { ScoreMessage, SendScore } from '../queues/messages.ts';
import type { SubscriberStore } from '../model/feed/feed.ts';
import type { LeaveFeed, CountUnread } from '../model/feed/subscription.ts';
import type { StartJob } from '../jobs/start-job.ts';
import { retentionFor, type Retention } from '../model/reader/retention.ts';
import type { EnsureVectors } from './article-vectors.ts';
import { ModelUnavailableError } from './errors.ts';
import { emptySketch, timesCounted, withScores } from '../model/score/rank.ts';
import type { LoadKeywords, ReaderKeywords } from './reader-keywords.ts';
import { scoreArticle, type StoredReason } from '../model/score/score.ts';
import type { StoredVector } from '../model/score/vector.ts';

const CONCURRENT_WRITES = 8;
const DAY_MS = 86_400_000;

export type FanOutDeps = {
  articles: Pick<ArticleStore, 'get' | 'getMany'>;
  entries: Pick<EntryStore, 'create' | 'change'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  subscribers: Pick<SubscriberStore, 'get' | 'list'>;
  ensureVectors: EnsureVectors;
  loadKeywords: LoadKeywords;
  profiles: Pick<ProfileStore, 'get' | 'setScores'>;
  startJob: StartJob;
  sendScore: SendScore;
  /** The name of the embedder's model. */
  model: string;
  leaveFeed: LeaveFeed;
  countUnread: CountUnread;
  now: Clock;
  log: Log;
  /** The deployment's retention. A reader may choose a shorter one. */
  retention: Retention;
};

type Failure = { article_id: string; error: Error };

type Scored = Pick<Entry, 'importance_score' | 'reasons' | 'keywords_version'>;

// Reasons of similarity 0 are not stored. A new keyword then causes no write for articles that have nothing in common
// with it.
const isTelling = ({ similarity_score }: StoredReason): boolean => similarity_score > 0;

/**
 * Returns the score of an article for a reader: null if the model gave no vector for the article or a keyword, or 0 if
 * the reader has no active keyword.
 */
export const scoreFor = (vector: StoredVector | undefined, loaded: ReaderKeywords | null): Scored => {
  if (loaded === null) return { importance_score: null, reasons: [], keywords_version: 0 };
  const { version, keywords } = loaded;
  if (keywords.length === 0) return { importance_score: 0, reasons: [], keywords_version: version };
  if (vector === undefined) return { importance_score: null, reasons: [], keywords_version: version };
  const { importance_score, reasons } = scoreArticle(vector, keywords);
  return { importance_score, reasons: reasons.filter(isTelling), keywords_version: version };
};

const isSameScore = (a: Scored, b: Scored): boolean =>
  a.importance_score === b.importance_score && JSON.stringify(a.reasons) === JSON.stringify(b.reasons);

/**
 * Returns the entry with the new score. Returns null if the entry has the same score already, or one made with newer
 * keywords. A known score never becomes unknown.
 */
export const withScore = (entry: Entry, scored: Scored): Entry | null => {
  if (entry.importance_score !== null) {
    if (scored.importance_score === null || scored.keywords_version < entry.keywords_version) return null;
    if (isSameScore(entry, scored)) return null;
  }
  return isSameScore(entry, scored) && entry.keywords_version === scored.keywords_version
    ? null
    : { ...entry, ...scored };
};

/**
 * Returns the stored entry with the changes of an arriving or changed article: another feed, a new title or a newer
 * score. Returns null if nothing changes.
 */
const reconcile = (entry: Entry, article: Article, scored: Scored): Entry | null => {
  const isListedHere = entry.feed_ids[0] === article.feed_id;
  const joined: Entry = entry.feed_ids.includes(article.feed_id)
    ? entry
    : { ...entry, feed_ids: [...entry.feed_ids, article.feed_id] };
  const named: Entry =
    isListedHere && (entry.title !== article.title || !isDeepStrictEqual(entry.extra, article.extra))
      ? { ...joined, title: article.title, excerpt: excerptOf(article), extra: article.extra }
      : joined;
  const rescored = isListedHere || entry.importance_score === null ? withScore(named, scored) : null;
  return rescored ?? (named === entry ? null : named);
};

/**
 * Moves the entry to the feed of the link's host, whose title and text it has from then on. The feed that brought it
 * first still carries it. Returns null if the entry is no longer listed under `owner`.
 */
const takeOver = (
  entry: Entry,
  owner: string,
  article: Article,
  scored: Scored,
  reader: Parameters<typeof relist>[2],
): Entry | null => {
  if (entry.feed_ids[0] !== owner) return null;
  const others = entry.feed_ids.filter((feedId) => feedId !== article.feed_id);
  const moved = rewritten(relist(entry, [article.feed_id, ...others], reader), article);
  return withScore(moved, scored) ?? moved;
};

/**
 * Creates the function that brings articles of one feed into the lists of its subscribers, with scores. Only this
 * function creates entries. If the model fails, the articles still appear, unscored, and the message is thrown back to
 * be delivered again. An article that the model refuses appears unscored. An article that cannot be read or stored is
 * left out. Articles of these two kinds continue in messages of their own.
 */
export const createFanOut = (deps: FanOutDeps) => {
  /**
   * Sends each failed article in a message of its own, with the reason. If the message is already such a message,
   * throws its error, so that it goes to the dead letters.
   */
  const setApart = async (message: ScoreMessage, failures: Failure[]): Promise<void> => {
    const [first] = failures;
    if (first === undefined) return;
    if (message.failure !== undefined) throw first.error;
    const { job: _, ...rest } = message;
    await deps.sendScore(
      failures.map(({ article_id, error }) => ({
        ...rest,
        article_ids: [article_id],
        failure: { model: deps.model, reason: error.message },
      })),
    );
  };

  return async (message: ScoreMessage): Promise<void> => {
    const { feed_id } = message;
    // A reader who has just followed the feed may see entries again that they left unread when they unfollowed it.
    const isAskedFor = (userId: string) => userId === (message.user_id ?? message.new_subscriber);
    const now = deps.now();
    const longestMs = deps.retention.article_days * DAY_MS;
    if (Date.parse(message.sent_at) + longestMs <= now.getTime()) return;
    const broken = new Map<string, Error>();
    const leaveOut = (article_id: string, error: Error): void => {
      if (!broken.has(article_id)) deps.log.error('article left out', { feed_id, article_id, error });
      broken.set(article_id, error);
    };
    const read = await readArticles(
      deps.articles,
      message.article_ids.map((article_id) => ({ article_id, feed_id })),
    );
    for (const { article_id, error } of read.failures) leaveOut(article_id, error);
    const articles = read.found;
    const { vectors, failures: refused } = await deps.ensureVectors(articles);
    const readers = (await deps.subscribers.list(feed_id))
      .filter(({ user_id, is_active }) =>
        message.user_id === undefined ? is_active : user_id === message.user_id,
      )
      .map(({ user_id }) => user_id);

    /** Wraps a write so that an error of one article does not keep the others from the reader. */
    const each = (write: (article: Article) => Promise<void>) => async (article: Article) => {
      try {
        await write(article);
      } catch (error) {
        if (!isItemError(error)) throw error;
        leaveOut(article.article_id, error);
      }
    };

    /** The answers of `isOwnersHost`, so that each owner of an article is looked up once for all readers. */
    const owners = new Map<string, Promise<boolean>>();
    const isOwnersHost = (article_id: string, owner: string): Promise<boolean> => {
      const key = `${article_id} ${owner}`;
      const known =
        owners.get(key) ??
        readArticles(deps.articles, [{ article_id, feed_id: owner }]).then(
          ({ found }) => found[0]?.is_own_host === true,
        );
      owners.set(key, known);
      return known;
    };

    /**
     * Writes the entries of one reader. Returns the scores that were not known before, and the feeds from which entries
     * were moved to this one.
     */
    const writeFor = async (
      userId: string,
      keywords: ReaderKeywords | null,
    ): Promise<{ added: number[]; left: Set<string> }> => {
      const added: number[] = [];
      const left = new Set<string>();
      const existing = await deps.marks.get(userId);
      const retention = retentionFor(await deps.profiles.get(userId), deps.retention);
      const { article_days } = retention;
      await pMap(
        articles,
        each(async (article) => {
          const created_at = message.user_id === undefined ? article.created_at : message.sent_at;
          const expiry = Date.parse(created_at) + article_days * DAY_MS;
          if (expiry <= now.getTime()) return;
          const scored = scoreFor(vectors.get(article.article_id), keywords);
          const entry: Entry = {
            user_id: userId,
            article_id: article.article_id,
            feed_ids: [feed_id],
            link: article.link,
            title: article.title,
            excerpt: excerptOf(article),
            published_at: article.published_at,
            is_date_estimated: article.is_date_estimated,
            created_at,
            ...scored,
            is_read: false,
            read_at: null,
            unread_after: null,
            is_saved: false,
            expires_at: new Date(expiry).toISOString(),
            extra: article.extra,
          };
          // The article reaches the reader after these marks were made, even if it was fetched before, so they must not
          // cover it.
          const isUnderMark = existing.marks.some((mark) => covers(mark, entry));
          const arriving = isUnderMark ? { ...entry, unread_after: existing.seq } : entry;
          let isNew = message.is_update !== true && (await deps.entries.create(arriving, isAskedFor(userId)));
          if (!isNew) {
            const present = await deps.entries.change(userId, article.article_id, (found) => {
              isNew = found.importance_score === null;
              return reconcile(found, article, scored);
            });
            const owner = present?.feed_ids[0];
            const isOther = owner !== undefined && owner !== feed_id;
            if (isOther && article.is_own_host && !(await isOwnersHost(article.article_id, owner))) {
              await deps.entries.change(userId, article.article_id, (found) =>
                takeOver(found, owner, article, scored, { marks: existing.marks, retention }),
              );
              left.add(owner);
            }
          }
          if (isNew && scored.importance_score !== null) added.push(scored.importance_score);
        }),
        { concurrency: CONCURRENT_WRITES },
      );
      return { added, left };
    };

    /**
     * Scores for one reader, again until no keyword changed meanwhile: a recalculation may have passed these entries
     * before they were written. Returns false if the model does not answer.
     */
    const scoreForReader = async (userId: string, left: Set<string>): Promise<boolean> => {
      const added: number[] = [];
      for (;;) {
        const keywords = await deps.loadKeywords(userId).catch((error: unknown): null => {
          if (!(error instanceof ModelUnavailableError)) throw error;
          return null;
        });
        const written = await writeFor(userId, keywords);
        for (const score of written.added) added.push(score);
        for (const feed of written.left) left.add(feed);
        if (keywords === null) return false;
        const profile = await deps.profiles.get(userId);
        if ((profile?.keywords_version ?? 0) !== keywords.version) continue;
        if (profile !== null && keywords.keywords.length > 0) await afterScoring(profile, added);
        return true;
      }
    };

    const afterScoring = async (profile: Profile, added: number[]): Promise<void> => {
      const times = timesCounted(message.article_ids[0] ?? '0', added.length);
      if (times > 0 && added.length > 0)
        await deps.profiles.setScores(profile, withScores(profile.scores ?? emptySketch(), added, times));
      // Scores of different models cannot be compared, so recalculate the reader's older articles.
      if (profile.scored_model !== null && profile.scored_model !== deps.model)
        await deps.startJob(profile.user_id, 'recalculate');
    };

    let isModelDown = refused.some(({ error }) => error.is_retryable);
    for (const userId of readers) {
      const left = new Set<string>();
      if (!(await scoreForReader(userId, left))) isModelDown = true;
      // A reader who unfollowed the feed meanwhile may have cleared their entries before these were written.
      const isFollowed = (await deps.subscribers.get(feed_id, userId)) !== null;
      const touched = isFollowed ? [feed_id] : await deps.leaveFeed(userId, feed_id);
      for (const feed of new Set([...touched, ...left])) await deps.countUnread(userId, feed);
    }
    const failures: Failure[] = [
      ...refused.filter(({ article_id }) => !broken.has(article_id)),
      ...Array.from(broken, ([article_id, error]) => ({ article_id, error })),
    ];
    deps.log.info('scored', {
      feed_id,
      articles: articles.length,
      readers: readers.length,
      failed: failures.length,
    });
    if (isModelDown) throw new ModelUnavailableError();
    await setApart(message, failures);
  };
};
