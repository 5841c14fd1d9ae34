import type { EntryListQuery, EntryRow, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { asMarked } from '../../model/article/watermark.ts';
import { foldRows, type FoldedRow, type ShownBefore } from './fold-rows.ts';
import type { KnownStories, StoriesContext } from './known-stories.ts';
import { BALANCED_PAGE_UNITS, lookUpsFor, rowsFor, unitsLeft } from './page-price.ts';

/** Rows that are read for each row of a folded page, since several may be of one story. */
const ROWS_READ = 1.3;
/** The most rows from which a balanced first page is chosen; fewer if they are large. */
const WINDOW = 200;

export type FoldedPage = {
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

const unfolded: KnownStories = { storyOf: (articleId) => articleId, articlesOf: () => [] };

/**
 * Reads a page of a list:
 *
 * 1. Read the rows: some more than the page has, if it is folded or if pages before showed some of them.
 * 2. For a balanced first page, read the rows after them from which it may choose.
 * 3. Fold them, choose those of the page, and remember what it shows of later rows.
 *
 * A page of 50 unread articles costs 12 read units at most, a balanced first one 27 (`page-price.ts`). It is shorter than asked for if its rows are
 * mostly of few stories, or if pages before showed many of them.
 */
export const listPage = async (
  { entries, loadStories }: StoriesContext & { entries: Pick<EntryStore, 'list' | 'getMany'> },
  request: PageRequest,
): Promise<FoldedPage> => {
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
    most_look_ups: lookUpsFor(request.query.limit, rows.slice(0, first), rows.slice(first)),
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
  const { limit, after, sort, filter, feed_ids: feedIds } = query;
  const isChosen = balance !== null && after === null && limit < WINDOW;
  const folding = fold ? Math.ceil(limit * ROWS_READ) : limit;
  if (sort === 'importance_score' && (feedIds !== null || filter === 'saved')) {
    // Of feeds and of the saved list everything is read anyway, so more rows cost nothing.
    const page = await entries.list({
      ...query,
      limit: isChosen ? WINDOW : Math.max(folding, limit + ahead),
    });
    return { ...page, first: page.rows.length };
  }
  const page = await entries.list(query);
  return isChosen
    ? readWindow(entries, query, page, fold)
    : readOn(entries, query, page, { wanted: Math.max(folding, limit + ahead), fold });
};

type Page = Awaited<ReturnType<EntryStore['list']>>;

/**
 * Reads more rows after those of a page, `wanted` in all, as far as the price of the page allows. A page that must be
 * whole, since it is not folded, gets them all, at four units more at most.
 */
const readOn = async (
  entries: Pick<EntryStore, 'list'>,
  query: EntryListQuery,
  page: Page,
  { wanted, fold }: { wanted: number; fold: boolean },
): Promise<ReadRows> => {
  const after = page.rows.at(-1);
  const affordable = fold ? rowsFor(unitsLeft(query.limit, fold, page.rows), page.rows) : Infinity;
  const more = Math.min(wanted - query.limit, affordable);
  if (!page.has_more || after === undefined || more <= 0) return { ...page, first: page.rows.length };
  const beyond = await entries.list({ ...query, ...restOf(query, page), limit: more, after });
  const known = new Set(page.rows.map(({ article_id }) => article_id));
  const rows = [...page.rows, ...beyond.rows.filter(({ article_id }) => !known.has(article_id))];
  return { rows, first: rows.length, has_more: beyond.has_more, ranked_of: page.ranked_of };
};

/**
 * Reads the unread rows after those of a page, from which it may choose, as far as its price allows. They are eventually
 * consistent at half the price: one of them that was changed within the last second may be shown as it was. Read rows
 * are not looked for, since they are in a range of their own that would cost as much again.
 */
const readWindow = async (
  entries: Pick<EntryStore, 'list'>,
  query: EntryListQuery,
  page: Page,
  fold: boolean,
): Promise<ReadRows> => {
  const { limit, filter } = query;
  const after = page.rows.at(-1);
  // Twice as many rows for a unit, since they are eventually consistent.
  const left = unitsLeft(limit, fold, page.rows, BALANCED_PAGE_UNITS);
  const more = Math.min(WINDOW - limit, rowsFor(2 * left, page.rows));
  if (!page.has_more || after === undefined || filter === 'read' || more <= 0)
    return { ...page, first: page.rows.length };
  const beyond = await entries.list({
    ...query,
    ...restOf(query, page),
    filter: 'unread',
    limit: more,
    after,
    is_consistent: false,
  });
  const known = new Set(page.rows.map(({ article_id }) => article_id));
  return {
    rows: [...page.rows, ...beyond.rows.filter(({ article_id }) => !known.has(article_id))],
    first: page.rows.length,
    has_more: beyond.has_more || filter === 'all' || beyond.rows.length === 0,
    ranked_of: page.ranked_of,
  };
};

const restOf = (
  { at_most: atMost = null }: EntryListQuery,
  { rows }: Page,
): Pick<EntryListQuery, 'at_most'> => ({
  at_most: atMost === null ? null : atMost - rows.length,
});

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
