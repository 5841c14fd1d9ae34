import { oncePer } from '../../lib/memory.ts';
import { invalidCursor } from '../../lib/json-cursor.ts';
import type { SearchableRow } from '../../model/article/entry.ts';
import type { ReaderRow, ReaderRows } from '../../search/keep/reader-rows.ts';
import { foundBy } from '../../search/saved/saved-search-endpoints.ts';
import { selectToday } from '../../today/select-today.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import { asReader, nothing, type ClientsContext } from './context.ts';
import type { RankedList, Stream } from './streams.ts';

/** An article in a list of a client. */
export type Item = { row: ReaderRow; feed_ids: readonly string[] };

export type Selection = {
  stream: Stream;
  /** An item that is in one of these is left out, and one that is not in all of those. */
  without: readonly Stream[];
  within: readonly Stream[];
  /** Milliseconds since 1970 between which the items arrived, both included; null if there is no bound. */
  since: number | null;
  until: number | null;
  oldestFirst: boolean;
  limit: number;
  continuation: string | null;
};

export type Selected = { items: Item[]; continuation: string | null };

/** An entry is written up to about this long after the article arrived, which is the time that it has. */
const LATE_MS = 60_000;

const newestFirst = (a: Item, b: Item): number =>
  b.row.created_ms - a.row.created_ms || (a.row.article_id < b.row.article_id ? 1 : -1);

const sorted = oncePer((made: ReadonlyMap<SearchableRow, ReaderRow>): readonly Item[] =>
  Array.from(made, ([{ feed_ids }, row]) => ({ row, feed_ids })).toSorted(newestFirst),
);

/** Returns all items of a reader in the order of their arrival, the newest first. Of the same time, the larger id is first. */
export const itemsByArrival = ({ source }: Pick<ReaderRows, 'source'>): readonly Item[] =>
  sorted(source.made);

/**
 * Returns a page of a list: by arrival, or of a list by rank the best first. The continuation names the last item, so that
 * what arrives or is read meanwhile neither repeats nor skips another item.
 */
export const selectItems = async (
  ctx: ClientsContext,
  reader: Reader,
  rows: ReaderRows,
  selection: Selection,
): Promise<Selected> => {
  const { stream, without, within, since, until, limit } = selection;
  const { isIn, held } = await membership(ctx, reader, rows, [stream, ...without, ...within]);
  const inTime = ({ row: { created_ms } }: Item): boolean =>
    (since === null || created_ms >= since - LATE_MS) && (until === null || created_ms <= until);
  const isShown = (item: Item): boolean =>
    inTime(item) && within.every((each) => isIn(each, item)) && !without.some((each) => isIn(each, item));
  const listed =
    stream.kind === 'ranked'
      ? inRank(rows, held.get(stream) ?? [])
      : itemsByArrival(rows).filter((item) => isIn(stream, item));
  const inOrder = selection.oldestFirst && stream.kind !== 'ranked' ? listed.toReversed() : listed;
  const from = firstAfter(inOrder, selection);
  const items: Item[] = [];
  for (let at = from; at < inOrder.length; at += 1) {
    const item = inOrder[at];
    if (item === undefined || !isShown(item)) continue;
    const last = items.at(-1);
    // A continuation is given only if another item follows: clients ask on for as long as there is one.
    if (items.length === limit && last !== undefined)
      return { items, continuation: positionOf(last, inOrder.indexOf(last)) };
    items.push(item);
  }
  return { items, continuation: null };
};

/** Returns the continuation after an item, which is at this place of its list. */
export const positionOf = ({ row: { created_ms, article_id } }: Item, at: number): string =>
  `${created_ms.toString(36)}-${at.toString(36)}-${article_id}`;

const POSITION = /^([0-9a-z]{1,10})-([0-9a-z]{1,8})-(\d{19})$/;

/** Returns the number of the first item after the one that a continuation names, or after its place if it is gone. */
const firstAfter = (inOrder: readonly Item[], { continuation, stream, oldestFirst }: Selection): number => {
  if (continuation === null) return 0;
  const [, time, at, article_id] = POSITION.exec(continuation) ?? [];
  if (time === undefined || at === undefined || article_id === undefined) throw invalidCursor();
  const same = inOrder.findIndex(({ row }) => row.article_id === article_id);
  if (same !== -1) return same + 1;
  if (stream.kind === 'ranked') return Number.parseInt(at, 36);
  const created_ms = Number.parseInt(time, 36);
  const direction = oldestFirst ? -1 : 1;
  const compare = ({ row }: Item): number =>
    direction * (created_ms - row.created_ms || (row.article_id < article_id ? 1 : -1));
  const first = inOrder.findIndex((item) => compare(item) > 0);
  return first === -1 ? inOrder.length : first;
};

type Membership = {
  isIn: (stream: Stream, item: Item) => boolean;
  /** The ids of the articles in each saved search, and in each list by rank the best first. */
  held: ReadonlyMap<Stream, ReadonlySet<string>>;
};

/** Returns the test whether an item is in a list. What saved searches and lists by rank hold is found once. */
const membership = async (
  ctx: ClientsContext,
  reader: Reader,
  rows: Pick<ReaderRows, 'feeds'>,
  streams: readonly Stream[],
): Promise<Membership> => {
  const held = new Map<Stream, ReadonlySet<string>>();
  for (const stream of streams) {
    if (stream.kind === 'search') held.set(stream, await foundIds(ctx, reader, stream.search.q));
    if (stream.kind === 'ranked') held.set(stream, new Set(await rankedIds(ctx, reader, stream.list)));
  }
  const isIn = (stream: Stream, item: Item): boolean => {
    switch (stream.kind) {
      case 'all':
        return true;
      case 'read':
        return item.row.is_read;
      case 'unread':
        return !item.row.is_read;
      case 'starred':
        return item.row.is_saved;
      case 'nothing':
        return false;
      case 'feed':
        return item.feed_ids.includes(stream.feed_id);
      case 'folder':
        return rows.feeds.get(item.row.feed_id)?.folder === stream.name;
      case 'tag':
        return item.row.tags.includes(stream.name);
      case 'search':
      case 'ranked':
        return held.get(stream)?.has(item.row.article_id) ?? false;
    }
  };
  return { isIn, held };
};

/** The time zone of what a saved search says of days. Clients do not tell theirs. */
const TIME_ZONE = 'UTC';

const foundIds = async (
  ctx: ClientsContext,
  { user_id }: Reader,
  q: string,
): Promise<ReadonlySet<string>> => {
  const opened = await ctx.searcher.open(user_id);
  const { hits } = await foundBy(ctx, opened, { q, as_of: opened.at, tz: TIME_ZONE });
  return new Set(hits.map(({ article_id }) => article_id));
};

const rankedIds = (ctx: ClientsContext, reader: Reader, list: RankedList): Promise<string[]> =>
  list === 'today' ? todayIds(ctx, reader) : tierIds(ctx, reader, list);

/** Returns the items of these ids, in their order. Those that the reader does not have any more are left out. */
const inRank = (rows: ReaderRows, ids: Iterable<string>): Item[] => {
  const items = new Map(itemsByArrival(rows).map((item) => [item.row.article_id, item]));
  return Array.from(ids).flatMap((id) => items.get(id) ?? []);
};

const TODAY_MS = 24 * 3_600_000;
/** The most stories of today. */
const TODAY_LIMIT = 50;

/** Returns the best stories of the last day. What is read in a client stays in the list, and is marked as read there. */
const todayIds = async (ctx: ClientsContext, { user_id }: Reader): Promise<string[]> => {
  const since = new Date(ctx.now().getTime() - TODAY_MS).toISOString();
  const { items } = await selectToday(ctx, user_id, { since, unreadSince: since, limit: TODAY_LIMIT });
  return items.map(({ article_id }) => article_id);
};

/** The most articles that a list by rank is made of. */
const MOST_RANKED = 1000;
const PAGE = 200;

/** Returns the articles of a tier, the best first, from the beginning of the list by importance. */
const tierIds = async (
  { handlers }: ClientsContext,
  reader: Reader,
  tier: Exclude<RankedList, 'today'>,
): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let seen = 0; seen < MOST_RANKED; seen += PAGE) {
    const page = await handlers.listArticles({
      ...nothing,
      ...asReader(reader, ''),
      query: { sort: 'importance_score', filter: 'all', limit: PAGE, cursor },
    });
    ids.push(...page.items.filter((row) => row.tier === tier).map(({ article_id }) => article_id));
    const isOver = page.items.some((row) => row.tier === 'rest' || row.tier === null);
    if (isOver || page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return ids;
};
