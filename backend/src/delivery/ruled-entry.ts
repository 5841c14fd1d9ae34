import type { Article, SavedCopy } from '../model/article/article.ts';
import type { Entry } from '../model/article/entry.ts';
import { type Retention, tombstoneUntil, withLimit, readUnopened } from '../model/article/expiry.ts';
import { asMarked, type ReadWatermark } from '../model/article/watermark.ts';
import { keptTitle } from '../model/feed/subscription.ts';
import type { Context } from '../model/context.ts';
import type { RuleOutcome } from '../model/rules/evaluate.ts';

/** Seconds for which a copy is kept whose entry was not created; as long as after an undone save. */
const GRACE_SECONDS = 7200;

/** Returns the article with the tags that the reader's rules give it. */
export const withTags = (article: Article, { tags }: Pick<RuleOutcome, 'tags'>): Article => ({
  ...article,
  extra: { ...article.extra, tags },
});

/** Returns an arriving entry in the state that the rules decide: with their time, saved, read. */
export const ruledEntry = (
  entry: Entry,
  { is_saved, is_read, acting_hours }: RuleOutcome,
  { retention, now }: { retention: Retention; now: Date },
): Entry => {
  const at = now.toISOString();
  const timed = withLimit(entry, { rule_hours: acting_hours }, { retention, now });
  const saved = is_saved ? { ...timed, is_saved, saved_at: at, expires_at: null } : timed;
  return is_read ? readUnopened(saved, { retention, at }) : saved;
};

/**
 * Creates an entry; returns false if there is one, or a tombstone. An entry that is created
 * as saved has the reader's copy from the start: the copy is stored first, and let go if the entry is not created.
 */
export const createEntry = async (
  { entries, saved, subscriptions }: Pick<Context, 'entries' | 'saved' | 'subscriptions'>,
  entry: Entry,
  shown: Article,
  { isAskedFor, muting, now }: { isAskedFor: boolean; muting: readonly string[]; now: Date },
): Promise<boolean> => {
  const { user_id, article_id } = entry;
  if (!entry.is_saved) return entries.create(entry, isAskedFor, muting);
  if ((await entries.get(user_id, article_id)) !== null) return false;
  const subscription = await subscriptions.get(user_id, entry.feed_ids[0]);
  const feed_title = keptTitle(subscription);
  const copy = copyOf(entry, shown, feed_title, now.toISOString());
  await saved.put(copy);
  if (await entries.create(entry, isAskedFor, muting)) return true;
  if ((await entries.get(user_id, article_id))?.is_saved !== true)
    await saved.expire(user_id, article_id, copy.saved_at, Math.ceil(now.getTime() / 1000) + GRACE_SECONDS);
  return false;
};

/** Returns the copy that a reader keeps of a saved article. */
export const copyOf = (
  { user_id, article_id }: Entry,
  { summary, content, author, enclosures, categories }: Article,
  feed_title: string,
  saved_at: string,
): SavedCopy => ({
  user_id,
  article_id,
  feed_title,
  summary,
  content,
  author,
  enclosures,
  categories,
  saved_at,
  ttl: null,
});

/**
 * Replaces an entry that a rule mutes, unless it is saved, by a tombstone. One that was read, or that a mark covers,
 * leaves the tombstone of a read entry, so that it does not come back when the rule is switched off. Returns false if the
 * entry is saved or gone.
 */
export const muteEntry = async (
  { entries }: Pick<Context, 'entries'>,
  entry: Entry,
  muted_by: string,
  { watermarks, now }: { watermarks: ReadWatermark[]; now: Date },
): Promise<boolean> => {
  const ttl = tombstoneUntil(now);
  if (!asMarked(entry, watermarks).is_read && (await entries.muteUnread(entry, { muted_by, ttl })))
    return true;
  return entries.replaceWithTombstone(entry.user_id, entry.article_id, ttl);
};
