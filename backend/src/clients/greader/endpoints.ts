import type { ApiResult } from '../../api/requests.ts';
import { revalidated } from '../../api/answers.ts';
import { loadKnown, type Call, type ClientEndpoint } from '../shared/call.ts';
import { asReader, nothing, type ClientsContext } from '../shared/context.ts';
import { type ClientRequest, jsonAnswer, textAnswer } from '../shared/request.ts';
import { itemsByArrival } from '../shared/select-items.ts';
import { writeTokenOf } from '../shared/sign-in.ts';
import { feedStreamId, labelId, microseconds, STATE } from './items.ts';
import { feedEndpoints } from './change-feeds.ts';
import { itemEndpoints } from './change-items.ts';
import { atomEndpoint, contentsEndpoint, idsEndpoint, namedContentsEndpoint } from './read-lists.ts';

/**
 * liferea 1.14 asks for articles only after a list of feeds that is not answered with 304, so it would never see new ones. It names
 * itself.
 */
const needsWholeList = ({ headers }: ClientRequest): boolean =>
  headers['user-agent']?.startsWith('Liferea/') ?? false;

/** Returns all feeds of the reader, in the reader's order. Clients die of a null. */
const listSubscriptions = async (ctx: ClientsContext, { reader, request }: Call): Promise<ApiResult> => {
  const { items } = await ctx.handlers.listFeeds({ ...nothing, ...asReader(reader, request.origin) });
  const subscriptions = items.map(({ feed_id, title, url, site_url, folder }) => ({
    id: feedStreamId(feed_id),
    title,
    categories: folder === null ? [] : [{ id: labelId(folder), label: folder }],
    url,
    htmlUrl: site_url ?? url,
    iconUrl: '',
  }));
  const answer = jsonAnswer({ subscriptions });
  return needsWholeList(request) ? answer : revalidated(answer, request.headers['if-none-match']);
};

/** Returns the labels: folders, and as tags the lists by rank, saved searches and the tags of articles. */
const listTags = async (ctx: ClientsContext, { reader, request }: Call): Promise<ApiResult> => {
  const { labels } = await loadKnown(ctx, reader);
  const tags = [
    { id: `${STATE}starred` },
    ...Array.from(labels.values(), ({ kind, name }) => ({
      id: labelId(name),
      type: kind === 'folder' ? 'folder' : 'tag',
    })),
  ];
  return revalidated(jsonAnswer({ tags }), request.headers['if-none-match']);
};

type Count = { count: number; newest: number };

/** Counts the unread items of each feed and folder, and of all. An article that several feeds carry counts in each of them. */
const countUnread = async (ctx: ClientsContext, { reader }: Call): Promise<ApiResult> => {
  const { rows } = await loadKnown(ctx, reader);
  const counts = new Map<string, Count>();
  const add = (id: string, time: number): void => {
    const { count, newest } = counts.get(id) ?? { count: 0, newest: 0 };
    counts.set(id, { count: count + 1, newest: Math.max(newest, time) });
  };
  for (const { row, feed_ids } of itemsByArrival(rows)) {
    if (row.is_read) continue;
    const followed = feed_ids.filter((id) => rows.names.feeds.has(id));
    const folder = rows.feeds.get(row.feed_id)?.folder ?? null;
    for (const id of followed) add(feedStreamId(id), row.created_ms);
    if (folder !== null) add(labelId(folder), row.created_ms);
    add(`${STATE}reading-list`, row.created_ms);
  }
  const unreadcounts = Array.from(counts, ([id, { count, newest }]) => ({
    id,
    count,
    newestItemTimestampUsec: microseconds(newest),
  }));
  return jsonAnswer({
    max: unreadcounts.reduce((most, { count }) => Math.max(most, count), 0),
    unreadcounts,
  });
};

const describeUser = async (ctx: ClientsContext, { reader: { user_id } }: Call): Promise<ApiResult> => {
  const profile = await ctx.profiles.get(user_id);
  return jsonAnswer({
    userId: user_id,
    userName: profile?.name ?? user_id,
    userProfileId: user_id,
    userEmail: profile?.email ?? '',
  });
};

/** The endpoints with a fixed path. The names are also those of the log, which never has what a client sent. */
const fixed: Record<string, ClientEndpoint> = {
  'GET /reader/api/0/token': { answer: (_ctx, { auth }) => Promise.resolve(textAnswer(writeTokenOf(auth))) },
  'GET /reader/api/0/user-info': { answer: describeUser },
  'GET /reader/api/0/tag/list': { answer: listTags },
  'GET /reader/api/0/subscription/list': { answer: listSubscriptions },
  'GET /reader/api/0/unread-count': { answer: countUnread },
  // Some clients ask for these and do nothing with them.
  'GET /reader/api/0/preference/list': { answer: () => Promise.resolve(jsonAnswer({ prefs: [] })) },
  'GET /reader/api/0/preference/stream/list': {
    answer: () => Promise.resolve(jsonAnswer({ streamprefs: {} })),
  },
  'GET /reader/api/0/stream/items/ids': idsEndpoint,
  'POST /reader/api/0/stream/items/ids': idsEndpoint,
  'GET /reader/api/0/stream/items/contents': namedContentsEndpoint,
  'POST /reader/api/0/stream/items/contents': namedContentsEndpoint,
  ...itemEndpoints,
  ...feedEndpoints,
};

/** The method and path of every endpoint with a fixed path. */
export const greaderRoutes: readonly string[] = Object.keys(fixed);

/** The endpoints whose path ends with the id of a list. Without one it is the reading list. */
const ofLists = [
  { path: '/reader/api/0/stream/contents', make: contentsEndpoint },
  { path: '/reader/atom', make: atomEndpoint },
] as const;

const READING_LIST = 'user/-/state/com.google/reading-list';

/** Returns the endpoint of a request with its name in the log; null for a path that is not served. */
export const greaderEndpoint = ({
  method,
  path,
}: Pick<ClientRequest, 'method' | 'path'>): { route: string; endpoint: ClientEndpoint } | null => {
  const route = `${method} ${path.replace(/\/$/, '')}`;
  const known = Object.hasOwn(fixed, route) ? fixed[route] : undefined;
  if (known !== undefined) return { route, endpoint: known };
  const list = ofLists.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  if (list === undefined || method !== 'GET') return null;
  const id = path.slice(list.path.length + 1);
  return { route: `GET ${list.path}/{stream}`, endpoint: list.make(id === '' ? READING_LIST : id) };
};

/** Returns the methods with which a path is served; none for one that is not. */
export const methodsAt = (path: string): string[] =>
  ['GET', 'POST'].filter((method) => greaderEndpoint({ method, path }) !== null);
