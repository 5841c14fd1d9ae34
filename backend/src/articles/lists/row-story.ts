import type { RowStory } from '../../contract/index.ts';
import type { EntryRow } from '../../model/article/entry.ts';
import { underFollowed, type ReaderNames } from './reader-names.ts';

/** The most articles of a story that a row names. */
const NAMED = 5;

/** Returns what a row says of its story; null if it is the story's only article. */
export const rowStoryOf = (
  story_id: string,
  others: Pick<EntryRow, 'article_id' | 'feed_ids' | 'title' | 'link'>[],
  names: ReaderNames,
): RowStory | null => {
  if (others.length === 0) return null;
  return {
    story_id,
    size: others.length + 1,
    others: others.slice(0, NAMED).map((other) => {
      const [feed_id] = underFollowed(other, names).feed_ids;
      const { article_id, title, link } = other;
      const feed_title = names.feeds.get(feed_id) ?? names.former.get(feed_id) ?? '';
      return { article_id, feed_id, feed_title, title, link };
    }),
  };
};
