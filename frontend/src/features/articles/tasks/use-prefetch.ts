import { type ArticleRow, type OpenedArticle, OPENED_AT_ONCE } from '@omomi/backend/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { savesData } from '../../../lib/offline/connection.ts';
import { articleQuery } from '../queries.ts';

/** More articles are loaded ahead while fewer than this number after the open one are known. */
const FEWEST_AHEAD = 2;
/** The most articles that stay in memory without being shown: those just read, and those ahead. */
const MOST_KEPT = 40;

/** Without a connection there is no such answer, but the service worker may have some of the articles. */
const unlessOffline = (error: unknown): { items: OpenedArticle[] } => {
  if (error instanceof ApiError && error.status === 0) return { items: [] };
  throw error;
};

/** Loads articles by one request. Those that the answer leaves out, because it would be too large, are asked for alone. */
const loadSeveral = (client: QueryClient, ids: readonly string[]): void => {
  const answer = call('getArticles', { query: { article_ids: ids.join(',') } }).catch(unlessOffline);
  const load = async (id: string): Promise<OpenedArticle> =>
    (await answer).items.find(({ article_id }) => article_id === id) ??
    call('getArticle', { params: { article_id: id } });
  for (const id of ids) void client.prefetchQuery({ ...articleQuery(id), queryFn: () => load(id) });
};

/** Forgets the articles that were loaded first, so that a long list does not fill the memory. */
const forgetOldest = (client: QueryClient): void => {
  const cache = client.getQueryCache();
  const idle = cache
    .findAll({ queryKey: keys.everyArticle, type: 'inactive', fetchStatus: 'idle' })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of idle.slice(MOST_KEPT)) cache.remove(query);
};

/** Returns the articles to load next; none while enough are known. `isKnown` tells which are loaded or on their way. */
export const wantedAhead = (
  rows: readonly Pick<ArticleRow, 'article_id'>[],
  openId: string,
  isKnown: (articleId: string) => boolean,
): string[] => {
  const at = rows.findIndex(({ article_id }) => article_id === openId);
  if (at === -1) return [];
  const ids = rows.slice(at + 1, at + FEWEST_AHEAD + OPENED_AT_ONCE).map(({ article_id }) => article_id);
  if (ids.slice(0, FEWEST_AHEAD).every(isKnown)) return [];
  return ids.filter((id) => !isKnown(id)).slice(0, OPENED_AT_ONCE);
};

/**
 * Loads the next articles of the list once the open one is there, several by one request, so that they open at once,
 * unless the reader asked the browser to save data.
 */
export const usePrefetch = (rows: readonly ArticleRow[], openId: string | null): void => {
  const client = useQueryClient();
  // The list asks for the open article. To ask here would load one again that failed, and hide why for a moment.
  const { isSuccess: isLoaded } = useQuery({ ...articleQuery(openId ?? ''), enabled: false });
  useEffect(() => {
    if (openId === null || !isLoaded || savesData()) return;
    const isKnown = (id: string): boolean => client.getQueryState(keys.article(id))?.isInvalidated === false;
    const ids = wantedAhead(rows, openId, isKnown);
    if (ids.length === 0) return;
    forgetOldest(client);
    loadSeveral(client, ids);
  }, [client, rows, openId, isLoaded]);
};
