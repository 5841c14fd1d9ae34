import {
  isSavedByReader,
  tagsOf,
  type EntryRow,
  type EntryListQuery,
  type EntryStore,
} from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { asMarked } from '../../model/article/watermark.ts';
import { foldRows, type FoldedRow, type ShownBefore } from './fold-rows.ts';
import type { KnownStories, StoriesContext } from './known-stories.ts';

/*
 * The price of a page of a list in DynamoDB's read units. One unit reads 4 KB strongly consistent or 8 KB eventually
 * consistent, and looks up two entries.
 */

/** The most read units that a page of 50 rows may cost. A longer page may cost more in proportion. */
const PAGE_UNITS = 12;
const PAGE_ROWS = 50;
/**
 * The most read units that a balanced first page of 50 rows may cost. It is chosen from 200 rows: 10 units for the full rows
 * of the page, 15 for the others, and 2 for stories.
 */
const BALANCED_PAGE_UNITS = 27;
/** The stories that are new since the last page. */
const STORY_UNITS = 0.5;
const LOOK_UP_UNITS = 0.5;
/** Entries that are looked up for a page: as many as are left to pay for, between these. */
const LOOK_UPS = { least: 3, most: 9 };
const UNIT_BYTES = 4096;
/** The bytes of a row beside its texts: keys, times, score and reasons. */
const FIXED_BYTES = 245;

type SizedRow = Pick<EntryRow, 'title' | 'link' | 'excerpt' | 'extra' | 'own_tags'>;

/** Returns about as many bytes as the table counts for a row. */
const bytesOf = ({ title, link, excerpt, extra, own_tags: ownTags }: SizedRow): number =>
  [title, link, excerpt, extra.image_url, ...(extra.tags ?? []), ...ownTags].reduce(
    (bytes: number, text) => bytes + Buffer.byteLength(text ?? ''),
    FIXED_BYTES,
  );

const totalOf = (rows: readonly SizedRow[]): number => rows.reduce((sum, row) => sum + bytesOf(row), 0);

/** Returns the units that strongly consistent rows cost, with the row that tells whether there are more. */
const unitsOf = (rows: readonly SizedRow[]): number =>
  rows.length === 0 ? 1 : Math.ceil((totalOf(rows) * (1 + 1 / rows.length)) / UNIT_BYTES);

/** The fewest read units that a folded page spends on stories. */
const FOLDING_UNITS = STORY_UNITS + LOOK_UPS.least * LOOK_UP_UNITS;

/**
 * Returns the units that a page of `limit` rows may spend on further rows after it read these, a whole number; negative if
 * they cost more than a page may. The rows of a list of read and unread articles, which are in two ranges, cost up to
 * five more than is reckoned here.
 */
const unitsLeft = (limit: number, fold: boolean, rows: readonly SizedRow[], pageUnits = PAGE_UNITS): number =>
  Math.floor(pageUnits * Math.max(1, limit / PAGE_ROWS) - (fold ? FOLDING_UNITS : 0)) - unitsOf(rows);

/** Returns how many rows of the mean size of these so many units read, strongly consistent. */
const rowsFor = (units: number, rows: readonly SizedRow[]): number =>
  rows.length === 0 ? 0 : Math.max(0, Math.floor((units * UNIT_BYTES * rows.length) / totalOf(rows)) - 1);

/** Returns how many entries a folded page may look up after it read these rows, the later ones eventually consistent. */
const lookUpsFor = (limit: number, strong: readonly SizedRow[], eventual: readonly SizedRow[]): number => {
  const left = unitsLeft(limit, true, strong) - totalOf(eventual) / (2 * UNIT_BYTES);
  const affordable = LOOK_UPS.least + Math.floor(left / LOOK_UP_UNITS);
  return Math.min(LOOK_UPS.most, Math.max(LOOK_UPS.least, affordable));
};

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
 * A page of 50 unread articles costs 12 read units at most, a balanced first one 27. It is shorter than asked for if its
 * rows are mostly of few stories, or if pages before showed many of them.
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
  const { limit, after, sort, filter, feed_ids: feedIds, tag } = query;
  const isChosen = balance !== null && after === null && limit < WINDOW;
  const folding = fold ? Math.ceil(limit * ROWS_READ) : limit;
  if (sort === 'importance_score' && (feedIds !== null || filter === 'saved' || tag !== undefined)) {
    // Of feeds and of what stays everything is read anyway, so more rows cost nothing.
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
const listedIn = ({ filter, feed_ids: feedIds, tag, watermarks = [], isLeft, now }: EntryListQuery) => {
  const feeds = feedIds === null ? null : new Set(feedIds);
  return (entry: Parameters<typeof asMarked>[0] & EntryLike): boolean =>
    !isExpired(entry, now) &&
    (feeds?.has(entry.feed_ids[0]) ?? true) &&
    isLeft?.(entry) !== true &&
    (tag === undefined || tagsOf(entry).includes(tag)) &&
    (filter === 'all' ||
      (filter === 'saved'
        ? isSavedByReader(entry)
        : asMarked(entry, watermarks).is_read === (filter === 'read')));
};

type EntryLike = Pick<
  EntryRow,
  'feed_ids' | 'is_saved' | 'is_kept_by_tags' | 'own_tags' | 'extra' | 'expires_at'
>;
