import { isSavedByReader, type Entry } from '../../model/article/entry.ts';
import type { SavedCopy } from '../../model/article/article.ts';
import { asMarked } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import {
  articleUnknown,
  present,
  readShownText,
  rulesOf,
  withExpiry,
  type RulesContext,
  type TextContext,
} from './shown-entry.ts';
import { countUnread, type CountContext } from './unread.ts';

/** Minimum time that an unsaved article is kept, in milliseconds, so that the reader can undo a mistake. */
const GRACE_MS = 3_600_000;

export type SavingContext = CountContext & RulesContext & TextContext;

/**
 * Saves an article with a copy of its text. `titleOf` gives the title of the feed that it came from; '' if it is not
 * known. `savedAt` is the time when the reader saved it, if that was earlier than now.
 * @throws NOT_FOUND for an unknown or expired article, or one whose text is gone.
 */
export const saveArticle = async (
  ctx: SavingContext,
  userId: string,
  articleId: string,
  titleOf: (feedId: string) => string,
  savedAt?: string,
): Promise<Entry> =>
  keepEntry(ctx, userId, { articleId, titleOf, savedAt }, (stored, saved_at) =>
    isSavedByReader(stored) ? null : { ...stored, is_saved: true, is_kept_by_tags: false, saved_at },
  );

/** Lets a saved article go; one that has tags stays. @throws NOT_FOUND for an unknown or expired article. */
export const unsaveArticle = (ctx: SavingContext, userId: string, articleId: string): Promise<Entry> =>
  letEntryGo(ctx, userId, articleId, (stored) => {
    if (!isSavedByReader(stored)) return null;
    return stored.own_tags.length > 0
      ? { ...stored, is_kept_by_tags: true }
      : { ...stored, is_saved: false, saved_at: null };
  });

/** An article to keep, how its feed is called, and when the reader saved it, now if that is not given. */
type Kept = { articleId: string; titleOf: (feedId: string) => string; savedAt?: string | undefined };

/**
 * Applies a change after which an entry stays, with a copy of its text. `change` is given the entry and the time since
 * which it stays: `savedAt` if that is past, otherwise now. It returns null if it is so already.
 * @throws NOT_FOUND for an unknown or expired article, or one whose text is gone.
 */
export const keepEntry = async (
  ctx: SavingContext,
  userId: string,
  { articleId, titleOf, savedAt }: Kept,
  change: (stored: Entry, since: string) => Entry | null,
): Promise<Entry> => {
  const { entries, saved } = ctx;
  const at = ctx.now().toISOString();
  const since = savedAt !== undefined && savedAt < at ? savedAt : at;
  const entry = present(await entries.get(userId, articleId), at);
  if (!entry.is_saved) await saved.put(await copyOf(ctx, entry, titleOf(entry.feed_ids[0]), at));
  const { watermarks, retention } = await rulesOf(ctx, userId);
  const changed = await entries.change(userId, articleId, (stored) => {
    const keeping = change(stored, since);
    return keeping === null ? null : withExpiry(keeping, retention);
  });
  const kept = present(changed, at);
  await saved.keep(userId, articleId);
  return asMarked(kept, watermarks);
};

/**
 * Applies a change after which an entry may no longer stay. If it does not, it and the copy expire in an hour at the earliest.
 * `change` returns null to leave the entry as it is.
 * @throws NOT_FOUND for an unknown or expired article.
 */
export const letEntryGo = async (
  ctx: SavingContext,
  userId: string,
  articleId: string,
  change: (stored: Entry) => Entry | null,
): Promise<Entry> => {
  const { entries, saved } = ctx;
  const at = ctx.now();
  const { watermarks, retention } = await rulesOf(ctx, userId);
  const earliest = new Date(at.getTime() + GRACE_MS).toISOString();
  // Read the copy before the entry is let go: if the reader saves the article again afterwards, that makes another
  // copy.
  const copy = await saved.get(userId, articleId);
  const changed = await entries.change(userId, articleId, (stored) => {
    const next = change(stored);
    if (next === null) return null;
    const loose = withExpiry(next, retention);
    return loose.expires_at !== null && loose.expires_at < earliest
      ? { ...loose, expires_at: earliest }
      : loose;
  });
  const entry = present(changed, at.toISOString());
  if (entry.is_saved) return asMarked(entry, watermarks);
  if (copy !== null) await expireCopy(ctx, copy, entry);
  // The entry can expire again, and the stored count does not know that expiry.
  if (!entry.is_read) await countUnread(ctx, userId, entry.feed_ids[0]);
  return asMarked(entry, watermarks);
};

/**
 * Returns the copy of an article to save, with the text that the reader sees.
 * @throws NOT_FOUND if there is neither, because a saved article must stay readable.
 */
const copyOf = async (
  ctx: TextContext,
  entry: Entry,
  feedTitle: string,
  saved_at: string,
): Promise<SavedCopy> => {
  const { user_id, article_id } = entry;
  const { body, copy } = await readShownText(ctx, entry);
  // A text that the reader sent stays in the copy when the reader lets the article go and saves it again.
  const text = copy?.is_sent === true ? copy : body;
  if (text === null) throw articleUnknown();
  const { summary, content, author, enclosures, categories } = text;
  const feed_title = feedTitle || (copy?.feed_title ?? '');
  const copied = { summary, content, author, enclosures, categories };
  return { user_id, article_id, feed_title, ...copied, saved_at, is_sent: copy?.is_sent, ttl: null };
};

/** Lets the copy expire an hour after the unsaved entry, so that saving the article again finds its text. */
const expireCopy = async (
  { entries, saved }: Pick<Context, 'entries' | 'saved'>,
  { user_id: userId, article_id: articleId, saved_at: savedAt }: SavedCopy,
  { expires_at: expiresAt }: Entry,
): Promise<void> => {
  if (expiresAt === null) return;
  await saved.expire(userId, articleId, savedAt, Math.ceil((Date.parse(expiresAt) + GRACE_MS) / 1000));
  // The reader may have saved it again meanwhile. `save` calls `keep` too, so the copy survives in either order.
  if ((await entries.get(userId, articleId))?.is_saved === true) await saved.keep(userId, articleId);
};
