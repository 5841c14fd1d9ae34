import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from './query-keys.ts';

/**
 * Loads the lists anew after their order or content has changed at the server. A long list falls back to its first
 * page: the pages behind it follow from another first page now.
 */
export const refreshLists = async (client: QueryClient): Promise<void> => {
  client.removeQueries({ queryKey: keys.articleLists, type: 'inactive' });
  client.setQueriesData<InfiniteData<unknown>>({ queryKey: keys.articleLists }, (data) =>
    data === undefined ? data : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.articleLists }),
    // An open article tells its score beside its reasons.
    client.invalidateQueries({ queryKey: keys.everyArticle }),
    client.invalidateQueries({ queryKey: keys.everyReason }),
    client.invalidateQueries({ queryKey: keys.feeds }),
  ]);
};

/**
 * Loads lists, counts and jobs anew after many articles were marked at once, or that was taken back. A long list stays
 * as long as it is: its articles are the same.
 */
export const refreshMarks = async (client: QueryClient): Promise<void> => {
  client.removeQueries({ queryKey: keys.articleLists, type: 'inactive' });
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.articleLists }),
    client.invalidateQueries({ queryKey: keys.everyArticle }),
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.jobs }),
  ]);
};
