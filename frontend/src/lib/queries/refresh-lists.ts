import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from './query-keys.ts';

/**
 * Loads the lists again after their order or content has changed at the server. A long list is cut to its first page,
 * because the later pages do not fit the new first page.
 */
export const refreshLists = async (client: QueryClient): Promise<void> => {
  client.removeQueries({ queryKey: keys.articleLists, type: 'inactive' });
  client.setQueriesData<InfiniteData<unknown>>({ queryKey: keys.articleLists }, (data) =>
    data === undefined ? data : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.articleLists }),
    // An open article shows its score beside its reasons.
    client.invalidateQueries({ queryKey: keys.everyArticle }),
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.searchCounts }),
  ]);
};

/**
 * Loads lists, counts and jobs again after many articles were marked at once, or after that was undone. A long list
 * keeps its length, because its articles are the same.
 */
export const refreshMarks = async (client: QueryClient): Promise<void> => {
  client.removeQueries({ queryKey: keys.articleLists, type: 'inactive' });
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.articleLists }),
    client.invalidateQueries({ queryKey: keys.everyArticle }),
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.searchCounts }),
    client.invalidateQueries({ queryKey: keys.jobs }),
  ]);
};
