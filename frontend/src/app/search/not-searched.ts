import type { Feed } from '@omomi/backend/contract';
import { folded, termValues } from '../../features/search/query/terms.ts';

/**
 * Returns the feeds whose older articles a search could not look through: those that the query names, or all. The feeds
 * with the most of them come first.
 */
export const notSearchedFeeds = (feeds: readonly Feed[], q: string): Feed[] => {
  const named = termValues(q, 'feed');
  return feeds
    .filter(({ left_out }) => left_out.over_limit > 0)
    .filter(({ title }) => named.length === 0 || named.some((name) => folded(title).includes(name)))
    .toSorted((a, b) => b.left_out.over_limit - a.left_out.over_limit);
};
