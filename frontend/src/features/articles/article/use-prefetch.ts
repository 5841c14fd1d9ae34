import type { ArticleRow } from '@omomi/backend/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { savesData } from '../../../lib/save-data.ts';
import { articleQuery } from '../queries.ts';

/** Number of articles after the open one that are loaded ahead. */
const AHEAD = 2;

/**
 * Loads the next articles of the list once the open one is there, so that they open at once, unless the reader asked the
 * browser to save data.
 */
export const usePrefetch = (rows: readonly ArticleRow[], openId: string | null): void => {
  const client = useQueryClient();
  const { isSuccess: isLoaded } = useQuery({ ...articleQuery(openId ?? ''), enabled: openId !== null });
  const at = openId === null || !isLoaded ? -1 : rows.findIndex(({ article_id }) => article_id === openId);
  const next = at === -1 ? [] : rows.slice(at + 1, at + 1 + AHEAD).map(({ article_id }) => article_id);
  const ids = next.join(' ');
  useEffect(() => {
    if (ids === '' || savesData()) return;
    for (const id of ids.split(' ')) void client.prefetchQuery(articleQuery(id));
  }, [client, ids]);
};
