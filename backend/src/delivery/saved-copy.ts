import type { Article, SavedCopy } from '../model/article/article.ts';
import type { Entry } from '../model/article/entry.ts';
import type { Context } from '../model/context.ts';
import { keptTitle } from '../model/feed/subscription.ts';
import { textVersion } from '../model/text/text-mode.ts';

/** Seconds for which a copy is kept whose entry was not created, or was let go while it was written; as long as after an undone save. */
const GRACE_SECONDS = 7200;

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

/** Lets a copy go that was stored for an entry which was not created, unless the reader saved the article meanwhile. */
export const withdrawCopy = async (
  { entries, saved }: Pick<Context, 'entries' | 'saved'>,
  { user_id, article_id, saved_at }: SavedCopy,
  now: Date,
): Promise<void> => {
  if ((await entries.get(user_id, article_id))?.is_saved === true) return;
  await saved.expire(user_id, article_id, saved_at, Math.ceil(now.getTime() / 1000) + GRACE_SECONDS);
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
  await withdrawCopy({ entries, saved }, copy, now);
  return false;
};

/**
 * The origin of a text. `site`: the feed or the page of the article. `chosen`: one of these two, which the reader chose. `sent`: the
 * reader's browser.
 */
type Origin = 'site' | 'chosen' | 'sent';

/**
 * Writes the text that the reader sees now into the copy of a saved article, unless the copy has it, and notes its version
 * with the entry. The copy keeps its time, by which the store tells one from the next. A reader may let the article go
 * meanwhile: the copy that was written then expires after all. A copy whose text the reader sent stays, unless the reader
 * sends another or chooses one of the site's.
 */
export const renewCopy = async (
  { saved, entries }: Pick<Context, 'saved' | 'entries'>,
  { user_id, article_id, is_saved, text_version: noted }: Entry,
  { summary, content, author }: Pick<Article, 'summary' | 'content' | 'author'>,
  origin: Origin = 'site',
): Promise<void> => {
  if (!is_saved) return;
  const copy = await saved.get(user_id, article_id);
  if (copy?.is_sent === true && origin === 'site') return;
  const text_version = textVersion({ content });
  const is_sent = origin === 'sent' || undefined;
  const isWritten = copy?.content === content && copy.is_sent === is_sent;
  if (copy === null || (isWritten && noted === text_version)) return;
  if (!isWritten) await saved.put({ ...copy, summary, content, author, is_sent });
  // Only after the copy is written, so that whoever sees the version finds its text; also if a former call was cut off there.
  const entry = await entries.change(user_id, article_id, (stored) =>
    stored.text_version === text_version ? null : { ...stored, text_version },
  );
  if (entry?.is_saved === true) return;
  const until = Math.ceil(Date.parse(entry?.expires_at ?? copy.saved_at) / 1000) + GRACE_SECONDS;
  await saved.expire(user_id, article_id, copy.saved_at, until);
};
