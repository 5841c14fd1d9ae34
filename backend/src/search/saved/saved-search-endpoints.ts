import { onlyPage } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SavedSearchStore } from '../../model/search/saved-search.ts';
import { parseQuery } from '../query/parse-query.ts';
import { addedSearch, changedSearches, orderedSearches, searchUnknown } from './change-searches.ts';

export type SavedSearchDeps = { savedSearches: SavedSearchStore; now: Clock };

type ChangeEndpoints = 'listSearches' | 'addSearch' | 'orderSearches' | 'updateSearch' | 'deleteSearch';

/** Creates the endpoints of saved searches. Each change is one conditional write of the item that has all of them. */
export const createSavedSearchEndpoints = ({
  savedSearches,
  now,
}: SavedSearchDeps): HandlersOf<ChangeEndpoints> => ({
  listSearches: async ({ reader: { user_id } }) => onlyPage(await savedSearches.list(user_id)),
  addSearch: async ({ reader: { user_id }, body }) => {
    parseQuery(body.q);
    const at = now().toISOString();
    const stored = await savedSearches.change(
      user_id,
      (searches) => addedSearch(searches, user_id, body, at).searches,
    );
    return addedSearch(stored, user_id, body, at).search;
  },
  orderSearches: async ({ reader: { user_id }, body: { search_ids } }) =>
    onlyPage(await savedSearches.change(user_id, (searches) => orderedSearches(searches, search_ids))),
  updateSearch: async ({ reader: { user_id }, params: { search_id }, body }) => {
    if (body.q !== undefined) parseQuery(body.q);
    const stored = await savedSearches.change(user_id, (searches) =>
      changedSearches(searches, search_id, body),
    );
    const changed = stored.find((search) => search.search_id === search_id);
    if (changed === undefined) throw searchUnknown();
    return changed;
  },
  deleteSearch: async ({ reader: { user_id }, params: { search_id } }) => {
    await savedSearches.change(user_id, (searches) => {
      const left = searches.filter((search) => search.search_id !== search_id);
      if (left.length === searches.length) throw searchUnknown();
      return left;
    });
    return undefined;
  },
});
