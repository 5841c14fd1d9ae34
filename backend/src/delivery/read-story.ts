import type { Entry } from '../model/article/entry.ts';
import { isFinished, readUnopened } from '../model/article/expiry.ts';
import type { Context } from '../model/context.ts';
import type { Delivery, Reader } from './write-entry.ts';

/**
 * Returns an arriving entry as read if the reader wants stories to be finished at once and has read another article of its
 * story. The next act of a story is a story of its own (`extra.continues`), so it arrives unread. The look-up takes one
 * read unit for each article of the story, 24 at most; what arrives read costs no write more.
 */
export const asStory = async (
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
