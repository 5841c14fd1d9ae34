import type { RowStory } from '../../contract/index.ts';
import type { EntryRow } from '../../model/article/entry.ts';
import { underFollowed, type ReaderNames } from './reader-names.ts';

/** The most articles of a story that a row names. */
const NAMED = 5;

type Listed = Pick<EntryRow, 'article_id' | 'feed_ids' | 'title' | 'link'>;

/** Returns what a row says of its story; null if it is the story's only article. A source is a feed. */
export const rowStoryOf = (
  story_id: string,
  { row, others, names }: { row: Pick<EntryRow, 'feed_ids'>; others: Listed[]; names: ReaderNames },
): RowStory | null => {
  if (others.length === 0) return null;
  const feedOf = (each: Pick<EntryRow, 'feed_ids'>): string => feedIn(each, names);
  const sources = new Set(others.map(feedOf));
  sources.delete(feedOf(row));
  return {
    story_id,
    size: others.length + 1,
    other_sources: sources.size,
    others: others.slice(0, NAMED).map((other) => storyArticleOf(other, names)),
  };
};

const feedIn = (entry: Pick<EntryRow, 'feed_ids'>, names: ReaderNames): string =>
  underFollowed(entry, names).feed_ids[0];

/** Returns what is said of an article of a story, under a feed that the reader follows. */
export const storyArticleOf = (
  { feed_ids, article_id, title, link }: Listed,
  names: ReaderNames,
): RowStory['others'][number] => {
  const feed_id = feedIn({ feed_ids }, names);
  const feed_title = names.feeds.get(feed_id) ?? names.former.get(feed_id) ?? '';
  return { article_id, feed_id, feed_title, title, link };
};
