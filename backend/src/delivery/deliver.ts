import { defaultPreferences } from '../contract/index.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { type CountBefore, countCreated, countUnread } from '../articles/reading/unread.ts';
import type { Entry } from '../model/article/entry.ts';
import type { ReaderMarks } from '../model/article/watermark.ts';
import type { Context } from '../model/context.ts';
import { isOlder } from './arriving-entry.ts';
import { leaveFeed, type LeaveContext } from './leave-feed.ts';
import { evaluateRules } from '../model/rules/evaluate.ts';
import { subjectOf } from '../model/rules/rule-subject.ts';
import { notesTexts } from '../model/text/text-mode.ts';
import { versionFor } from '../model/text/full-text.ts';
import type { Budget } from '../lib/turns.ts';
import type { Profile } from '../model/reader/profile.ts';
import { scoredWith } from '../model/reader/waiting.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import { keywordsAfter, type ReaderKeywords, type ScoringContext } from '../scoring/reader-keywords.ts';
import { type Delivery, type RuledArticle, writeEntry, type WriteEntryContext } from './write-entry.ts';
import pMap from 'p-map';
import { retentionFor, retentionIn, type RetentionSettings } from '../model/article/expiry.ts';
import { isItemError } from '../lib/errors.ts';
import { countMatches, rulesFor, type LoadedRules, type RuleMatch } from './reader-rules.ts';

/**
 * Number of milliseconds for which an article that the model refuses is left to its message, which is delivered again
 * after 30 seconds, then 2, 8 and 15 minutes.
 */
const LEFT_TO_MESSAGES_MS = 30 * 60_000;

/** The context for writing a reader's entries. */
type WriteEntriesContext = WriteEntryContext &
  Pick<Context, 'rules' | 'now' | 'log'> & { settings: RetentionSettings };

/** The context for bringing articles to a reader. */
export type DeliverContext = WriteEntriesContext &
  ScoringContext &
  JobContext &
  LeaveContext &
  Pick<Context, 'waiting' | 'arrivals' | 'watermarks'>;

/** A reader to whom articles are delivered, as stored before: the profile, the rules that are asked, and the count of the feed. */
export type Addressee = { userId: string; profile: Profile | null; ruled: LoadedRules; before: CountBefore };

/** Reads what a delivery of articles of the feed needs of a reader before the rules are asked, by one request. */
export const loadAddressee = async (
  { arrivals, now }: Pick<Context, 'arrivals' | 'now'>,
  userId: string,
  feedId: string,
): Promise<Addressee> => {
  const at = now().toISOString();
  const { profile, subscription, rules } = await arrivals.getTerms(userId, feedId);
  return { userId, profile, ruled: rulesFor(rules, subscription), before: { at, subscription } };
};

/**
 * Brings the articles of a message to one reader, as the rules decided. Returns false if the model did not answer for the keywords:
 *
 * 1. Load the reader's keywords; without them the articles appear unscored.
 * 2. Write the entries, again from step 1 if a keyword changed meanwhile: a recalculation may have passed these entries
 *    before they were written.
 * 3. If the model did not answer, or refused a text, put the reader on the list of those who wait, which dispatch looks at.
 * 4. Take the entries back if the reader unfollowed the feed meanwhile, and count the unread entries: those that were created are
 *    added to the count of the feed, and feeds of which other entries changed are counted anew.
 */
export const deliver = async (
  ctx: DeliverContext,
  addressee: Addressee,
  delivery: Delivery,
  asked: readonly RuledArticle[],
): Promise<boolean> => {
  const { userId, before } = addressee;
  const { feed_id } = delivery.message;
  const { isScored, isFollowed, written } = await scoreAndWrite(ctx, addressee, delivery, asked);
  const left = isFollowed ? [] : await leaveFeed(ctx, userId, feed_id);
  for (const feed of new Set([...left, ...written.recounted])) await countUnread(ctx, userId, feed);
  if (isFollowed && !written.recounted.has(feed_id))
    await countCreated(ctx, before, written.marks, written.created);
  return isScored;
};

/** Steps 1 to 3. Also returns whether the reader still followed the feed after the entries were written. */
const scoreAndWrite = async (
  ctx: DeliverContext,
  addressee: Addressee,
  delivery: Delivery,
  asked: readonly RuledArticle[],
): Promise<{ isScored: boolean; isFollowed: boolean; written: WrittenEntries }> => {
  const { userId } = addressee;
  const { feed_id } = delivery.message;
  const recounted = new Set<string>();
  let { profile } = addressee;
  for (;;) {
    const keywords = await keywordsOrNull(ctx, userId, profile);
    // The last read, because marks that are made after it cover the entries, though the reader did not see them. It also follows that of
    // the count, as `countCreated` demands.
    const marks = await ctx.watermarks.get(userId);
    const reader = { ...addressee, profile, keywords, marks };
    const written = await writeEntries(ctx, reader, delivery, asked, recounted);
    const after = await ctx.arrivals.getChangeable(userId, feed_id);
    const isFollowed = after.is_followed;
    if (keywords === null) {
      await ctx.waiting.note(userId, delivery.now.toISOString(), false);
      return { isScored: false, isFollowed, written };
    }
    profile = after.profile;
    if ((profile?.keywords_version ?? 0) !== keywords.version) continue;
    if (profile !== null && (keywords.keywords.length > 0 || keywords.learned !== null))
      await settleScores(ctx, profile, delivery, keywords);
    return { isScored: true, isFollowed, written };
  }
};

const keywordsOrNull = async (
  ctx: DeliverContext,
  userId: string,
  profile: Profile | null,
): Promise<ReaderKeywords | null> => {
  try {
    return await keywordsAfter(ctx, userId, profile);
  } catch (error) {
    if (!(error instanceof ModelUnavailableError)) throw error;
    return null;
  }
};

/** The least time between recalculations that bring what was learned to the articles in the list: 6 hours. */
const FOLLOW_MS = 6 * 3_600_000;

const isListBehind = ({ recalculated_at }: Profile, { learned }: ReaderKeywords, now: Date): boolean =>
  learned !== null &&
  learned.learned_at > (recalculated_at ?? '') &&
  (recalculated_at === null || now.getTime() - Date.parse(recalculated_at) >= FOLLOW_MS);

const settleScores = async (
  ctx: DeliverContext,
  profile: Profile,
  { message, articles, vectors, now, isModelDown }: Delivery,
  keywords: ReaderKeywords,
): Promise<void> => {
  const at = now.toISOString();
  const isRefused = articles.some(
    (article) => !vectors.has(article.article_id) && !isOlder(article, message.read_until),
  );
  if (isModelDown) await ctx.waiting.note(profile.user_id, at, false);
  else if (isRefused) {
    const next_at = new Date(now.getTime() + LEFT_TO_MESSAGES_MS).toISOString();
    await ctx.waiting.noteRefused(profile.user_id, at, next_at);
  }
  // Scores of different models or versions cannot be compared, so recalculate the reader's older articles.
  const isOtherModel =
    profile.scored_model !== null && profile.scored_model !== scoredWith(ctx.embedder.model);
  if (isOtherModel || (!isModelDown && isListBehind(profile, keywords, now)))
    await startJob(ctx, profile.user_id, 'recalculate');
};

const CONCURRENT_WRITES = 8;

/** A reader, with what scores the entries and the marks, as they are just before the entries are written. */
type Writing = Omit<Addressee, 'before'> & { keywords: ReaderKeywords | null; marks: ReaderMarks };

type WrittenEntries = {
  /** The reader's marks as they were read before the entries were written. */
  marks: ReaderMarks;
  created: Entry[];
  /** The feeds that must be counted again. */
  recounted: ReadonlySet<string>;
};

/**
 * Asks a reader's rules about the texts that the reader sees, one article after the other, until the steps of the message
 * are used up. `left` has the ids of the articles after that.
 */
export const askRules = async (
  { articles, pages, text_source, isOfPage }: Delivery,
  { rules, folders }: LoadedRules,
  budget: Budget,
): Promise<{ asked: RuledArticle[]; left: string[] }> => {
  const asked: RuledArticle[] = [];
  const left: string[] = [];
  for (const article of articles) {
    const { article_id, feed_id } = article;
    if (budget.isSpent()) {
      left.push(article_id);
      continue;
    }
    const shown = versionFor(article, pages.get(article_id), text_source);
    const subject = subjectOf(shown, { feed_ids: [feed_id], folders, isOfPage });
    asked.push({ article, shown, outcome: await evaluateRules(rules, subject, budget) });
  }
  return { asked, left };
};

/**
 * Writes the entries of one reader for the articles of a message. Only this function creates entries. Adds the feeds that must be
 * counted again to `recounted`.
 */
const writeEntries = async (
  ctx: WriteEntriesContext,
  { userId, profile, ruled, keywords, marks }: Writing,
  delivery: Delivery,
  asked: readonly RuledArticle[],
  recounted: Set<string>,
): Promise<WrittenEntries> => {
  const { message, leaveOut } = delivery;
  const retention = retentionFor(profile, retentionIn(ctx.settings));
  const isNoting = notesTexts(profile, delivery.now);
  const marksStories = (profile ?? defaultPreferences).mark_story_read;
  const reader = { userId, stored: marks, retention, ruled, keywords, marksStories, notesTexts: isNoting };
  const created: Entry[] = [];
  const matches: RuleMatch[] = [];
  await pMap(
    asked,
    async (one) => {
      const { article } = one;
      try {
        const written = await writeEntry(ctx, delivery, reader, one);
        if (written.created !== null) created.push(written.created);
        for (const feed of written.recounted) recounted.add(feed);
        for (const rule_id of written.matched) matches.push({ rule_id, article_id: article.article_id });
      } catch (error) {
        if (!isItemError(error)) throw error;
        recounted.add(message.feed_id);
        leaveOut(article.article_id, error);
      }
    },
    { concurrency: CONCURRENT_WRITES },
  );
  await countMatches(ctx, userId, matches);
  return { marks, created, recounted };
};
