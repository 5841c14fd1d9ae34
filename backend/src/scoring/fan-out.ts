import pMap from 'p-map';
import type { ProfileStore } from '../accounts/profile.ts';
import type { Article, ArticleStore } from '../articles/article.ts';
import type { Entry, EntryStore } from '../articles/entry.ts';
import type { Clock, Log } from '../config/log.ts';
import type { ScoreMessage } from '../config/messages.ts';
import type { SubscriberStore } from '../feeds/feed.ts';
import type { CountUnread } from '../feeds/unread.ts';
import type { EnsureVectors } from './article-vectors.ts';
import { ModelUnavailableError } from './errors.ts';
import type { LoadKeywords, ReaderKeywords } from './reader-keywords.ts';
import { scoreArticle } from './score.ts';
import type { StoredVector } from './vector.ts';

const CONCURRENT_WRITES = 16;
const EXCERPT_LENGTH = 120;
const DAY_MS = 86_400_000;

export type FanOutDeps = {
  articles: Pick<ArticleStore, 'getMany'>;
  entries: Pick<EntryStore, 'create' | 'change'>;
  subscribers: Pick<SubscriberStore, 'list'>;
  ensureVectors: EnsureVectors;
  loadKeywords: LoadKeywords;
  profiles: Pick<ProfileStore, 'keywordsVersion'>;
  countUnread: CountUnread;
  now: Clock;
  log: Log;
  articleRetentionDays: number;
};

type Scored = Pick<Entry, 'importance_score' | 'reasons' | 'keywords_version'>;

/** Unscored where the model gave no vector for the article or a keyword; 0 where the reader has no active keyword. */
export const scoreFor = (vector: StoredVector | undefined, loaded: ReaderKeywords | null): Scored => {
  if (loaded === null) return { importance_score: null, reasons: [], keywords_version: 0 };
  const { version, keywords } = loaded;
  if (keywords.length === 0) return { importance_score: 0, reasons: [], keywords_version: version };
  if (vector === undefined) return { importance_score: null, reasons: [], keywords_version: version };
  return { ...scoreArticle(vector, keywords), keywords_version: version };
};

const isSameScore = (a: Scored, b: Scored): boolean =>
  a.importance_score === b.importance_score && JSON.stringify(a.reasons) === JSON.stringify(b.reasons);

/** The entry with the score, unless it has one as new that differs in nothing; a known score never becomes unknown. */
export const withScore = (entry: Entry, scored: Scored): Entry | null => {
  if (entry.importance_score !== null) {
    if (scored.importance_score === null || scored.keywords_version < entry.keywords_version) return null;
    if (isSameScore(entry, scored)) return null;
  }
  return isSameScore(entry, scored) && entry.keywords_version === scored.keywords_version
    ? null
    : { ...entry, ...scored };
};

const excerptOf = ({ summary }: Article): string =>
  summary.length <= EXCERPT_LENGTH ? summary : `${summary.slice(0, EXCERPT_LENGTH - 1).trimEnd()}…`;

/** What an arriving or changed article makes of the entry that stands: one feed more, a new title, a newer score. */
export const reconcile = (entry: Entry, article: Article, scored: Scored): Entry | null => {
  const isListedHere = entry.feed_ids[0] === article.feed_id;
  const joined: Entry = entry.feed_ids.includes(article.feed_id)
    ? entry
    : { ...entry, feed_ids: [...entry.feed_ids, article.feed_id] };
  const named: Entry =
    isListedHere && entry.title !== article.title
      ? { ...joined, title: article.title, excerpt: excerptOf(article) }
      : joined;
  const rescored = isListedHere || entry.importance_score === null ? withScore(named, scored) : null;
  return rescored ?? (named === entry ? null : named);
};

/**
 * Brings articles of one feed into the lists of its subscribers, scored. Entries are made here and nowhere else. When
 * the model fails the articles appear all the same, unscored, and the message is thrown back to come again.
 */
export const createFanOut =
  (deps: FanOutDeps) =>
  async (message: ScoreMessage): Promise<void> => {
    const { feed_id } = message;
    const now = deps.now();
    const retentionMs = deps.articleRetentionDays * DAY_MS;
    if (Date.parse(message.sent_at) + retentionMs <= now.getTime()) return;
    const articles = await deps.articles.getMany(
      message.article_ids.map((article_id) => ({ article_id, feed_id })),
    );
    const { vectors, failures } = await deps.ensureVectors(articles);
    const readers =
      message.user_id === undefined
        ? (await deps.subscribers.list(feed_id)).map(({ user_id }) => user_id)
        : [message.user_id];

    const writeFor = async (userId: string, keywords: ReaderKeywords | null): Promise<void> => {
      await pMap(
        articles,
        async (article) => {
          const created_at = message.user_id === undefined ? article.created_at : message.sent_at;
          const expiry = Date.parse(created_at) + retentionMs;
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
            is_saved: false,
            expires_at: new Date(expiry).toISOString(),
          };
          if (message.is_update !== true && (await deps.entries.create(entry))) return;
          await deps.entries.change(userId, article.article_id, (standing) =>
            reconcile(standing, article, scored),
          );
        },
        { concurrency: CONCURRENT_WRITES },
      );
    };

    let isModelDown = failures.some(({ error }) => error.is_retryable);
    for (const userId of readers) {
      const keywords = await deps.loadKeywords(userId).catch((error: unknown): null => {
        if (!(error instanceof ModelUnavailableError)) throw error;
        return null;
      });
      await writeFor(userId, keywords);
      if (keywords === null) isModelDown = true;
      else if ((await deps.profiles.keywordsVersion(userId)) !== keywords.version)
        await writeFor(userId, await deps.loadKeywords(userId));
      await deps.countUnread(userId, feed_id);
    }
    deps.log.info('scored', {
      feed_id,
      articles: articles.length,
      readers: readers.length,
      failed: failures.length,
    });
    if (isModelDown) throw new ModelUnavailableError();
  };
