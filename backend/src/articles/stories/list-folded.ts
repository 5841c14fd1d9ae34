import type { EntryListQuery, EntryRow, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { asMarked } from '../../model/article/watermark.ts';
import { foldRows, type FoldedRow } from './fold-rows.ts';
import type { LoadStories } from './known-stories.ts';
import type { ShownBefore } from './shown-before.ts';

/** Rows that are read for each row of a page, since several may be of one story. */
const ROWS_READ = 1.3;

export type FoldedPage = {
  folded: FoldedRow<EntryRow>[];
  /** The last row that the page takes; null if there is none. */
  last: EntryRow | null;
  taken: number;
  has_more: boolean;
  ranked_of: number | null;
  shown: ShownBefore;
};

export type ListFolded = (
  query: EntryListQuery,
  shown: ShownBefore,
  isFollowed: (feedId: string) => boolean,
) => Promise<FoldedPage>;

/**
 * Creates the function that reads a page of a list and folds it. A page of 50 costs 12 read units at most: 6.5 for 65
 * rows, half a unit for the stories that are new, and half a unit for each of up to nine entries looked up. Of rows
 * that are mostly of few stories a page is shorter than asked for.
 */
export const createListFolded =
  ({
    entries,
    loadStories,
  }: {
    entries: Pick<EntryStore, 'list' | 'getMany'>;
    loadStories: LoadStories;
  }): ListFolded =>
  async (query, shown, isFollowed) => {
    const read = { ...query, limit: Math.ceil(query.limit * ROWS_READ) };
    const [stories, { rows, has_more, ranked_of }] = await Promise.all([loadStories(), entries.list(read)]);
    const isListed = listedIn(query);
    const page = await foldRows({
      rows,
      limit: query.limit,
      stories,
      shown,
      isFollowed,
      lookUp: async (ids) => (await entries.getMany(query.user_id, ids, false)).filter(isListed),
    });
    return {
      ...page,
      last: rows[page.taken - 1] ?? null,
      has_more: page.has_more || has_more,
      ranked_of,
    };
  };

/** Returns the test that a list shows an entry, as the store's own test of its rows. */
const listedIn = ({ filter, feed_ids: feedIds, marks = [], isLeft, now }: EntryListQuery) => {
  const feeds = feedIds === null ? null : new Set(feedIds);
  return (entry: Parameters<typeof asMarked>[0] & EntryLike): boolean =>
    !isExpired(entry, now) &&
    (feeds?.has(entry.feed_ids[0]) ?? true) &&
    isLeft?.(entry) !== true &&
    (filter === 'all' ||
      (filter === 'saved' ? entry.is_saved : asMarked(entry, marks).is_read === (filter === 'read')));
};

type EntryLike = Pick<EntryRow, 'feed_ids' | 'is_saved' | 'expires_at'>;
