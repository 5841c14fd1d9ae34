import { defaultPreferences } from '../contract/index.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { countBefore, countCreated, countUnread } from '../articles/reading/unread.ts';
import type { Entry } from '../model/article/entry.ts';
import type { ReaderMarks } from '../model/article/watermark.ts';
import type { Context } from '../model/context.ts';
import { isOlder } from './arriving-entry.ts';
import { leaveFeed, type LeaveContext } from './leave-feed.ts';
import { evaluateRules } from '../model/rules/evaluate.ts';
import { subjectOf } from '../model/rules/rule-subject.ts';
import { versionFor } from '../model/text/full-text.ts';
import type { Profile } from '../model/reader/profile.ts';
import { scoredWith } from '../model/reader/scoring-due.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import { loadKeywords, type ReaderKeywords, type ScoringContext } from '../scoring/reader-keywords.ts';
import { type Delivery, type RuledArticle, writeEntry, type WriteEntryContext } from './write-entry.ts';
import pMap from 'p-map';
import { notesTexts } from '../model/text/text-mode.ts';
import { retentionFor, retentionIn, type RetentionSettings } from '../model/article/expiry.ts';
import { isItemError } from '../lib/errors.ts';
import { countMatches, loadRules, type LoadedRules, type RuleMatch } from './reader-rules.ts';

/**
 * Number of milliseconds for which an article that the model refuses is left to its message, which is delivered again
 * after 30 seconds, then 2, 8 and 15 minutes.
 */
const LEFT_TO_MESSAGES_MS = 30 * 60_000;

/** The context for writing a reader's entries. */
type WriteEntriesContext = WriteEntryContext &
  Pick<Context, 'rules' | 'watermarks' | 'profiles' | 'now' | 'log'> & { settings: RetentionSettings };

/** The context for bringing articles to a reader. */
export type DeliverContext = WriteEntriesContext &
  ScoringContext &
  JobContext &
  LeaveContext &
  Pick<Context, 'waiting' | 'subscribers'>;

/**
 * Brings the articles of a message to one reader. Returns false if the model did not answer for the keywords:
 *
 * 1. Load the reader's keywords; without them the articles appear unscored.
 * 2. Write the entries, again from step 1 if a keyword changed meanwhile: a recalculation may have passed these entries
 *    before they were written.
 * 3. If the model did not answer, or refused a text, put the reader on the list of those who wait, which dispatch looks at.
 * 4. Take the entries back if the reader unfollowed the feed meanwhile, and count the unread entries: those that were created are
 *    added to the count of the feed, and feeds of which other entries changed are counted anew.
 */
export const deliver = async (ctx: DeliverContext, userId: string, delivery: Delivery): Promise<boolean> => {
  const { feed_id } = delivery.message;
  const before = await countBefore(ctx, userId, feed_id);
  const { isScored, written } = await scoreAndWrite(ctx, userId, delivery);
  const isFollowed = (await ctx.subscribers.get(feed_id, userId)) !== null;
  const left = isFollowed ? [] : await leaveFeed(ctx, userId, feed_id);
  for (const feed of new Set([...left, ...written.recounted])) await countUnread(ctx, userId, feed);
  if (isFollowed && !written.recounted.has(feed_id))
    await countCreated(ctx, before, written.marks, written.created);
  return isScored;
};

/** Steps 1 to 3. */
const scoreAndWrite = async (
  ctx: DeliverContext,
  userId: string,
  delivery: Delivery,
): Promise<{ isScored: boolean; written: WrittenEntries }> => {
  const recounted = new Set<string>();
  for (;;) {
    const keywords = await keywordsOrNull(ctx, userId);
    const written = await writeEntries(ctx, userId, keywords, delivery, recounted);
    if (keywords === null) {
      await ctx.waiting.note(userId, delivery.now.toISOString(), false);
      return { isScored: false, written };
    }
    const profile = await ctx.profiles.get(userId);
    if ((profile?.keywords_version ?? 0) !== keywords.version) continue;
    if (profile !== null && (keywords.keywords.length > 0 || keywords.learned !== null))
      await settleScores(ctx, profile, delivery, keywords);
    return { isScored: true, written };
  }
};

const keywordsOrNull = async (ctx: DeliverContext, userId: string): Promise<ReaderKeywords | null> => {
  try {
    return await loadKeywords(ctx, userId);
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

type WrittenEntries = {
  /** The reader's marks as they were read before the entries were written. */
  marks: ReaderMarks;
  created: Entry[];
  /** The feeds that must be counted again. */
  recounted: ReadonlySet<string>;
};

/**
 * Asks a reader's rules about the texts that the reader sees, one article after the other, until the steps of the message
 * are used up. The articles after that are left to the next message.
 */
const askRules = async (
  { articles, pages, text_source, budget, leaveForLater, isOfPage }: Delivery,
  { rules, folders }: LoadedRules,
): Promise<RuledArticle[]> => {
  const asked: RuledArticle[] = [];
  for (const article of articles) {
    const { article_id, feed_id } = article;
    if (budget.isSpent()) {
      leaveForLater(article_id);
      continue;
    }
    const shown = versionFor(article, pages.get(article_id), text_source);
    const subject = subjectOf(shown, { feed_ids: [feed_id], folders, isOfPage });
    asked.push({ article, shown, outcome: await evaluateRules(rules, subject, budget) });
  }
  return asked;
};

/**
 * Writes the entries of one reader for the articles of a message. Only this function creates entries. Adds the feeds that must be
 * counted again to `recounted`.
 */
const writeEntries = async (
  ctx: WriteEntriesContext,
  userId: string,
  keywords: ReaderKeywords | null,
  delivery: Delivery,
  recounted: Set<string>,
): Promise<WrittenEntries> => {
  const { message, leaveOut } = delivery;
  const [stored, profile, ruled] = await Promise.all([
    ctx.watermarks.get(userId),
    ctx.profiles.get(userId),
    loadRules(ctx, userId, message.feed_id),
  ]);
  const retention = retentionFor(profile, retentionIn(ctx.settings));
  const isNoting = notesTexts(profile, delivery.now);
  const marksStories = (profile ?? defaultPreferences).mark_story_read;
  const reader = { userId, stored, retention, ruled, keywords, marksStories, notesTexts: isNoting };
  const created: Entry[] = [];
  const matches: RuleMatch[] = [];
  await pMap(
    await askRules(delivery, ruled),
    async (asked) => {
      const { article } = asked;
      try {
        const written = await writeEntry(ctx, delivery, reader, asked);
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
  return { marks: stored, created, recounted };
};
