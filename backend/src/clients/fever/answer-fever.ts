import type { ApiResult } from '../../api/requests.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import { type ClientsContext, asReader, nothing } from '../shared/context.ts';
import { loadItems } from '../shared/load-items.ts';
import { type ClientRequest, numberIn, timeIn, jsonAnswer } from '../shared/request.ts';
import { type NumberedItem, numberedItems, smallNumbers } from './numbers.ts';
import { checkMayWrite } from '../../api/checks.ts';
import { DomainError } from '../../lib/errors.ts';
import { markItems, markStream, saveItems } from '../greader/change-items.ts';
import type { Stream } from '../shared/streams.ts';
import type { Feed } from '../../contract/index.ts';
import { loadKnown } from '../shared/call.ts';

const VERSION = 3;
/** The most items of one answer, as the API says. */
const PAGE = 50;

/** The answer to whoever has no valid key, with status 200 as the API says. */
export const refusedFever = (): ApiResult => jsonAnswer({ api_version: VERSION, auth: 0 });

const groupsOf = ({ folderNumbers }: FeverView) =>
  Array.from(folderNumbers, ([title, id]) => ({ id, title }));

/** Ids within a group are one text, separated by commas. */
const feedsGroupsOf = ({ feeds, feedNumbers, folderNumbers }: FeverView) =>
  Array.from(folderNumbers, ([name, group_id]) => ({
    group_id,
    feed_ids: feeds
      .filter(({ folder }) => folder === name)
      .map(({ feed_id }) => feedNumbers.get(feed_id))
      .join(','),
  }));

const secondsOf = (time: string | null): number => (time === null ? 0 : Math.floor(Date.parse(time) / 1000));

const feedsOf = ({ feeds, feedNumbers }: FeverView) =>
  feeds.map(({ feed_id, title, url, site_url, feed_last_updated }) => ({
    id: feedNumbers.get(feed_id),
    favicon_id: 0,
    title,
    url,
    site_url: site_url ?? url,
    is_spark: 0,
    last_updated_on_time: secondsOf(feed_last_updated),
  }));

const idsOf = ({ items }: FeverView, isWanted: (each: NumberedItem) => boolean): string =>
  items
    .filter(isWanted)
    .map(({ number }) => number)
    .join(',');

/** Returns the items that a request asks for: by their numbers, those after a number, or those before one, the nearest first. */
const wantedItems = ({ items }: FeverView, { parameters }: ClientRequest): NumberedItem[] => {
  const named = parameters.get('with_ids');
  if (named !== null) {
    const numbers = new Set(named.split(',').map(Number));
    return items.filter(({ number }) => numbers.has(number)).slice(0, PAGE);
  }
  const since = parameters.get('since_id');
  if (since !== null && since !== '')
    return items.filter(({ number }) => number > Number(since)).slice(0, PAGE);
  const max = Number(parameters.get('max_id') ?? '') || Infinity;
  return items
    .filter(({ number }) => number < max)
    .slice(-PAGE)
    .toReversed();
};

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

const itemsOf = async (ctx: ClientsContext, reader: Reader, view: FeverView, request: ClientRequest) => {
  const wanted = wantedItems(view, request);
  const loaded = await loadItems(ctx, reader.user_id, {
    ids: wanted.map(({ item }) => item.row.article_id),
    origin: request.origin,
  });
  const numbers = new Map(wanted.map(({ number, item }) => [item.row.article_id, number]));
  return loaded.map(({ row, author, content, link, feed }) => ({
    id: numbers.get(row.article_id),
    feed_id: view.feedNumbers.get(feed.feed_id) ?? 0,
    title: row.title,
    author,
    html: content,
    url: link,
    is_saved: bit(row.is_saved),
    is_read: bit(row.is_read),
    created_on_time: secondsOf(row.published_at),
  }));
};

const lastRefresh = ({ feeds }: FeverView): number =>
  feeds.reduce((latest, { last_success_at }) => Math.max(latest, secondsOf(last_success_at)), 0);

/** Answers a request of a reader: a mark first, then every part that the request names. */
export const answerFever = async (
  ctx: ClientsContext,
  reader: Reader,
  request: ClientRequest,
): Promise<ApiResult> => {
  const { parameters } = request;
  const marked = parameters.has('mark') ? await mark(ctx, reader, request) : null;
  const view = await loadView(ctx, reader, request);
  const asks = (name: string): boolean => parameters.has(name) || marked === name;
  return jsonAnswer({
    api_version: VERSION,
    auth: 1,
    last_refreshed_on_time: lastRefresh(view),
    ...(asks('groups') ? { groups: groupsOf(view) } : {}),
    ...(asks('feeds') ? { feeds: feedsOf(view) } : {}),
    ...(asks('groups') || asks('feeds') ? { feeds_groups: feedsGroupsOf(view) } : {}),
    ...(asks('favicons') ? { favicons: [] } : {}),
    ...(asks('items')
      ? { total_items: view.items.length, items: await itemsOf(ctx, reader, view, request) }
      : {}),
    ...(asks('links') ? { links: [] } : {}),
    ...(asks('unread_item_ids') ? { unread_item_ids: idsOf(view, ({ item }) => !item.row.is_read) } : {}),
    ...(asks('saved_item_ids') ? { saved_item_ids: idsOf(view, ({ item }) => item.row.is_saved) } : {}),
  });
};

/** The list of ids that has changed, which is answered with a mark. */
type Changed = 'unread_item_ids' | 'saved_item_ids' | null;

/** The group of all feeds. That of sparks, -1, has none here. */
const ALL = '0';

const nameOf = (numbers: ReadonlyMap<string, number>, id: string): string | undefined =>
  [...numbers].find(([, number]) => String(number) === id)?.[0];

const streamIn = (view: FeverView, kind: string, id: string): Stream => {
  if (kind === 'group' && id === ALL) return { kind: 'all' };
  const name = nameOf(kind === 'group' ? view.folderNumbers : view.feedNumbers, id);
  if (name === undefined) return { kind: 'nothing' };
  return kind === 'group' ? { kind: 'folder', name } : { kind: 'feed', feed_id: name };
};

/**
 * Marks an item, a feed or a group, by the same use cases as the page. What is not known changes nothing.
 * @throws FORBIDDEN for a token that may only read, and VALIDATION_FAILED for another mark.
 */
const mark = async (ctx: ClientsContext, reader: Reader, request: ClientRequest): Promise<Changed> => {
  checkMayWrite(reader);
  const { parameters } = request;
  const [kind, as, id] = ['mark', 'as', 'id'].map((name) => parameters.get(name) ?? '');
  const view = await loadView(ctx, reader, request);
  const call = { reader, request };
  if (kind === 'item') {
    const number = numberIn(parameters, 'id');
    const ids = view.items.filter((each) => each.number === number).map(({ item }) => item.row.article_id);
    if (as === 'read' || as === 'unread') {
      await markItems(ctx, call, ids, as === 'read');
      return 'unread_item_ids';
    }
    if (as === 'saved' || as === 'unsaved') {
      await saveItems(ctx, call, ids, as === 'saved');
      return 'saved_item_ids';
    }
  }
  if ((kind === 'feed' || kind === 'group') && as === 'read') {
    const now = ctx.now().getTime();
    const stream = streamIn(view, kind, id ?? '');
    await markStream(ctx, call, stream, Math.min(timeIn(parameters, 'before') || now, now));
    return 'unread_item_ids';
  }
  throw new DomainError(
    'VALIDATION_FAILED',
    'mark is item, feed or group; as is read, unread, saved or unsaved.',
  );
};

/** All that a reader has, with the numbers by which Fever names it. */
type FeverView = {
  items: readonly NumberedItem[];
  feeds: Feed[];
  feedNumbers: ReadonlyMap<string, number>;
  folderNumbers: ReadonlyMap<string, number>;
};

const loadView = async (
  ctx: ClientsContext,
  reader: Reader,
  { origin }: ClientRequest,
): Promise<FeverView> => {
  const [{ rows }, { items: feeds }] = await Promise.all([
    loadKnown(ctx, reader),
    ctx.handlers.listFeeds({ ...nothing, ...asReader(reader, origin) }),
  ]);
  // Saved articles of feeds that the reader has left are listed too.
  const feedIds = new Set([
    ...feeds.map(({ feed_id }) => feed_id),
    ...rows.rows.map(({ feed_id }) => feed_id),
  ]);
  return {
    items: numberedItems(rows),
    feeds,
    feedNumbers: smallNumbers([...feedIds]),
    folderNumbers: smallNumbers([...new Set(feeds.flatMap(({ folder }) => folder ?? []))]),
  };
};
