import pMap from 'p-map';
import type { ApiResult } from '../../api/requests.ts';
import { articleTags, MARKED_AT_ONCE } from '../../contract/index.ts';
import { DomainError, hasCode } from '../../lib/errors.ts';
import { decoded } from '../../lib/decoded.ts';
import type { Entry } from '../../model/article/entry.ts';
import { loadKnown, type Call, type ClientEndpoint } from '../shared/call.ts';
import { asReader, nothing, type ClientsContext } from '../shared/context.ts';
import { articleIdsIn } from './items.ts';
import { timeIn, okAnswer } from '../shared/request.ts';
import { selectItems } from '../shared/select-items.ts';
import { labelNameIn, stateIn, streamOf, type Stream } from '../shared/streams.ts';

/** Number of articles that are saved at once. */
const CONCURRENT_SAVES = 4;

/** Marks articles as read or unread, by the same use case as the page. Those that the reader does not have are left out. */
export const markItems = async (
  { handlers }: ClientsContext,
  { reader, request }: Pick<Call, 'reader' | 'request'>,
  ids: readonly string[],
  is_read: boolean,
): Promise<void> => {
  for (let at = 0; at < ids.length; at += MARKED_AT_ONCE)
    await handlers.setReadOfMany({
      ...nothing,
      ...asReader(reader, request.origin),
      body: { article_ids: ids.slice(at, at + MARKED_AT_ONCE), is_read },
    });
};

/** Saves articles or lets them go, by the same use case as the page, from which Omomi learns. */
export const saveItems = async (
  { handlers }: ClientsContext,
  { reader, request }: Pick<Call, 'reader' | 'request'>,
  ids: readonly string[],
  is_saved: boolean,
): Promise<void> => {
  const save = async (article_id: string): Promise<void> => {
    try {
      const asked = { ...nothing, ...asReader(reader, request.origin) };
      await handlers.setSaved({ ...asked, params: { article_id }, body: { is_saved } });
    } catch (error) {
      // The client still shows an article that has expired here.
      if (!hasCode(error, 'NOT_FOUND')) throw error;
    }
  };
  await pMap(ids, save, { concurrency: CONCURRENT_SAVES });
};

/** Returns the names of the labels among ids, which may be percent-encoded. */
const labelsIn = (ids: readonly string[]): string[] => ids.flatMap((id) => labelNameIn(decoded(id)) ?? []);

/**
 * Adds tags to articles and takes others off, by the same use case as the page.
 * @throws VALIDATION_FAILED for what is no tag, or for more tags than an article has
 */
const tagItems = async (
  ctx: ClientsContext,
  call: Call,
  ids: readonly string[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> => {
  const { labels } = await loadKnown(ctx, call.reader);
  const other = added.find((name) => (labels.get(name)?.kind ?? 'tag') !== 'tag');
  if (other !== undefined)
    throw new DomainError(
      'VALIDATION_FAILED',
      `${JSON.stringify(other)} is a folder, a search or a list of Omomi, not a tag.`,
    );
  const asked = { ...nothing, ...asReader(call.reader, call.request.origin) };
  const entries = await ctx.entries.getMany(call.reader.user_id, [...ids]);
  const tagItem = async ({ article_id, own_tags }: Entry): Promise<void> => {
    const tags = [...new Set([...own_tags.filter((name) => !removed.includes(name)), ...added])];
    try {
      const body = articleTags.safeParse({ tags });
      if (body.data === undefined)
        throw new DomainError('VALIDATION_FAILED', body.error?.issues[0]?.message ?? '');
      await ctx.handlers.setTags({ ...asked, params: { article_id }, body: body.data });
    } catch (error) {
      // The client still shows an article that has expired here.
      if (!hasCode(error, 'NOT_FOUND')) throw error;
    }
  };
  // One after the other, so that each finds the names that the one before added.
  for (const entry of entries) await tagItem(entry);
};

/** The marks that a state changes when it is added. When it is removed, they change the other way. */
type Change = { read?: boolean; saved?: boolean };

const changeBy = (state: string | null, isAdded: boolean): Change => {
  if (state === 'read') return { read: isAdded };
  if (state === 'kept-unread' && isAdded) return { read: false };
  return state === 'starred' ? { saved: isAdded } : {};
};

/**
 * Changes the states and tags of items. `like`, `broadcast` and others that Omomi does not have are accepted, as clients expect.
 * @throws VALIDATION_FAILED for a label that is no tag, which clients would believe to be kept.
 */
const editTag = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const { parameters } = call.request;
  const added = parameters.getAll('a').filter(Boolean);
  const removed = parameters.getAll('r').filter(Boolean);
  const changes = [
    ...removed.map((id) => changeBy(stateIn(id), false)),
    ...added.map((id) => changeBy(stateIn(id), true)),
  ];
  const { read, saved }: Change = Object.assign({}, ...changes);
  const ids = articleIdsIn(parameters);
  const tags = { added: labelsIn(added), removed: labelsIn(removed) };
  if (tags.added.length + tags.removed.length > 0) await tagItems(ctx, call, ids, tags);
  if (read !== undefined) await markItems(ctx, call, ids, read);
  if (saved !== undefined) await saveItems(ctx, call, ids, saved);
  return okAnswer();
};

/** Marks all that arrived in a list up to a time as read. */
export const markStream = async (
  ctx: ClientsContext,
  call: Pick<Call, 'reader' | 'request'>,
  stream: Stream,
  until: number,
): Promise<void> => {
  const before = new Date(until).toISOString();
  const asked = { ...nothing, ...asReader(call.reader, call.request.origin) };
  if (stream.kind === 'all') await ctx.handlers.markRead({ ...asked, body: { before } });
  else if (stream.kind === 'feed')
    await ctx.handlers.markRead({ ...asked, body: { before, feed_id: stream.feed_id } });
  else if (stream.kind === 'folder')
    await ctx.handlers.markRead({ ...asked, body: { before, folder: stream.name } });
  else await markEach(ctx, call, stream, until);
};

const markEach = async (
  ctx: ClientsContext,
  call: Pick<Call, 'reader' | 'request'>,
  stream: Stream,
  until: number,
): Promise<void> => {
  const { rows } = await loadKnown(ctx, call.reader);
  const selection = { within: [], since: null, oldestFirst: false, limit: Infinity, continuation: null };
  const without = [{ kind: 'read' as const }];
  const { items } = await selectItems(ctx, call.reader, rows, { ...selection, stream, without, until });
  await markItems(
    ctx,
    call,
    items.map(({ row }) => row.article_id),
    true,
  );
};

const markAllAsRead = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const { parameters } = call.request;
  const id = parameters.get('s') ?? '';
  const stream = streamOf(id, await loadKnown(ctx, call.reader));
  if (stream === null)
    throw new DomainError('NOT_FOUND', `There is no list ${JSON.stringify(id)}. Read the lists again.`);
  const now = ctx.now().getTime();
  // A client's clock may be ahead, or its time may be one that no date has.
  await markStream(ctx, call, stream, Math.min(timeIn(parameters, 'ts') || now, now));
  return okAnswer();
};

export const itemEndpoints: Record<string, ClientEndpoint> = {
  'POST /reader/api/0/edit-tag': { writes: true, answer: editTag },
  'POST /reader/api/0/mark-all-as-read': { writes: true, answer: markAllAsRead },
};
