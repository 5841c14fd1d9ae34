import type { Entry } from '../model/article/entry.ts';
import {
  isFinished,
  readUnopened,
  type Retention,
  isExpired,
  longestKept,
  tombstoneUntil,
  withLimit,
} from '../model/article/expiry.ts';
import type { Context } from '../model/context.ts';
import { type Article, type ArticleStore, readArticles } from '../model/article/article.ts';
import { asMarked, type ReaderMarks } from '../model/article/watermark.ts';
import type { RuleOutcome } from '../model/rules/evaluate.ts';
import { versionFor, type SitePage } from '../model/text/full-text.ts';
import { scoreFor, type EntryScore } from '../scoring/entry-score.ts';
import type { ReaderKeywords } from '../scoring/reader-keywords.ts';
import { arrivingEntry, readIfOlder, reconcile, takeOver } from './arriving-entry.ts';
import { foldEntry } from './fold-entry.ts';
import { type LoadedRules, ruledEntry, withTags } from './reader-rules.ts';
import { createEntry, renewCopy } from './saved-copy.ts';
import type { TextSource } from '../contract/index.ts';
import type { FoundStory } from '../stories/find-stories.ts';
import type { StoredVector } from '../model/score/vector.ts';
import type { ScoreMessage } from '../queues/messages.ts';

/** The context for writing an entry. */
export type WriteEntryContext = Pick<Context, 'entries' | 'articles' | 'saved' | 'subscriptions'>;

/** A reader to whom articles are delivered. */
type Reader = {
  userId: string;
  stored: ReaderMarks;
  retention: Retention;
  ruled: LoadedRules;
  keywords: ReaderKeywords | null;
  /** True if reading an article finishes its story. */
  marksStories: boolean;
  /** True if the reader searches, so that changed texts are noted. */
  notesTexts: boolean;
};

/** Checks whether an entry that is listed under the article's feed shows the text of the page. */
const isOfPage = (entry: Entry, article: Article, shown: Article): boolean =>
  entry.feed_ids[0] === article.feed_id && shown !== article;

/**
 * The entry that was created, if there is one, and the feeds that must be counted again because other entries of theirs
 * may have changed. `matched` has the rules that decided.
 */
type Written = { created: Entry | null; recounted: readonly string[]; matched: readonly string[] };

const nothingWritten: Written = { created: null, recounted: [], matched: [] };

/** An article of a message, the version of its text that the reader sees, and what the rules decide about that. */
export type RuledArticle = { article: Article; shown: Article; outcome: RuleOutcome };

/** An article as this reader gets it: what the rules say of its text, and the entry that it would be. */
type Ruled = { outcome: RuleOutcome; scored: EntryScore; arriving: Entry };

/** Returns the article in the state that the rules decide; null if it has expired for the reader. */
const ruledArticle = (
  { message, now, source, vectors, keptDays }: Delivery,
  { userId, stored, retention, keywords }: Reader,
  shown: Article,
  outcome: RuleOutcome,
): Ruled | null => {
  const { article_id, created_at } = shown;
  const scored = scoreFor(vectors.get(article_id), keywords, { source, rule: outcome.factor });
  const arrivedAt = message.user_id === undefined ? created_at : message.sent_at;
  const articleDays = retention.article_days;
  const entry = arrivingEntry(userId, withTags(shown, outcome), arrivedAt, scored, {
    stored,
    articleDays,
    keptDays,
    now,
  });
  if (entry === null) return null;
  const aged = readIfOlder(entry, message.read_until);
  return { outcome, scored, arriving: ruledEntry(aged, outcome, { retention, now }) };
};

/**
 * Brings one article to the reader, as the rules decided:
 *
 * 1. An article that has expired for the reader changes nothing.
 * 2. One that a rule mutes leaves a tombstone instead of an entry; an entry that another feed brought stays as it is.
 * 3. One that is the same as another in the reader's lists is folded into that.
 * 4. Otherwise the entry is created, as read if the reader read its story and not if a rule has let it go by now, or the one that
 *    exists is changed.
 */
export const writeEntry = async (
  ctx: WriteEntryContext,
  delivery: Delivery,
  reader: Reader,
  { article, shown, outcome }: RuledArticle,
): Promise<Written> => {
  const { message, now, pages } = delivery;
  const { userId, retention } = reader;
  const page = pages.get(article.article_id);
  const ruled = ruledArticle(delivery, reader, shown, outcome);
  if (ruled === null) return nothingWritten;
  const { arriving } = ruled;
  const { matched } = outcome;
  if (outcome.muted_by !== null) {
    const isMuted = await muteArticle(ctx, delivery, reader, arriving, outcome.muted_by);
    if (isMuted)
      return { ...nothingWritten, recounted: message.is_update === true ? arriving.feed_ids : [], matched };
    if (message.is_update !== true) return nothingWritten;
  }
  const folded = page === undefined ? null : await foldEntry(ctx, userId, article, page, { retention, now });
  if (folded !== null) return { ...nothingWritten, recounted: [article.feed_id, ...folded] };

  // A reader who has just followed the feed may see entries again that they left unread when they unfollowed it.
  const isAskedFor = userId === (message.user_id ?? message.new_subscriber);
  const { muting } = reader.ruled;
  if (message.is_update !== true) {
    const entry = await asStory(ctx, delivery, reader, arriving);
    const isGone = isExpired(entry, now.toISOString());
    if (!isGone && (await createEntry(ctx, entry, shown, { isAskedFor, muting, now })))
      return { created: entry, recounted: [], matched };
  }
  return changeEntry(ctx, delivery, reader, article, ruled);
};

/**
 * Mutes an article. An entry that is listed already is removed only if the article has changed, is listed under this
 * feed, and is neither read nor saved: nothing that the reader dealt with disappears. Returns false if the entry stays.
 */
const muteArticle = async (
  { entries }: WriteEntryContext,
  { message, now }: Delivery,
  { stored }: Reader,
  { user_id, article_id, feed_ids }: Entry,
  muted_by: string,
): Promise<boolean> => {
  const ttl = tombstoneUntil(now);
  if (message.is_update !== true) {
    await entries.mute({ user_id, article_id }, { muted_by, ttl });
    return true;
  }
  const listed = await entries.get(user_id, article_id);
  if (listed === null || listed.feed_ids[0] !== feed_ids[0]) return false;
  if (asMarked(listed, stored.watermarks).is_read) return false;
  return entries.muteUnread(listed, { muted_by, ttl });
};

/** Brings a new or changed version of an article to the entry that exists, if there is one. */
const changeEntry = async (
  ctx: WriteEntryContext,
  { message, isOwnersHost, pages, text_source, keptDays, now }: Delivery,
  { userId, stored, retention, notesTexts }: Reader,
  article: Article,
  { outcome, scored }: Ruled,
): Promise<Written> => {
  const { article_id, feed_id } = article;
  const page = pages.get(article_id);
  const shown = (entry: Entry): Article => versionFor(article, page, entry.text_source ?? text_source);
  const isUpdate = message.is_update === true;
  const timed = (entry: Entry): Entry => withLimit(entry, { rule_hours: outcome.hours }, { retention, now });
  const present = await ctx.entries.change(userId, article_id, (found) => {
    const named = reconcile(found, withTags(shown(found), outcome), scored, notesTexts && isUpdate) ?? found;
    const ruled = isUpdate && found.feed_ids[0] === feed_id ? timed(named) : named;
    const longest = longestKept([found.kept_days, keptDays], retention);
    const isNew = !found.feed_ids.includes(feed_id);
    const changed = isNew ? withLimit(ruled, { kept_days: longest }, { retention, now }) : ruled;
    return changed === found ? null : changed;
  });
  if (present !== null && isOfPage(present, article, shown(present)))
    await renewCopy(ctx, present, shown(present));
  if (present === null) return nothingWritten;
  const [owner] = present.feed_ids;
  // An entry of this feed that exists may come from a delivery that was cut off before it counted. That may have taken it over
  // from the second of its feeds.
  if (owner === feed_id) {
    const recounted = article.is_own_host ? present.feed_ids.slice(0, 2) : [feed_id];
    return { ...nothingWritten, recounted, matched: outcome.matched };
  }
  if (!article.is_own_host || (await isOwnersHost(article_id, owner))) return nothingWritten;
  await ctx.entries.change(userId, article_id, (found) => {
    const reading = { watermarks: stored.watermarks, retention };
    const taken = takeOver(found, owner, withTags(shown(found), outcome), scored, reading);
    return taken === null ? null : timed(taken);
  });
  return { created: null, recounted: [feed_id, owner], matched: outcome.matched };
};

/** The stored facts about the articles' pages, by article_id. */
export type KnownPages = ReadonlyMap<string, SitePage>;

/** The articles of one message, with what all its readers share, and the text that this reader wants. */
export type Delivery = {
  message: ScoreMessage;
  articles: Article[];
  pages: KnownPages;
  /** What was found of the articles' stories, by article_id. */
  stories: ReadonlyMap<string, FoundStory>;
  text_source: TextSource;
  /** The days for which the reader keeps the feed's articles; null if as any others. */
  keptDays: number | null;
  /** True if the feed is a page without a feed. */
  isOfPage: boolean;
  /** The factor of this reader's scores for articles of the feed. */
  source: number;
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

/**
 * Returns an arriving entry as read if the reader wants stories to be finished at once and has read another article of its
 * story. The next act of a story is a story of its own (`extra.continues`), so it arrives unread. The look-up takes one
 * read unit for each article of the story, 24 at most; what arrives read costs no write more.
 */
const asStory = async (
  { entries }: Pick<Context, 'entries'>,
  { stories, now }: Pick<Delivery, 'stories' | 'now'>,
  { userId, retention, marksStories }: Pick<Reader, 'userId' | 'retention' | 'marksStories'>,
  arriving: Entry,
): Promise<Entry> => {
  const copies = stories.get(arriving.article_id)?.copies ?? [];
  if (!marksStories || arriving.is_read || copies.length === 0) return arriving;
  const found = await entries.getMany(userId, [...copies]);
  return found.some(isFinished) ? readUnopened(arriving, { retention, at: now.toISOString() }) : arriving;
};
