/** The fields of a row by which a list chooses and sorts it; the others are passed on as they are. */
type KeptRow = {
  article_id: string;
  feed_id: string;
  published_at: string;
  /** Absent in rows that an older version kept. */
  saved_at?: string | null;
  is_read: boolean;
  is_saved: boolean;
  /** Absent in rows that an older version kept. */
  own_tags?: readonly string[];
  importance_score: number | null;
  story: { others: readonly { article_id: string }[] } | null;
};

/** An answer that the service worker keeps: the path that was asked for, without the query, and the parsed body. */
export type KeptAnswer = { path: string; body: unknown };

type MadeList = { items: KeptRow[]; next_cursor: null; has_more: false; ranked_of: null };

const LISTS = new Set(['/api/articles', '/api/today']);
const ARTICLE = /^\/api\/articles\/[^/]+$/;
const FEEDS = '/api/feeds';

/** Checks whether lists can be made of answers to this path. */
export const isOfLists = (path: string): boolean => LISTS.has(path) || ARTICLE.test(path) || path === FEEDS;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isRow = (value: unknown): value is KeptRow =>
  isObject(value) &&
  typeof value['article_id'] === 'string' &&
  typeof value['feed_id'] === 'string' &&
  typeof value['published_at'] === 'string' &&
  typeof value['is_read'] === 'boolean' &&
  typeof value['is_saved'] === 'boolean' &&
  (value['importance_score'] === null || typeof value['importance_score'] === 'number') &&
  (value['story'] === null || (isObject(value['story']) && Array.isArray(value['story']['others'])));

const itemsOf = (body: unknown): readonly unknown[] =>
  isObject(body) && Array.isArray(body['items']) ? body['items'] : [];

/** The fields that only an opened article has. The texts of a hundred articles would make the list large. */
const ofOpened = ['content', 'summary', 'enclosures', 'image_keys', 'videos', 'full_text', 'reasons'];

const asRow = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !ofOpened.includes(name)))
    : value;

/** Returns the rows of all kept lists and articles; of an article that several answers have, the last one. */
const keptRows = (answers: readonly KeptAnswer[]): KeptRow[] => {
  const rows = answers.flatMap(({ path, body }) => {
    if (LISTS.has(path)) return itemsOf(body);
    return ARTICLE.test(path) ? [asRow(body)] : [];
  });
  const known = new Map<string, KeptRow>();
  for (const row of rows.filter(isRow)) {
    // Most lists do not know when an article was saved.
    const saved_at = row.saved_at ?? known.get(row.article_id)?.saved_at ?? null;
    known.set(row.article_id, { ...row, saved_at });
  }
  return [...known.values()];
};

/** Returns the ids of the feeds in a folder, by the kept list of feeds; none if it is not kept. */
const feedsIn = (folder: string, answers: readonly KeptAnswer[]): Set<unknown> => {
  const feeds = answers.filter(({ path }) => path === FEEDS).flatMap(({ body }) => itemsOf(body));
  return new Set(
    feeds.flatMap((feed) => (isObject(feed) && feed['folder'] === folder ? [feed['feed_id']] : [])),
  );
};

const filters: Readonly<Record<string, (row: KeptRow) => boolean>> = {
  all: () => true,
  unread: ({ is_read }) => !is_read,
  read: ({ is_read }) => is_read,
  saved: ({ is_saved }) => is_saved,
};

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? 1 : a > b ? -1 : 0);

const byTime = (a: KeptRow, b: KeptRow): number =>
  compare(a.saved_at ?? a.published_at, b.saved_at ?? b.published_at) ||
  compare(a.published_at, b.published_at) ||
  compare(a.article_id, b.article_id);

const byAge = (a: KeptRow, b: KeptRow): number => byTime(b, a);

const byImportance = (a: KeptRow, b: KeptRow): number =>
  compare(a.importance_score ?? -Infinity, b.importance_score ?? -Infinity) || byTime(a, b);

const orders: Readonly<Record<string, (a: KeptRow, b: KeptRow) => number>> = {
  importance_score: byImportance,
  oldest: byAge,
};

/** Leaves out the rows of which an earlier row tells as another article of its story. */
const folded = (rows: readonly KeptRow[]): KeptRow[] => {
  const told = new Set<string>();
  return rows.filter(({ article_id, story }) => {
    if (told.has(article_id)) return false;
    for (const other of story?.others ?? []) told.add(other.article_id);
    return true;
  });
};

/**
 * Makes the answer to a request for a list of articles, of which only the query matters, from `answers`, the oldest first.
 * It has every kept article that belongs to the list. Null if there is none, and for a later page of a list.
 */
export const listFromKept = (query: URLSearchParams, answers: readonly KeptAnswer[]): MadeList | null => {
  if (query.has('cursor')) return null;
  const feedId = query.get('feed_id');
  const folder = query.get('folder');
  const tag = query.get('tag');
  const feeds = folder === null ? null : feedsIn(folder, answers);
  const filter = query.get('filter') ?? 'all';
  const fits = filters[filter] ?? (() => false);
  const rows = keptRows(answers)
    .filter((row) => (feedId === null || row.feed_id === feedId) && (feeds?.has(row.feed_id) ?? true))
    .filter((row) => tag === null || row.own_tags?.includes(tag) === true)
    .filter(fits)
    // Only lists of what stays are in the order of saving.
    .map((row) => (tag !== null || filter === 'saved' ? row : { ...row, saved_at: null }))
    .toSorted(orders[query.get('sort') ?? ''] ?? byTime);
  if (rows.length === 0) return null;
  const items = query.get('fold') === 'true' ? folded(rows) : rows;
  return { items, next_cursor: null, has_more: false, ranked_of: null };
};
