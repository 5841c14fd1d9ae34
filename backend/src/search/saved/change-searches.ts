import {
  SEARCHES_PER_READER,
  type NewSavedSearch,
  type SavedSearch,
  type SavedSearchChanges,
} from '../../contract/index.ts';
import { digest } from '../../lib/digest.ts';
import { reordered } from '../../lib/reordered.ts';
import { DomainError } from '../../lib/errors.ts';

/*
 * Changes of a reader's saved searches, without storing them.
 */

export const searchUnknown = () => new DomainError('NOT_FOUND', 'You have no saved search with this id.');

const searchExists = (name: string, search_id: string) =>
  new DomainError('SEARCH_EXISTS', `You have another saved search with the name “${name}”.`, { search_id });

const named = (searches: readonly SavedSearch[], name: string): SavedSearch | undefined =>
  searches.find((search) => search.name.toLowerCase() === name.toLowerCase());

/** Returns an id that no search has. A renamed search keeps the id of its first name, which may be taken therefore. */
const freeId = (searches: readonly SavedSearch[], userId: string, name: string): string => {
  for (let attempt = 0; ; attempt += 1) {
    const id = digest(12, userId, name, String(attempt));
    if (!searches.some(({ search_id }) => search_id === id)) return id;
  }
};

/**
 * Adds a search after the others. `searches` is null if the very same search is there, which a repeated call finds.
 * @throws SEARCH_EXISTS, SEARCH_LIMIT
 */
export const addedSearch = (
  stored: SavedSearch[],
  userId: string,
  { name, q, order }: NewSavedSearch,
  created_at: string,
): { searches: SavedSearch[] | null; search: SavedSearch } => {
  const standing = named(stored, name);
  if (standing !== undefined) {
    if (standing.q !== q || standing.order !== order) throw searchExists(name, standing.search_id);
    return { searches: null, search: standing };
  }
  if (stored.length >= SEARCHES_PER_READER)
    throw new DomainError(
      'SEARCH_LIMIT',
      `You have ${SEARCHES_PER_READER} saved searches, which is the limit.`,
      { limit: SEARCHES_PER_READER },
    );
  const search = { search_id: freeId(stored, userId, name), name, q, order, created_at };
  return { searches: [...stored, search], search };
};

/** @throws NOT_FOUND, SEARCH_EXISTS */
export const changedSearches = (
  stored: SavedSearch[],
  searchId: string,
  changes: SavedSearchChanges,
): SavedSearch[] => {
  const standing = stored.find(({ search_id }) => search_id === searchId);
  if (standing === undefined) throw searchUnknown();
  const other = named(stored, changes.name ?? standing.name);
  if (other !== undefined && other !== standing) throw searchExists(other.name, other.search_id);
  const changed = {
    ...standing,
    name: changes.name ?? standing.name,
    q: changes.q ?? standing.q,
    order: changes.order ?? standing.order,
  };
  return stored.map((search) => (search === standing ? changed : search));
};

/** @throws VALIDATION_FAILED */
export const orderedSearches = (stored: SavedSearch[], ids: readonly string[]): SavedSearch[] =>
  reordered(stored, ids, { idOf: ({ search_id }) => search_id, what: 'searches', field: 'search_ids' });
