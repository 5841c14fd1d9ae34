import { renamedTag } from '../../contract/index.ts';
import type { ApiResult } from '../../api/requests.ts';
import { AlreadySubscribedError } from '../../feeds/subscribe.ts';
import { DomainError, hasCode } from '../../lib/errors.ts';
import { jsonAnswer, okAnswer, documentAnswer } from '../shared/request.ts';
import { loadKnown, type Call, type ClientEndpoint } from '../shared/call.ts';
import { asReader, nothing, type ClientsContext } from '../shared/context.ts';
import { type Label, feedTextIn, labelNameIn, streamOf } from '../shared/streams.ts';
import { decoded } from '../../lib/decoded.ts';
import { feedStreamId } from './items.ts';

const askedBy = ({ reader, request }: Call) => ({ ...nothing, ...asReader(reader, request.origin) });

/** Returns the first label that a parameter names, decoded once if it is encoded; null if it names none. */
const labelIn = ({ request: { parameters } }: Call, name: string): string | null => {
  const names = parameters.getAll(name).flatMap((id) => labelNameIn(decoded(id)) ?? []);
  return names[0] ?? null;
};

/** Follows the feed of an address or of a page that names one. Returns it also if it is followed already. */
const follow = async (ctx: ClientsContext, call: Call, url: string, folder: string | null) => {
  try {
    const feed = await ctx.handlers.addFeed({ ...askedBy(call), body: { url, folder } });
    return { feed_id: feed.feed_id, title: feed.title };
  } catch (error) {
    if (!(error instanceof AlreadySubscribedError)) throw error;
    const { feed_id } = error.details;
    const feed = await ctx.handlers.getFeed({ ...askedBy(call), params: { feed_id } });
    return { feed_id, title: feed.title };
  }
};

/** Errors of an address that a client shows as its own result, not as a failure of the service. */
const isOfAddress = (error: unknown): error is DomainError =>
  (
    ['FEED_NOT_FOUND', 'FEED_INVALID', 'FEED_UNREACHABLE', 'ADDRESS_REFUSED', 'VALIDATION_FAILED'] as const
  ).some((code) => hasCode(error, code));

const quickAdd = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const typed = call.request.parameters.get('quickadd') ?? '';
  const query = feedTextIn(typed) ?? typed;
  try {
    const { feed_id, title } = await follow(ctx, call, query, null);
    return jsonAnswer({ query, numResults: 1, streamId: feedStreamId(feed_id), streamName: title });
  } catch (error) {
    if (!isOfAddress(error)) throw error;
    return jsonAnswer({ query, numResults: 0, error: error.message });
  }
};

const subscribe = async (ctx: ClientsContext, call: Call): Promise<void> => {
  const ids = call.request.parameters.getAll('s');
  const title = call.request.parameters.get('t');
  for (const id of ids) {
    const url = feedTextIn(decoded(id)) ?? decoded(id);
    const { feed_id } = await follow(ctx, call, url, labelIn(call, 'a'));
    if (title) await ctx.handlers.updateFeed({ ...askedBy(call), params: { feed_id }, body: { title } });
  }
};

/** Returns the ids of the feeds that a request names. @throws NOT_FOUND for one that the reader does not follow. */
const feedIdsIn = async (ctx: ClientsContext, call: Call): Promise<string[]> => {
  const known = await loadKnown(ctx, call.reader);
  return call.request.parameters.getAll('s').map((id) => {
    const stream = streamOf(id, known);
    if (stream?.kind === 'feed') return stream.feed_id;
    throw new DomainError('NOT_FOUND', `You follow no feed ${JSON.stringify(id)}.`);
  });
};

const unsubscribe = async (ctx: ClientsContext, call: Call): Promise<void> => {
  for (const feed_id of await feedIdsIn(ctx, call))
    await ctx.handlers.deleteFeed({ ...askedBy(call), params: { feed_id } });
};

const editFeeds = async (ctx: ClientsContext, call: Call): Promise<void> => {
  const title = call.request.parameters.get('t');
  const [to, from] = [labelIn(call, 'a'), labelIn(call, 'r')];
  for (const feed_id of await feedIdsIn(ctx, call)) {
    const { folder } = await ctx.handlers.getFeed({ ...askedBy(call), params: { feed_id } });
    // A feed is in one folder here. A client that moves it adds the new label and removes the old one, in any order.
    const wanted = to ?? (from !== null && from === folder ? null : folder);
    const body = { ...(title ? { title } : {}), ...(wanted === folder ? {} : { folder: wanted }) };
    await ctx.handlers.updateFeed({ ...askedBy(call), params: { feed_id }, body });
  }
};

const editSubscription = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const action = call.request.parameters.get('ac') ?? '';
  if (action === 'subscribe') await subscribe(ctx, call);
  else if (action === 'unsubscribe') await unsubscribe(ctx, call);
  else if (action === 'edit') await editFeeds(ctx, call);
  else
    throw new DomainError(
      'VALIDATION_FAILED',
      `ac is subscribe, unsubscribe or edit, not ${JSON.stringify(action)}.`,
    );
  return okAnswer();
};

/** Returns the label that a parameter names. @throws NOT_FOUND */
const ownLabel = async (ctx: ClientsContext, call: Call): Promise<Label> => {
  const { parameters } = call.request;
  const id = parameters.get('s') ?? `user/-/label/${parameters.get('t') ?? ''}`;
  const stream = streamOf(id, await loadKnown(ctx, call.reader));
  if (stream !== null && 'name' in stream) return stream;
  throw new DomainError('NOT_FOUND', `You have no label ${JSON.stringify(id)}.`);
};

const fixedLabel = (): DomainError =>
  new DomainError(
    'VALIDATION_FAILED',
    'Only folders, saved searches and tags of your own can be changed here.',
  );

/**
 * Runs a change of a tag to its end, slice by slice.
 * @throws VALIDATION_FAILED for a tag that only rules give
 */
const toTheEnd = async (change: () => Promise<{ is_done: boolean }>): Promise<void> => {
  try {
    while (!(await change()).is_done);
  } catch (error) {
    throw hasCode(error, 'NOT_FOUND') ? fixedLabel() : error;
  }
};

const renameTag = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const label = await ownLabel(ctx, call);
  const name = labelIn(call, 'dest');
  if (name === null) throw new DomainError('VALIDATION_FAILED', 'dest is the id of a label.');
  const asked = askedBy(call);
  if (label.kind === 'folder')
    await ctx.handlers.updateFolder({ ...asked, params: { name: label.name }, body: { name } });
  else if (label.kind === 'search') {
    const { search_id } = label.search;
    await ctx.handlers.updateSearch({ ...asked, params: { search_id }, body: { name } });
  } else if (label.kind === 'tag') {
    const body = renamedTag.safeParse({ name }).data;
    if (body === undefined) throw new DomainError('VALIDATION_FAILED', 'A tag has at most 24 characters.');
    await toTheEnd(() => ctx.handlers.renameTag({ ...asked, params: { name: label.name }, body }));
  } else throw fixedLabel();
  return okAnswer();
};

const disableTag = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const label = await ownLabel(ctx, call);
  const asked = askedBy(call);
  if (label.kind === 'folder') await ctx.handlers.deleteFolder({ ...asked, params: { name: label.name } });
  else if (label.kind === 'search')
    await ctx.handlers.deleteSearch({ ...asked, params: { search_id: label.search.search_id } });
  else if (label.kind === 'tag')
    await toTheEnd(() => ctx.handlers.deleteTag({ ...asked, params: { name: label.name } }));
  else throw fixedLabel();
  return okAnswer();
};

const importFeeds = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  await ctx.handlers.importOpml({ ...askedBy(call), body: call.request.body });
  return okAnswer();
};

const exportFeeds = async (ctx: ClientsContext, call: Call): Promise<ApiResult> =>
  documentAnswer(await ctx.handlers.exportOpml(askedBy(call)), 'text/x-opml+xml');

export const feedEndpoints: Record<string, ClientEndpoint> = {
  'POST /reader/api/0/subscription/quickadd': { writes: true, answer: quickAdd },
  'POST /reader/api/0/subscription/edit': { writes: true, answer: editSubscription },
  'POST /reader/api/0/subscription/import': { writes: true, answer: importFeeds },
  'GET /reader/api/0/subscription/export': { answer: exportFeeds },
  'POST /reader/api/0/rename-tag': { writes: true, answer: renameTag },
  'POST /reader/api/0/disable-tag': { writes: true, answer: disableTag },
};
