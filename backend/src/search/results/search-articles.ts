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
import type { SketchLikes } from './like-sketches.ts';
import { afterPosition, keyOf } from './position.ts';
import { decodeSearchCursor, encodeSearchCursor } from './search-cursor.ts';
import { shownRows, type Shown, type ShownRowsDeps } from './shown-rows.ts';

export type SearchArticlesDeps = ShownRowsDeps & {
  feeds: Pick<FeedStore, 'getMany'>;
  searcher: Pick<Searcher, 'open'>;
  sketchLikes: SketchLikes;
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
    const likeSketches = await deps.sketchLikes(query);
    const asOf = after === null ? opened.at : new Date(after.as_of);
    const wanted: Asked = { query, order, likeSketches, as_of: asOf, timeZone: tz, mayRelax: true };
    const now = deps.now();
    const found = await find(opened, wanted, now);
    // The rows of the page are matched again, by the same condition that found them.
    const asked: Asked = { ...wanted, query: { ...query, condition: found.condition }, mayRelax: false };
    const from = after === null ? 0 : afterPosition(found.hits, opened, asked, after);
    const ids = found.hits.slice(from).map(({ article_id }) => article_id);
    const { shown, looked_at: lookedAt } = await shownRows(deps, user_id, ids, { opened, asked, limit, now });
    const last = found.hits[from + lookedAt - 1];
    const has_more = lookedAt < ids.length && last !== undefined;
    return {
      items: await itemsOf(deps, opened, asked, shown),
      next_cursor: has_more
        ? encodeSearchCursor({ ...keyOf(last, opened, asked), as_of: asOf.toISOString() }, bound)
        : null,
      has_more,
      total: found.hits.length - (lookedAt - shown.length),
      indexed: opened.indexed,
      facets: facetsOf(found, opened),
      relaxed: found.condition !== query.condition,
    };
  },
});

const itemsOf = async (
  { feeds }: Pick<SearchArticlesDeps, 'feeds'>,
  opened: Opened,
  { query }: Asked,
  shown: Shown[],
): Promise<SearchPage['items']> => {
  const rows = shown.map(({ entry }) => ({ ...entry, order: null, top_reasons: [] }));
  const names = await withFormerFeeds(feeds, rows, opened.names);
  return shown.map(({ entry, row }) => ({
    ...entryToRow(entry, names),
    match: snippetOf(query, row, opened.places.get(row.article_id) ?? null),
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
