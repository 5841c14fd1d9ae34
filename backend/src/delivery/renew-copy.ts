import type { Article } from '../model/article/article.ts';
import type { Entry } from '../model/article/entry.ts';
import type { Context } from '../model/context.ts';
import { textVersion } from '../model/text/text-mode.ts';

/** Seconds for which a copy is kept that the reader let go while it was written; as long as after an undone save. */
const GRACE_SECONDS = 7200;

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
