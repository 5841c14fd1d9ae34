import {
  onlyPage,
  MARKED_AT_ONCE,
  SEARCHES_PER_READER,
  type NewSavedSearch,
  type SavedSearch,
  type SavedSearchChanges,
} from '../../contract/index.ts';
import type { EndpointHandler, HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Context } from '../../model/context.ts';
import { parseQuery } from '../query/parse-query.ts';
import { setImmediate as otherWork } from 'node:timers/promises';
import { markedOf, setReadOfMany, type ReadStateContext } from '../../articles/reading/read-state.ts';
import { createShareWork, type ShareWork } from '../../lib/turns.ts';
import { ModelUnavailableError } from '../../model/score/embedder.ts';
import type { Opened, Searcher } from '../keep/searcher.ts';
import type { Found } from '../match/search-input.ts';
import { find } from '../results/find.ts';
import { likesOf } from '../results/meaning.ts';
import { digest } from '../../lib/digest.ts';
import { reordered } from '../../lib/lists.ts';
import { DomainError } from '../../lib/errors.ts';

type SavedSearchContext = ReadStateContext &
  Pick<Context, 'savedSearches' | 'embedder' | 'keywordMemory' | 'now'> & {
    searcher: Searcher;
  };

type SavedSearchEndpoints =
  | 'listSearches'
  | 'addSearch'
  | 'orderSearches'
  | 'updateSearch'
  | 'deleteSearch'
  | 'countSearches'
  | 'markFound';

/**
 * The endpoints of saved searches, and of marking what a search finds as read. Each change is one conditional write of the
 * item that has all saved searches.
 */
export const savedSearchEndpoints = (ctx: SavedSearchContext): HandlersOf<SavedSearchEndpoints> => {
  const { savedSearches, now } = ctx;
  return {
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
    countSearches: ({ reader: { user_id }, query: { tz }, gone }) => countSearches(ctx, user_id, tz, gone),
    markFound: ({ reader: { user_id }, body }) => markFound(ctx, user_id, body),
  };
};

type Counted = { search_id: string; unread_count: number | null }[];

/** The counts that are under way for the rows of a reader. */
const counting = new WeakMap<Opened['rows'], ShareWork<Counted>>();

/**
 * Counts what saved searches find that is unread. Equal questions about the same rows that are asked at once, such as by the tabs
 * of a reader, are answered by one computation, which ends when nobody waits for it.
 */
const countSearches = async (
  ctx: SavedSearchContext,
  user_id: string,
  tz: string,
  gone: AbortSignal,
): ReturnType<EndpointHandler<'countSearches'>> => {
  const [stored, opened] = await Promise.all([
    ctx.savedSearches.list(user_id),
    // Another process may have marked what this one has counted a moment ago.
    ctx.searcher.open(user_id, 0),
  ]);
  const searches = stored.map(({ search_id, q }) => ({ search_id, q }));
  const share = counting.get(opened.rows) ?? createShareWork();
  counting.set(opened.rows, share);
  const question = JSON.stringify([tz, opened.at, opened.indexed, searches]);
  const items = await share(question, gone, (nobodyWaits) =>
    countEach(ctx, opened, searches, { tz, gone: nobodyWaits }),
  );
  return { items, indexed: opened.indexed };
};

const countEach = async (
  ctx: SavedSearchContext,
  opened: Opened,
  searches: readonly { search_id: string; q: string }[],
  { tz, gone }: { tz: string; gone: AbortSignal },
): Promise<Counted> => {
  const items: Counted = [];
  for (const { search_id, q } of searches) {
    gone.throwIfAborted();
    items.push({ search_id, unread_count: await countUnread(ctx, opened, { q, as_of: opened.at, tz }) });
    await otherWork();
  }
  return items;
};

/** Marks what a search found as read, at most so many at once. */
const markFound = async (
  ctx: SavedSearchContext,
  user_id: string,
  { q, as_of, tz }: Parameters<EndpointHandler<'markFound'>>[0]['body'],
): ReturnType<EndpointHandler<'markFound'>> => {
  // A former call, which another process may have answered, has marked some of them.
  ctx.searcher.forgetRows(user_id);
  const opened = await ctx.searcher.open(user_id);
  const { hits } = await foundBy(ctx, opened, { q, as_of: new Date(as_of), tz });
  const unreadIds = new Set(opened.rows.flatMap((row) => (row.is_read ? [] : [row.article_id])));
  const unread = hits.flatMap(({ article_id }) => (unreadIds.has(article_id) ? [article_id] : []));
  const outcomes = await setReadOfMany(ctx, user_id, unread.slice(0, MARKED_AT_ONCE), true);
  return { article_ids: markedOf(outcomes), remaining: Math.max(0, unread.length - MARKED_AT_ONCE) };
};

/** A query, the time as of which it is asked, and the reader's time zone. */
type Wanted = { q: string; as_of: Date; tz: string };

/** Returns null if the query needs the model (`like:`), and the model does not answer. */
const countUnread = async (
  ctx: SavedSearchContext,
  opened: Opened,
  wanted: Wanted,
): Promise<number | null> => {
  try {
    return (await foundBy(ctx, opened, wanted)).facets.states.unread;
  } catch (error) {
    if (error instanceof ModelUnavailableError) return null;
    throw error;
  }
};

/** Returns what a query finds among the articles that had arrived at a time. @throws QueryError, ModelUnavailableError */
export const foundBy = async (
  ctx: Pick<Context, 'embedder' | 'keywordMemory' | 'now'>,
  opened: Opened,
  { q, as_of, tz }: Wanted,
): Promise<Found> => {
  const query = parseQuery(q);
  const likes = await likesOf(ctx, query);
  const asked = {
    query,
    order: 'time',
    likes,
    meaning: null,
    as_of,
    timeZone: tz,
    mayRelax: false,
  } as const;
  return find(opened, asked, ctx.now());
};

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
const changedSearches = (
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
const orderedSearches = (stored: SavedSearch[], ids: readonly string[]): SavedSearch[] =>
  reordered(stored, ids, { idOf: ({ search_id }) => search_id, what: 'searches', field: 'search_ids' });
