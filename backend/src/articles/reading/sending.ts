import {
  DESTINATIONS_PER_READER,
  onlyPage,
  type Destination,
  type NewDestination,
} from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { DomainError } from '../../lib/errors.ts';
import { type Entry, isSavedByReader } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { shownTitle } from '../../model/feed/subscription.ts';
import type { StoredDestination } from '../../model/reader/destination.ts';
import { OutboundError } from '../../web/guard/guarded-fetch.ts';
import { present, readShownText, type TextContext } from './shown-entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import type { SavedMessage } from '../../queues/messages.ts';
import { noteSignal } from '../../scoring/note-signal.ts';

type SendingContext = TextContext & Pick<Context, 'destinations' | 'entries' | 'fetch'>;
type EndpointContext = SendingContext & Pick<Context, 'newId'>;

const PATIENCE_MS = 15_000;
/** The bytes of an answer that are read. Nothing of it is used. */
const ANSWER_BYTES = 64 * 1024;

/** The endpoints for the places that a reader sends articles to. Nothing is sent unless the reader asks for it. */
export const sendingEndpoints = (
  ctx: EndpointContext,
): HandlersOf<'listDestinations' | 'addDestination' | 'deleteDestination' | 'sendArticle'> => ({
  listDestinations: async ({ reader: { user_id } }) =>
    onlyPage((await ctx.destinations.list(user_id)).map(destinationToWire)),
  addDestination: async ({ reader: { user_id }, body }) => {
    const added = destinationOf(ctx, body);
    await ctx.destinations.change(user_id, (stored) => withDestination(stored, added));
    return destinationToWire(added);
  },
  deleteDestination: async ({ reader: { user_id }, params: { destination_id } }) => {
    await ctx.destinations.change(user_id, (stored) => {
      const left = stored.filter((each) => each.destination_id !== destination_id);
      if (left.length === stored.length) throw destinationUnknown();
      return left;
    });
    return undefined;
  },
  sendArticle: async ({ reader: { user_id }, params: { article_id }, body: { destination_id } }) => {
    const [destinations, entry] = await Promise.all([
      ctx.destinations.list(user_id),
      ctx.entries.get(user_id, article_id),
    ]);
    const found = destinations.find((each) => each.destination_id === destination_id && each.kind === 'post');
    if (found === undefined) throw destinationUnknown();
    return { status: await send(ctx, found, present(entry, ctx.now().toISOString())) };
  },
});

/** Returns a destination as its reader sees it. */
export const destinationToWire = (stored: StoredDestination): Destination => {
  const { header_value: _, ...rest } = stored;
  return rest;
};

const destinationOf = ({ newId, now }: EndpointContext, body: NewDestination): StoredDestination => {
  const header = body.kind === 'post' ? body.header : null;
  return {
    destination_id: newId(),
    kind: body.kind,
    name: body.name,
    address: body.address,
    header_name: header?.name ?? null,
    header_value: header?.value ?? null,
    sends_saved: body.kind === 'post' && body.sends_saved,
    last_sent: null,
    created_at: now().toISOString(),
  };
};

const destinationUnknown = () => new DomainError('NOT_FOUND', 'There is no such place to send articles to.');

/** Returns the destinations with one more at the end. @throws DESTINATION_LIMIT */
export const withDestination = (
  stored: readonly StoredDestination[],
  added: StoredDestination,
): StoredDestination[] => {
  if (stored.length >= DESTINATIONS_PER_READER)
    throw new DomainError(
      'DESTINATION_LIMIT',
      `You have ${DESTINATIONS_PER_READER} places to send articles to, which is the limit.`,
      { limit: DESTINATIONS_PER_READER },
    );
  return [...stored, added];
};

const failed = (message: string, status: number | null, options?: ErrorOptions) =>
  new DomainError('SENDING_FAILED', message, { status }, options);

/**
 * Sends an article once. A redirect counts as a failure: the header must not reach another address.
 *
 * @returns the status, 200 to 299
 * @throws ADDRESS_REFUSED, SENDING_FAILED
 */
const send = async (ctx: SendingContext, to: StoredDestination, entry: Entry): Promise<number> => {
  if (entry.link === null) throw failed('This article has no address that could be sent.', null);
  const body = JSON.stringify(await messageOf(ctx, entry));
  const secret = to.header_name === null ? {} : { [to.header_name.toLowerCase()]: to.header_value ?? '' };
  const { status } = await ctx
    .fetch({
      url: to.address,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...secret },
      body,
      maxBytes: ANSWER_BYTES,
      cutsAtMaxBytes: true,
      timeoutMs: PATIENCE_MS,
      followsRedirects: false,
    })
    .catch((error: unknown) => {
      if (error instanceof OutboundError && error.fault !== 'address_refused')
        throw failed(error.message, null, { cause: error });
      throw error;
    });
  if (status < 200 || status > 299) throw failed(`${to.name} answered ${status}.`, status);
  return status;
};

/** Returns what is sent of an article. `type` is what services that keep links and notes tell them apart by. */
const messageOf = async (ctx: SendingContext, entry: Entry) => {
  const [{ body, copy }, subscription] = await Promise.all([
    readShownText(ctx, entry),
    ctx.subscriptions.get(entry.user_id, entry.feed_ids[0]),
  ]);
  return {
    type: 'link',
    url: entry.link,
    title: entry.title,
    author: body?.author ?? null,
    site: subscription === null ? (copy?.feed_title ?? null) : shownTitle(subscription),
    summary: entry.excerpt,
    tags: [...new Set([...entry.own_tags, ...(entry.extra.tags ?? [])])],
    published_at: entry.published_at,
  };
};

// Each article that a reader saves goes to the places for which the reader asked for that.

/** Seconds for which it is known that an article was sent: longer than any message waits. */
const CLAIM_SECONDS = 30 * 86_400;

export type SavedContext = Parameters<typeof noteSignal>[0] & Pick<Context, 'destinations' | 'sendFetch'>;

/**
 * Notes that a reader has saved an article: for what is learned, and for the places that get each saved article, if there are any.
 * Noting it again sends nothing twice.
 */
export const noteSaved = async (ctx: SavedContext, entry: Entry): Promise<void> => {
  const { user_id, article_id } = entry;
  await noteSignal(ctx, entry, { is_saved: true });
  if ((await ctx.destinations.list(user_id)).some(({ sends_saved }) => sends_saved))
    await ctx.sendFetch([{ kind: 'saved', user_id, article_id }]);
};

/**
 * Sends a saved article to each place that gets them, unless it was let go meanwhile, and notes with the place what came of it. It is
 * claimed first, so it is sent once however often the message is delivered; a process that ends in between loses it.
 */
export const sendSaved = async (
  ctx: SendingContext,
  { user_id, article_id }: SavedMessage,
): Promise<null> => {
  const now = ctx.now();
  const [all, entry] = await Promise.all([
    ctx.destinations.list(user_id),
    ctx.entries.get(user_id, article_id),
  ]);
  if (entry === null || isExpired(entry, now.toISOString()) || !isSavedByReader(entry)) return null;
  const until = Math.floor(now.getTime() / 1000) + CLAIM_SECONDS;
  const sendTo = async (to: StoredDestination): Promise<void> => {
    if (!(await ctx.destinations.claim({ user_id, article_id, ...to }, until))) return;
    const status = await send(ctx, to, entry).catch(statusOf);
    const last_sent = { at: ctx.now().toISOString(), status };
    await ctx.destinations.change(user_id, (stored) =>
      stored.map((each) => (each.destination_id === to.destination_id ? { ...each, last_sent } : each)),
    );
  };
  await Promise.all(all.filter(({ sends_saved }) => sends_saved).map(sendTo));
  return null;
};

/** Returns the status with which sending failed; null without an answer. Rethrows what is no failure of the place. */
const statusOf = (error: unknown): number | null => {
  if (error instanceof OutboundError) return null;
  if (!(error instanceof DomainError) || error.code !== 'SENDING_FAILED') throw error;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'status' in details
    ? Number(details.status) || null
    : null;
};
