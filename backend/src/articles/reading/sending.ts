import {
  DESTINATIONS_PER_READER,
  onlyPage,
  type Destination,
  type NewDestination,
} from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { shownTitle } from '../../model/feed/subscription.ts';
import type { StoredDestination } from '../../model/reader/destination.ts';
import { OutboundError } from '../../web/guard/guarded-fetch.ts';
import { present, readShownText, type TextContext } from './shown-entry.ts';

export type SendingContext = TextContext & Pick<Context, 'destinations' | 'entries' | 'fetch'>;
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
export const send = async (ctx: SendingContext, to: StoredDestination, entry: Entry): Promise<number> => {
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
