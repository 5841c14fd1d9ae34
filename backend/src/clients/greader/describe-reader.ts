import type { ApiResult } from '../../api/requests.ts';
import { revalidated } from '../../api/answers.ts';
import { loadKnown, type Call, type ClientEndpoint } from '../shared/call.ts';
import { asReader, nothing, type ClientsContext } from '../shared/context.ts';
import { type ClientRequest, jsonAnswer, textAnswer } from '../shared/request.ts';
import { itemsByArrival } from '../shared/select-items.ts';
import { writeTokenOf } from '../shared/sign-in.ts';
import { feedStreamId, labelId, microseconds, STATE } from './item-json.ts';

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

export const describingEndpoints: Record<string, ClientEndpoint> = {
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
};
