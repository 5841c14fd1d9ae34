import type { NewSavedSearch, Page, SavedSearch, SavedSearchChanges } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { lookAgain } from '../../lib/api/limit.ts';
import { timeZone } from '../../lib/clock.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

/** The time between two counts, in milliseconds. Every saved search is searched for them. */
const countEvery = 3 * 60_000;
/** The same while texts are still being looked through. */
const countSoon = 10_000;

export const searchCountsQuery = queryOptions({
  queryKey: keys.searchCounts,
  queryFn: ({ signal }) => call('countSearches', { query: timeZone(), signal }),
  staleTime: 30_000,
  refetchInterval: ({ state: { data, error } }) =>
    lookAgain(data !== undefined && data.indexed.articles < data.indexed.of ? countSoon : countEvery, error),
});

/** Returns the saved search with this query; the one with this order too, if there are several. */
export const savedAs = <T extends Pick<SavedSearch, 'q' | 'order'>>(
  searches: readonly T[],
  q: string,
  order: SavedSearch['order'],
): T | undefined => {
  const same = searches.filter((search) => search.q === q);
  return same.find((search) => search.order === order) ?? same[0];
};

/**
 * Returns the saved search that a search was made from and now differs from; undefined if there is none. `lastId` is the one
 * that was shown last.
 */
export const changedFrom = (
  searches: readonly SavedSearch[],
  lastId: string | null,
  { q, order }: Pick<SavedSearch, 'q' | 'order'>,
): SavedSearch | undefined => {
  const origin = savedAs(searches, q, order) ?? searches.find(({ search_id }) => search_id === lastId);
  return q === '' || (origin?.q === q && origin.order === order) ? undefined : origin;
};

/** Returns the searches with the one at `from` moved to `to`; the same ones if there is no such place. */
export const movedTo = <T>(searches: readonly T[], from: number, to: number): T[] => {
  const moved = searches[from];
  if (moved === undefined || searches[to] === undefined) return [...searches];
  return searches.toSpliced(from, 1).toSpliced(to, 0, moved);
};

const useReload = () => {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.searches }),
      client.invalidateQueries({ queryKey: keys.searchCounts }),
    ]);
};

/** Saves a search. The form shows what was wrong. */
export const useAddSearch = () => {
  const reload = useReload();
  return useMutation({
    mutationFn: (search: NewSavedSearch) => call('addSearch', { body: search }),
    onSuccess: reload,
  });
};

export const useUpdateSearch = () => {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ search_id, changes }: { search_id: string; changes: SavedSearchChanges }) =>
      call('updateSearch', { params: { search_id }, body: changes }),
    onSettled: reload,
  });
};

export const useDeleteSearch = () => {
  const reload = useReload();
  return useDeed({
    mutationFn: (search_id: string) => call('deleteSearch', { params: { search_id } }),
    onSettled: reload,
  });
};

/** Shows the new order at once, and the server's order if it refuses. */
export const useOrderSearches = () => {
  const client = useQueryClient();
  const reload = useReload();
  return useDeed({
    scope: { id: 'searches' },
    mutationFn: (searches: readonly SavedSearch[]) =>
      call('orderSearches', { body: { search_ids: searches.map(({ search_id }) => search_id) } }),
    onMutate: async (searches) => {
      await client.cancelQueries({ queryKey: keys.searches });
      client.setQueryData<Page<SavedSearch>>(keys.searches, (known) =>
        known === undefined ? known : { ...known, items: [...searches] },
      );
    },
    onSettled: reload,
  });
};
