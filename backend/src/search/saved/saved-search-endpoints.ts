import { onlyPage, MARKED_AT_ONCE } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SavedSearchStore } from '../../model/search/saved-search.ts';
import { parseQuery } from '../query/parse-query.ts';
import { addedSearch, changedSearches, orderedSearches, searchUnknown } from './change-searches.ts';
import { setImmediate as otherWork } from 'node:timers/promises';
import { markedOf, type ReadState } from '../../articles/reading/read-state.ts';
import { createShareWork, type ShareWork } from '../../lib/turns/shared-work.ts';
import { ModelUnavailableError } from '../../scoring/errors.ts';
import type { Opened, Searcher } from '../keep/searcher.ts';
import type { Found } from '../match/search-input.ts';
import { find } from '../results/find.ts';
import type { LikesOf } from '../results/meaning.ts';

type SavedSearchDeps = { savedSearches: SavedSearchStore; now: Clock };

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

type FoundDeps = {
  savedSearches: Pick<SavedSearchStore, 'list'>;
  searcher: Searcher;
  likesOf: LikesOf;
  readState: Pick<ReadState, 'setReadOfMany'>;
  now: Clock;
};

type Counted = { search_id: string; unread_count: number | null }[];

/**
 * Creates the endpoint of the counts. Equal questions about the same rows that are asked at once, such as by the tabs of a reader,
 * are answered by one computation, which ends when nobody waits for it.
 */
const createCountSearches = (deps: FoundDeps): HandlersOf<'countSearches'>['countSearches'] => {
  const ofRows = new WeakMap<Opened['rows'], ShareWork<Counted>>();
  const count = async (
    opened: Opened,
    searches: readonly { search_id: string; q: string }[],
    { tz, gone }: { tz: string; gone: AbortSignal },
  ): Promise<Counted> => {
    const items: Counted = [];
    for (const { search_id, q } of searches) {
      gone.throwIfAborted();
      items.push({ search_id, unread_count: await countUnread(deps, opened, { q, as_of: opened.at, tz }) });
      await otherWork();
    }
    return items;
  };
  return async ({ reader: { user_id }, query: { tz }, gone }) => {
    const [stored, opened] = await Promise.all([
      deps.savedSearches.list(user_id),
      deps.searcher.open(user_id),
    ]);
    const searches = stored.map(({ search_id, q }) => ({ search_id, q }));
    const share = ofRows.get(opened.rows) ?? createShareWork();
    ofRows.set(opened.rows, share);
    const question = JSON.stringify([tz, opened.at, opened.indexed, searches]);
    const items = await share(question, gone, (nobodyWaits) =>
      count(opened, searches, { tz, gone: nobodyWaits }),
    );
    return { items, indexed: opened.indexed };
  };
};

/** Creates the endpoints that use what searches find: the counts of saved ones, and marking as read. */
export const createFoundEndpoints = (deps: FoundDeps): HandlersOf<'countSearches' | 'markFound'> => ({
  countSearches: createCountSearches(deps),
  markFound: async ({ reader: { user_id }, body: { q, as_of, tz } }) => {
    // A former call, which another process may have answered, has marked some of them.
    deps.searcher.forgetRows(user_id);
    const opened = await deps.searcher.open(user_id);
    const { hits } = await foundBy(deps, opened, { q, as_of: new Date(as_of), tz });
    const unreadIds = new Set(opened.rows.flatMap((row) => (row.is_read ? [] : [row.article_id])));
    const unread = hits.flatMap(({ article_id }) => (unreadIds.has(article_id) ? [article_id] : []));
    const outcomes = await deps.readState.setReadOfMany(user_id, unread.slice(0, MARKED_AT_ONCE), true);
    return { article_ids: markedOf(outcomes), remaining: Math.max(0, unread.length - MARKED_AT_ONCE) };
  },
});

/** A query, the time as of which it is asked, and the reader's time zone. */
type Wanted = { q: string; as_of: Date; tz: string };

/** Returns null if the query needs the model (`like:`), and the model does not answer. */
const countUnread = async (deps: FoundDeps, opened: Opened, wanted: Wanted): Promise<number | null> => {
  try {
    return (await foundBy(deps, opened, wanted)).facets.states.unread;
  } catch (error) {
    if (error instanceof ModelUnavailableError) return null;
    throw error;
  }
};

/** Returns what a query finds among the articles that had arrived at a time. @throws QueryError, ModelUnavailableError */
const foundBy = async (
  { likesOf, now }: Pick<FoundDeps, 'likesOf' | 'now'>,
  opened: Opened,
  { q, as_of, tz }: Wanted,
): Promise<Found> => {
  const query = parseQuery(q);
  const likes = await likesOf(query);
  const asked = {
    query,
    order: 'time',
    likes,
    meaning: null,
    as_of,
    timeZone: tz,
    mayRelax: false,
  } as const;
  return find(opened, asked, now());
};
