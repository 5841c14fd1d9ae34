import type { EntryListQuery, EntryRow, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { asMarked } from '../../model/article/watermark.ts';
import { foldRows, type FoldedRow } from './fold-rows.ts';
import type { KnownStories, LoadStories } from './known-stories.ts';
import type { ShownBefore } from './shown-before.ts';

/** Rows that are read for each row of a folded page, since several may be of one story. */
const ROWS_READ = 1.3;
/** The rows from which a balanced first page is chosen. */
const WINDOW = 150;
/** Entries that are looked up for a page, at half a read unit each: fewer if more than 65 rows were read for it. */
const LOOK_UPS = { few_rows: 9, many_rows: 3, few: 65 };

type FoldedPage = {
  folded: FoldedRow<EntryRow>[];
  /** The last row that the page takes; null if there is none. */
  last: EntryRow | null;
  taken: number;
  has_more: boolean;
  ranked_of: number | null;
  shown: ShownBefore;
  /** Number of rows after `last` that were shown already. */
  ahead: number;
};

type PageRequest = {
  query: EntryListQuery;
  /** True to show one row for each story. */
  fold: boolean;
  /** The rows after the earlier pages that these showed already, and their greatest number. */
  shown: ShownBefore;
  ahead: number;
  /** Returns the first `count` rows in the order in which a page shows them; null for the order of the list. */
  balance: ((folded: FoldedRow<EntryRow>[], count: number) => FoldedRow<EntryRow>[]) | null;
  isFollowed: (feedId: string) => boolean;
};

export type ListPage = (request: PageRequest) => Promise<FoldedPage>;

const unfolded: KnownStories = { storyOf: (articleId) => articleId, articlesOf: () => [] };

/**
 * Creates the function that reads a page of a list:
 *
 * 1. Read the rows: some more than the page has, if it is folded or if pages before showed some of them.
 * 2. For a balanced first page, read the rows after them from which it may choose.
 * 3. Fold them, choose those of the page, and remember what it shows of later rows.
 *
 * A page of 50 unread articles costs 12 read units at most, of which half a unit is for the stories that are new: 65 rows
 * (6.5) and nine look-ups (4.5), or 50 rows and 100 after them (10), or 100 rows (10), and three look-ups (1.5). Of
 * rows that are mostly of few stories a page is shorter than asked for.
 */
export const createListPage =
  ({
    entries,
    loadStories,
  }: {
    entries: Pick<EntryStore, 'list' | 'getMany'>;
    loadStories: LoadStories;
  }): ListPage =>
  async (request) => {
    const { query, fold, shown, isFollowed } = request;
    const [stories, { rows, first, has_more, ranked_of }] = await Promise.all([
      fold ? loadStories() : unfolded,
      readRows(entries, request),
    ]);
    const isListed = listedIn(query);
    const page = await foldRows({
      rows,
      first,
      choose: (folded) => chosen(folded, request),
      stories,
      shown,
      isFollowed,
      most_look_ups: rows.length > LOOK_UPS.few ? LOOK_UPS.many_rows : LOOK_UPS.few_rows,
      lookUp: async (ids) => (await entries.getMany(query.user_id, ids, false)).filter(isListed),
    });
    return {
      ...page,
      last: rows[page.taken - 1] ?? null,
      has_more: page.has_more || has_more,
      ranked_of,
      ahead: page.ahead + Math.max(0, request.ahead - page.passed),
    };
  };

type ReadRows = {
  rows: EntryRow[];
  /** Number of the first rows, which are read strongly consistent; the next page begins among them. */
  first: number;
  has_more: boolean;
  ranked_of: number | null;
};

/** Steps 1 and 2. */
const readRows = async (
  entries: Pick<EntryStore, 'list'>,
  { query, fold, ahead, balance }: PageRequest,
): Promise<ReadRows> => {
  const { limit, after, filter, feed_ids: feedIds } = query;
  const isChosen = balance !== null && after === null && limit < WINDOW;
  if (isChosen && feedIds === null && filter !== 'saved') return readWindow(entries, query);
  // Of feeds and of the saved list everything is read anyway, so more rows cost nothing.
  const folding = fold ? Math.ceil(limit * ROWS_READ) : limit;
  const wanted = isChosen ? WINDOW : Math.max(folding, limit + ahead);
  const page = await entries.list({ ...query, limit: wanted });
  return { ...page, first: page.rows.length };
};

/**
 * Reads a page of a list of all feeds, and the unread rows after it, these eventually consistent at half the price: one
 * of them that was changed within the last second may be shown as it was. Read rows are not looked for, since they are
 * in a range of their own that would cost as much again.
 */
const readWindow = async (entries: Pick<EntryStore, 'list'>, query: EntryListQuery): Promise<ReadRows> => {
  const page = await entries.list(query);
  const after = page.rows.at(-1);
  if (!page.has_more || after === undefined || query.filter === 'read')
    return { ...page, first: page.rows.length };
  const { at_most: atMost = null, limit } = query;
  const beyond = await entries.list({
    ...query,
    filter: 'unread',
    limit: WINDOW - limit,
    after,
    at_most: atMost === null ? null : atMost - page.rows.length,
    is_consistent: false,
  });
  const known = new Set(page.rows.map(({ article_id }) => article_id));
  return {
    rows: [...page.rows, ...beyond.rows.filter(({ article_id }) => !known.has(article_id))],
    first: page.rows.length,
    has_more: beyond.has_more || query.filter === 'all' || beyond.rows.length === 0,
    ranked_of: page.ranked_of,
  };
};

/**
 * Returns the rows of a page. The first row of the list is always among them, so that each page moves on. Later pages
 * only put their rows in order, so that the first one alone shows rows ahead of their place.
 */
const chosen = (
  folded: FoldedRow<EntryRow>[],
  { query: { limit, after }, balance }: PageRequest,
): FoldedRow<EntryRow>[] => {
  if (balance === null) return folded.slice(0, limit);
  const [first] = folded;
  const rows = balance(after === null ? folded : folded.slice(0, limit), limit);
  return first === undefined || rows.includes(first) ? rows : [...rows.slice(0, -1), first];
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
