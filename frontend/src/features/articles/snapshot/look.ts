import type { ArticleRow } from '@omomi/backend/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ArticleFilter, ArticleSort } from '../../../lib/shown-list.ts';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { applyChange, changeRows } from '../marks/mutations.ts';
import { type ArticleListOf, articleListQuery, loadListPage } from '../queries.ts';
import { rowsOf } from '../cache.ts';
import { listedAt } from '../rows/sections.tsx';

/** Rows as the server lists them now. `covers` tells if a row would be among them, if it were still in the list. */
type Listed = { rows: readonly ArticleRow[]; covers: (row: ArticleRow) => boolean };

/** Returns a number that falls from row to row of a list. */
const keyOf = (row: ArticleRow, sort: ArticleSort): number => {
  if (sort === 'importance_score') return row.importance_score ?? -Infinity;
  return (sort === 'oldest' ? -1 : 1) * Date.parse(listedAt(row));
};

/** Takes the first rows of a list. `isAll` if it has no more. */
export const listedOf = (rows: readonly ArticleRow[], sort: ArticleSort, isAll: boolean): Listed => {
  const last = rows.reduce<ArticleRow | null>(
    (least, row) => (least === null || keyOf(row, sort) < keyOf(least, sort) ? row : least),
    null,
  );
  return { rows, covers: (row) => isAll || (last !== null && keyOf(row, sort) > keyOf(last, sort)) };
};

/**
 * Returns the rows as they are at the server now, by id. A row that a list of unread articles no longer has was read,
 * unless the server was not asked as far as that.
 */
export const changedRows = (
  shown: readonly ArticleRow[],
  { rows, covers }: Listed,
  filter: ArticleFilter,
): Map<string, ArticleRow> => {
  const now = new Map(rows.map((row) => [row.article_id, row]));
  const changed = new Map<string, ArticleRow>();
  for (const row of shown) {
    const listed = now.get(row.article_id);
    if (listed !== undefined) changed.set(row.article_id, listed);
    else if (filter === 'unread' && !row.is_read && covers(row))
      changed.set(row.article_id, { ...row, is_read: true });
    else if (filter === 'read' && row.is_read && covers(row))
      changed.set(row.article_id, { ...row, is_read: false, read_at: null });
  }
  return changed;
};

/** Checks if the rows that are in both stand in another order at the server. */
export const isReordered = (shown: readonly ArticleRow[], { rows }: Listed): boolean => {
  const place = new Map(rows.map(({ article_id }, index) => [article_id, index]));
  const places = shown.flatMap(({ article_id }) => place.get(article_id) ?? []);
  return places.some((at, index) => index > 0 && at < (places[index - 1] ?? 0));
};

/** A list as it was loaded. */
type Snapshot = {
  sort: ArticleSort;
  rows: readonly ArticleRow[];
  /** True if the list has no more pages. */
  isComplete: boolean;
  /** The time by the server's clock when the first page was asked for. */
  asked_at: string;
};

/** Articles are listed once they are scored. That long after they were stored they may be new, in milliseconds. */
const SCORED_WITHIN_MS = 60_000;

const shownIds = (rows: readonly ArticleRow[]): Set<string> =>
  new Set(
    rows.flatMap(({ article_id, story }) => [
      article_id,
      ...(story?.others.map((other) => other.article_id) ?? []),
    ]),
  );

/**
 * Returns the ids of the articles that have arrived since the snapshot was taken. `newest` are the articles that the
 * server lists first by time. What lies below the last row of a list by time has not been loaded yet, so it is not new.
 */
export const newsIn = (newest: readonly ArticleRow[], snapshot: Snapshot): string[] => {
  const known = shownIds(snapshot.rows);
  const oldest = snapshot.isComplete ? '' : snapshot.rows.slice(-1).map(listedAt).join('');
  const since = new Date(Date.parse(snapshot.asked_at) - SCORED_WITHIN_MS).toISOString();
  const isNew = (row: ArticleRow): boolean =>
    snapshot.sort === 'published_at' ? listedAt(row) >= oldest : (row.saved_at ?? row.created_at) >= since;
  return newest.filter((row) => !known.has(row.article_id) && isNew(row)).map(({ article_id }) => article_id);
};

/**
 * Shows rows as the server had them when it was asked, in the places that they have in the lists. Marks that it may not
 * have known stay; `since` is a time of the clock of the read marks.
 */
const showRows = (client: QueryClient, changed: ReadonlyMap<string, ArticleRow>, since: number): void => {
  changeRows(client, changed);
  for (const { article_id, is_read } of readMarksOf(client).later(since))
    if (changed.has(article_id)) applyChange(client, article_id, { is_read });
};

/** Shows what an answer about one article says of its row, except for its marks and its story. */
export const showRow = (client: QueryClient, { article_id, ...article }: ArticleRow): void => {
  const { importance_score, importance_rank, tier, top_reasons, reading_minutes } = article;
  const change = { importance_score, importance_rank, tier, top_reasons, reading_minutes };
  applyChange(client, article_id, change);
};

/** The changes at the server since a list was loaded. */
export type ListChanges = {
  /** The ids of the articles that have arrived, at most `MOST_NEWS`. */
  news: string[];
  isReordered: boolean;
  /** The time when the rows were last compared with the server's, in milliseconds since 1970. */
  reviewedAt: number;
};

/** The most new articles that are counted; a list says "50+" then. */
export const MOST_NEWS = 50;

/** The most rows that one request asks for, and the most requests of a review. */
const ROWS_AT_ONCE = 200;
const REQUESTS = 5;

const shownIn = (client: QueryClient, list: ArticleListOf) => {
  const data = client.getQueryData(articleListQuery(list).queryKey);
  const first = data?.pages[0];
  if (data === undefined || first === undefined) return null;
  return {
    rows: rowsOf(data),
    isComplete: data.pages.at(-1)?.next_cursor === null,
    asked_at: first.asked_at,
  };
};

const note = (
  client: QueryClient,
  { scope }: ArticleListOf,
  asked_at: string,
  change: Partial<ListChanges>,
): void => {
  client.setQueryData<ListChanges>(keys.listChanges(scope, asked_at), (known) => ({
    news: [],
    isReordered: false,
    reviewedAt: 0,
    ...known,
    ...change,
  }));
};

/** Asks for the newest articles, and notes those that the list does not have. No row changes. */
export const lookForNews = async (client: QueryClient, list: ArticleListOf): Promise<void> => {
  const before = shownIn(client, list);
  if (before === null) return;
  const scope = { ...list.scope, sort: 'published_at' as const };
  const newest = await loadListPage({ ...list, scope, pageSize: MOST_NEWS }, '');
  const shown = shownIn(client, list);
  if (shown?.asked_at !== before.asked_at) return;
  const { asked_at, isComplete, rows } = shown;
  const snapshot = { sort: list.scope.sort, rows, isComplete, asked_at };
  note(client, list, asked_at, { news: newsIn(newest.items, snapshot) });
};

/** Asks for as many rows as are shown, in large pages, up to a thousand. */
const loadListed = async (list: ArticleListOf, count: number) => {
  const rows: ArticleRow[] = [];
  let cursor: string | null = '';
  for (let asked = 0; asked < REQUESTS && rows.length < count && cursor !== null; asked += 1) {
    const pageSize = Math.min(ROWS_AT_ONCE, Math.max(list.pageSize, count));
    const page = await loadListPage({ ...list, pageSize }, cursor);
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return listedOf(rows, list.scope.sort, cursor === null);
};

/** Shows marks and scores as they are at the server, in the places that the rows have, and notes another order. */
export const reviewRows = async (client: QueryClient, list: ArticleListOf): Promise<void> => {
  const before = shownIn(client, list);
  if (before === null) return;
  const marks = readMarksOf(client);
  await marks.flush();
  const since = marks.now();
  const reviewedAt = Date.now();
  const listed = await loadListed(list, before.rows.length);
  const shown = shownIn(client, list);
  if (shown?.asked_at !== before.asked_at) return;
  showRows(client, changedRows(shown.rows, listed, list.scope.filter), since);
  const isOther = list.scope.sort === 'importance_score' && isReordered(shown.rows, listed);
  note(client, list, shown.asked_at, { reviewedAt, isReordered: isOther });
};

/**
 * Loads the list anew from the top. It stays as it is until its first page is there, and also then if `mayMove` says that
 * the reader has begun to read it meanwhile. Returns true if the list was replaced.
 *
 * @throws ApiError
 */
export const renewList = async (
  client: QueryClient,
  list: ArticleListOf,
  mayMove: () => boolean = () => true,
): Promise<boolean> => {
  const { queryKey } = articleListQuery(list);
  const marks = readMarksOf(client);
  await marks.flush();
  const since = marks.now();
  const page = await loadListPage(list, '');
  if (!mayMove()) return false;
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, { pages: [page], pageParams: [''] });
  for (const { article_id, is_read } of marks.later(since)) applyChange(client, article_id, { is_read });
  return true;
};
