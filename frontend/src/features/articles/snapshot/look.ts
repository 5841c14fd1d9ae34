import type { ArticleRow } from '@omomi/backend/contract';
import type { QueryClient } from '@tanstack/react-query';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { type ArticleListOf, articleListQuery, loadListPage } from '../queries.ts';
import { rowsOf } from '../cache.ts';
import { applyChange } from '../marks/mutations.ts';
import { changedRows, isReordered, listedOf } from './merge.ts';
import { newsIn } from './news.ts';
import { showRows } from './show-rows.ts';

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
