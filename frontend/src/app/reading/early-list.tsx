import { usePrefetchInfiniteQuery, usePrefetchQuery } from '@tanstack/react-query';
import { articleListQuery } from '../../features/articles/queries.ts';
import { keywordsQuery } from '../../features/keywords/keywords-query.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { useReading } from '../use-reading.ts';

/**
 * Asks for the list, and for what its head needs, before the page is rendered. The list itself would ask after that,
 * which is a second later on a slow phone.
 */
export const EarlyList = () => {
  const { view } = useReading();
  const { page_size: pageSize, balance: isBalanced } = usePreferences();
  const { article_id: _, ...scope } = view;
  usePrefetchInfiniteQuery(articleListQuery({ scope, pageSize, isBalanced }));
  usePrefetchQuery(feedsQuery);
  usePrefetchQuery(keywordsQuery);
  return null;
};
