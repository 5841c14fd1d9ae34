import { entryToRow } from '../../articles/lists/row-to-wire.ts';
import { withFormerFeeds } from '../../articles/lists/reader-names.ts';
import type { SearchPage } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import type { Opened, Searcher } from '../keep/searcher.ts';
import type { Found } from '../match/search-input.ts';
import { parseQuery } from '../query/parse-query.ts';
import { snippetOf } from '../snippet/snippets.ts';
import { find, type Asked } from './find.ts';
import type { LikesOf, MeaningOf } from './meaning.ts';
import { afterPosition, keyOf } from './position.ts';
import { decodeSearchCursor, encodeSearchCursor } from './search-cursor.ts';
import { shownRows, type AskedOf, type Shown, type ShownRowsDeps } from './shown-rows.ts';

export type SearchArticlesDeps = ShownRowsDeps & {
  feeds: Pick<FeedStore, 'getMany'>;
  searcher: Pick<Searcher, 'open'>;
  likesOf: LikesOf;
  meaningOf: MeaningOf;
  now: Clock;
};

type SearchHandlers = HandlersOf<'searchArticles'>;

/**
 * Creates the endpoint that searches:
 *
 * 1. Read the query and the cursor.
 * 2. Open what the reader has, and find what matches, as of the time of the first page.
 * 3. Read what is shown anew, from the cursor's position on.
 * 4. Tell the places that match, and count by feed and state.
 */
export const createSearchArticles = (deps: SearchArticlesDeps): SearchHandlers => ({
  searchArticles: async ({ reader: { user_id }, query: { q, order, limit, cursor, tz } }) => {
    const bound = { user_id, q, order, tz };
    const query = parseQuery(q);
    const after = cursor === undefined ? null : decodeSearchCursor(cursor, bound);
    const opened = await deps.searcher.open(user_id);
    const likes = await deps.likesOf(query);
    const meaning = await deps.meaningOf(query);
    const asOf = after === null ? opened.at : new Date(after.as_of);
    const wanted: Asked = { query, order, likes, meaning, as_of: asOf, timeZone: tz, mayRelax: true };
    const now = deps.now();
    const found = await find(opened, wanted, now);
    const asked = askedOf(wanted, found);
    const from = after === null ? 0 : afterPosition(found.hits, opened, wanted, after);
    const hits = found.hits.slice(from);
    const { shown, looked_at: lookedAt } = await shownRows(deps, user_id, hits, {
      opened,
      asked,
      limit,
      now,
    });
    const last = hits[lookedAt - 1];
    const has_more = lookedAt < hits.length && last !== undefined;
    const gone = countsOf(hits.slice(0, lookedAt), shown);
    const counts = countsOf(found.hits, []);
    return {
      items: await itemsOf(deps, opened, asked, shown),
      next_cursor: has_more
        ? encodeSearchCursor({ ...keyOf(last, opened, wanted), as_of: asOf.toISOString() }, bound)
        : null,
      has_more,
      total: counts.whole - gone.whole,
      partial: counts.partial - gone.partial,
      indexed: opened.indexed,
      facets: facetsOf(found, opened),
    };
  },
});

/** Returns the query by which the rows of a page are matched again: as they were found. */
const askedOf = (wanted: Asked, { partial }: Found): AskedOf => ({
  whole: { ...wanted, mayRelax: false },
  partial:
    partial === null ? null : { ...wanted, query: { ...wanted.query, condition: partial }, mayRelax: false },
});

type Counted = readonly { has_all: boolean }[];

/** Counts what has all of the words, and what has some, without others. */
const countsOf = (hits: Counted, others: Counted): { whole: number; partial: number } => {
  const count = (has: boolean): number =>
    hits.filter(({ has_all }) => has_all === has).length -
    others.filter(({ has_all }) => has_all === has).length;
  return { whole: count(true), partial: count(false) };
};

const itemsOf = async (
  { feeds }: Pick<SearchArticlesDeps, 'feeds'>,
  opened: Opened,
  { whole, partial }: AskedOf,
  shown: Shown[],
): Promise<SearchPage['items']> => {
  const rows = shown.map(({ entry }) => ({ ...entry, order: null, top_reasons: [] }));
  const names = await withFormerFeeds(feeds, rows, opened.names);
  return shown.map(({ entry, row, has_all }) => ({
    ...entryToRow(entry, names),
    has_all,
    match: snippetOf(
      (has_all ? whole : (partial ?? whole)).query,
      row,
      opened.places.get(row.article_id) ?? null,
    ),
  }));
};

const facetsOf = ({ facets }: Found, { feeds }: Opened): SearchPage['facets'] => ({
  feeds: facets.feeds.map(({ feed_id, count }) => ({
    feed_id,
    title: feeds.get(feed_id)?.title ?? '',
    count,
  })),
  states: facets.states,
});
