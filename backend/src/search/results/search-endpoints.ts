import {
  entryToRow,
  loadNames,
  withFormerFeeds,
  type NamesContext,
} from '../../articles/lists/row-to-wire.ts';
import type { SearchPage } from '../../contract/index.ts';
import type { EndpointHandler, HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Context } from '../../model/context.ts';
import type { Opened, Searcher } from '../keep/searcher.ts';
import type { Found } from '../match/search-input.ts';
import { parseQuery } from '../query/parse-query.ts';
import { snippetOf } from './snippets.ts';
import { find, type Asked } from './find.ts';
import { likesOf, meaningOf } from './meaning.ts';
import { afterPosition, keyOf, decodeSearchCursor, encodeSearchCursor } from './search-cursor.ts';
import { shownRows, type AskedOf, type Shown, presentEntries } from './shown-rows.ts';
import type { StoriesContext } from '../../articles/stories/known-stories.ts';
import type { Entry } from '../../model/article/entry.ts';
import { sketchAt, type Part } from '../segment/part.ts';
import { leastNear, nearness } from '../segment/sketch.ts';
import { articleUnknown } from '../../articles/reading/shown-entry.ts';

type SearchContext = NamesContext &
  StoriesContext &
  Pick<Context, 'entries' | 'watermarks' | 'feeds' | 'embedder' | 'keywordMemory'> & { searcher: Searcher };

type Request<N extends 'searchArticles' | 'listRelated'> = Parameters<EndpointHandler<N>>[0];

/** The endpoints that search a reader's articles, and list those related to one. */
export const searchEndpoints = (ctx: SearchContext): HandlersOf<'searchArticles' | 'listRelated'> => ({
  searchArticles: ({ reader: { user_id }, query }) => searchArticles(ctx, user_id, query),
  listRelated: ({ reader: { user_id }, params: { article_id }, query: { limit } }) =>
    listRelated(ctx, user_id, article_id, limit),
});

/**
 * Searches a reader's articles:
 *
 * 1. Read the query and the cursor.
 * 2. Open what the reader has, and find what matches, as of the time of the first page.
 * 3. Read what is shown anew, from the cursor's position on.
 * 4. Tell the places that match, and count by feed and state.
 */
const searchArticles = async (
  ctx: SearchContext,
  user_id: string,
  { q, order, limit, cursor, tz }: Request<'searchArticles'>['query'],
): Promise<SearchPage> => {
  const bound = { user_id, q, order, tz };
  const query = parseQuery(q);
  const after = cursor === undefined ? null : decodeSearchCursor(cursor, bound);
  const opened = await ctx.searcher.open(user_id);
  const likes = await likesOf(ctx, query);
  const meaning = await meaningOf(ctx, query);
  const asOf = after === null ? opened.at : new Date(after.as_of);
  const wanted: Asked = { query, order, likes, meaning, as_of: asOf, timeZone: tz, mayRelax: true };
  const now = ctx.now();
  const found = await find(opened, wanted, now);
  const asked = askedOf(wanted, found);
  const from = after === null ? 0 : afterPosition(found.hits, opened, wanted, after);
  const hits = found.hits.slice(from);
  const { shown, looked_at: lookedAt } = await shownRows(ctx, user_id, hits, {
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
    items: await itemsOf(ctx, opened, asked, shown),
    next_cursor: has_more
      ? encodeSearchCursor({ ...keyOf(last, opened, wanted), as_of: asOf.toISOString() }, bound)
      : null,
    has_more,
    total: counts.whole - gone.whole,
    partial: counts.partial - gone.partial,
    indexed: opened.indexed,
    facets: facetsOf(found, opened),
  };
};

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
  { feeds }: Pick<Context, 'feeds'>,
  opened: Opened,
  { whole, partial }: AskedOf,
  shown: Shown[],
): Promise<SearchPage['items']> => {
  const entries = shown.map(({ entry }) => entry);
  const names = await withFormerFeeds(feeds, entries, opened.names);
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

/** Entries that are read for each one that is shown, since some may be gone or of a story that is shown. */
const READ_FOR_EACH = 3;

/**
 * Lists the articles nearest to one, of each story the nearest, and none of its own story. It compares
 * what searches have read, and reads no text itself, so that it costs a reader who never searches next to nothing.
 */
const listRelated = async (
  ctx: SearchContext,
  user_id: string,
  article_id: string,
  limit: number,
): ReturnType<EndpointHandler<'listRelated'>> => {
  const now = ctx.now();
  const [parts, names, stories] = await Promise.all([
    ctx.searcher.keptParts(user_id),
    loadNames(ctx, user_id),
    ctx.loadStories(),
  ]);
  const ids = nearestTo(article_id, parts).slice(0, READ_FOR_EACH * limit);
  const entries = await presentEntries(ctx, user_id, [article_id, ...ids], { names, now });
  const own = entries.find((entry) => entry.article_id === article_id);
  if (own === undefined) throw articleUnknown();
  const storyOf = ({ article_id: id, extra }: Entry): string => stories.storyOf(id, extra.story);
  const shown = oneOfAStory(entries, storyOf, storyOf(own)).slice(0, limit);
  const allNames = await withFormerFeeds(ctx.feeds, shown, names);
  return { items: shown.map((entry) => entryToRow(entry, allNames)) };
};

/** Returns the ids of the articles near to one, the nearest first. Of several texts of an article the last one counts. */
const nearestTo = (articleId: string, parts: readonly Part[]): string[] => {
  const sketches = new Map<string, Uint8Array | null>();
  for (const part of parts) for (const [at, id] of part.ids.entries()) sketches.set(id, sketchAt(part, at));
  const target = sketches.get(articleId) ?? null;
  if (target === null) return [];
  sketches.delete(articleId);
  const least = leastNear(target, 'related');
  return Array.from(sketches, ([id, sketch]) => ({
    id,
    near: sketch === null ? 0 : nearness(target, sketch),
  }))
    .filter(({ near }) => near >= least)
    .toSorted((a, b) => b.near - a.near)
    .map(({ id }) => id);
};

/** Returns the first entry of each story, without those of one story. */
const oneOfAStory = (
  entries: readonly Entry[],
  storyOf: (entry: Entry) => string,
  without: string,
): Entry[] => {
  const seen = new Set([without]);
  return entries.filter((entry) => {
    const story = storyOf(entry);
    if (seen.has(story)) return false;
    seen.add(story);
    return true;
  });
};
