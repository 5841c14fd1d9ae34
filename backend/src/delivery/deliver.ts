import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { SubscriberStore } from '../model/feed/feed.ts';
import type { CountUnread, LeaveFeed } from '../model/feed/subscription.ts';
import type { Profile, ProfileStore } from '../model/reader/profile.ts';
import { scoredWith } from '../model/reader/scoring-due.ts';
import type { WaitingStore } from '../model/reader/waiting.ts';
import { ModelUnavailableError } from '../scoring/errors.ts';
import type { LoadKeywords, ReaderKeywords } from '../scoring/reader-keywords.ts';
import type { Delivery } from './delivery.ts';
import type { WriteEntries, WrittenEntries } from './write-entries.ts';

/**
 * Number of milliseconds for which an article that the model refuses is left to its message, which is delivered again
 * after 30 seconds, then 2, 8 and 15 minutes.
 */
const LEFT_TO_MESSAGES_MS = 30 * 60_000;

export type DeliverDeps = JobContext & {
  loadKeywords: LoadKeywords;
  writeEntries: WriteEntries;
  profiles: Pick<ProfileStore, 'get'>;
  waiting: Pick<WaitingStore, 'note' | 'noteRefused'>;
  subscribers: Pick<SubscriberStore, 'get'>;
  leaveFeed: LeaveFeed;
  countUnread: CountUnread;
  /** The name of the embedder's model. */
  model: string;
};

/** Brings the articles of a message to one reader. Returns false if the model did not answer for the keywords. */
export type Deliver = (userId: string, delivery: Delivery) => Promise<boolean>;

/**
 * Creates the function that brings the articles of a message to one reader:
 *
 * 1. Load the reader's keywords; without them the articles appear unscored.
 * 2. Write the entries, again from step 1 if a keyword changed meanwhile: a recalculation may have passed these entries
 *    before they were written.
 * 3. If the model did not answer, or refused a text, put the reader on the list of those who wait, which dispatch looks at.
 * 4. Take the entries back if the reader unfollowed the feed meanwhile, and count the unread entries of all feeds
 *    concerned.
 */
export const createDeliver =
  (deps: DeliverDeps): Deliver =>
  async (userId, delivery) => {
    const { feed_id } = delivery.message;
    const { isScored, left } = await scoreAndWrite(deps, userId, delivery);
    const isFollowed = (await deps.subscribers.get(feed_id, userId)) !== null;
    const touched = isFollowed ? [feed_id] : await deps.leaveFeed(userId, feed_id);
    for (const feed of new Set([...touched, ...left])) await deps.countUnread(userId, feed);
    return isScored;
  };

/** Steps 1 to 3. */
const scoreAndWrite = async (
  deps: DeliverDeps,
  userId: string,
  delivery: Delivery,
): Promise<{ isScored: boolean; left: ReadonlySet<string> }> => {
  const all: WrittenEntries = { left: new Set() };
  for (;;) {
    const keywords = await keywordsOrNull(deps, userId);
    const { left } = await deps.writeEntries(userId, keywords, delivery);
    for (const feed of left) all.left.add(feed);
    if (keywords === null) {
      await deps.waiting.note(userId, delivery.now.toISOString(), false);
      return { isScored: false, left: all.left };
    }
    const profile = await deps.profiles.get(userId);
    if ((profile?.keywords_version ?? 0) !== keywords.version) continue;
    if (profile !== null && (keywords.keywords.length > 0 || keywords.learned !== null))
      await settleScores(deps, profile, delivery, keywords);
    return { isScored: true, left: all.left };
  }
};

const keywordsOrNull = async (
  { loadKeywords }: DeliverDeps,
  userId: string,
): Promise<ReaderKeywords | null> => {
  try {
    return await loadKeywords(userId);
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
  deps: DeliverDeps,
  profile: Profile,
  { articles, vectors, now, isModelDown }: Delivery,
  keywords: ReaderKeywords,
): Promise<void> => {
  const { waiting, model } = deps;
  const at = now.toISOString();
  const isRefused = articles.some(({ article_id }) => !vectors.has(article_id));
  if (isModelDown) await waiting.note(profile.user_id, at, false);
  else if (isRefused) {
    const next_at = new Date(now.getTime() + LEFT_TO_MESSAGES_MS).toISOString();
    await waiting.noteRefused(profile.user_id, at, next_at);
  }
  // Scores of different models or versions cannot be compared, so recalculate the reader's older articles.
  const isOtherModel = profile.scored_model !== null && profile.scored_model !== scoredWith(model);
  if (isOtherModel || (!isModelDown && isListBehind(profile, keywords, now)))
    await startJob(deps, profile.user_id, 'recalculate');
};
