import { randomBytes } from 'node:crypto';
import { HOOKS } from '../config/client-paths.ts';
import type { Context } from '../model/context.ts';
import type { Feed } from '../model/feed/feed.ts';
import type { HubSubscription, Push } from '../model/feed/hub.ts';
import { digest } from '../lib/digest.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import { OutboundError, type OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { bookingTurns } from '../web/turns/pace.ts';
import { requestAddress } from '../model/feed/feed-url.ts';

const DAY_MS = 86_400_000;
/** The lease that hubs are asked for. */
export const LEASE_SECONDS = 10 * 86_400;
/** The longest time in days between two requests to a hub that does not confirm. */
const LONGEST_PAUSE_DAYS = 16;

/** The path of the addresses at which hubs call, each followed by a secret part. */
export const CALLBACKS = `${HOOKS}/websub`;

/** The context for noting the hubs of documents. Without PUBLIC_URL, no hub can reach this service. */
export type NoteContext = Pick<Context, 'hubs' | 'now'> & {
  settings: Pick<Context['settings'], 'PUBLIC_URL' | 'FETCH_ALLOW_HOSTS'>;
};

const newText = (bytes: number): string => randomBytes(bytes).toString('base64url');

const digestOf = ({ hub_url, topic_url }: NamedHub, publicUrl: string): string =>
  digest(8, hub_url, topic_url, publicUrl);

/** Stores a subscription for which the hub has not been asked yet, and returns what the feed knows of it. */
const prepare = async (
  { hubs, now }: NoteContext,
  feed_id: string,
  { hub_url, topic_url }: NamedHub,
  publicUrl: string,
): Promise<Push> => {
  const id = newText(16);
  const of = digestOf({ hub_url, topic_url }, publicUrl);
  const secret = newText(32);
  await hubs.create(
    { id, feed_id, hub_url, topic_url, secret, asked: null, tries: 0, signs_better: false },
    now(),
  );
  return { id, of, until: null, ask_at: now().toISOString() };
};

/**
 * Returns the change to a feed whose new document names another hub, another address of its own or no hub any more; none
 * if all is as before. The next `keepHub` asks the hub.
 */
export const noteHub = async (
  ctx: NoteContext,
  feed: Feed,
  response: OutboundResponse,
  parsed: ParsedFeed,
): Promise<Partial<Pick<Feed, 'push'>>> => {
  const { PUBLIC_URL: publicUrl } = ctx.settings;
  // A hub would hand on what the publisher shows to everyone.
  const named = publicUrl === undefined || feed.is_private ? null : findHub(feed, response, parsed);
  if (named === null || publicUrl === undefined) return feed.push === null ? {} : { push: null };
  if (feed.push?.of === digestOf(named, publicUrl)) return {};
  return { push: await prepare(ctx, feed.feed_id, named, publicUrl) };
};

/** The context for asking hubs. */
export type HubContext = NoteContext & Pick<Context, 'feeds' | 'fetch' | 'hosts' | 'pause' | 'log'>;

/** Sends a request to a hub (WebSub, 5.1). The answer is only logged: what counts is whether the hub calls back. */
const request = async (ctx: HubContext, publicUrl: string, subscription: HubSubscription): Promise<void> => {
  const { id, feed_id, hub_url, topic_url, secret, asked } = subscription;
  const form = new URLSearchParams({
    'hub.mode': asked?.mode ?? 'subscribe',
    'hub.topic': topic_url,
    'hub.callback': `${publicUrl}${CALLBACKS}/${id}`,
    'hub.lease_seconds': String(LEASE_SECONDS),
    'hub.secret': secret,
  });
  const about = { feed_id, host: URL.parse(hub_url)?.host, mode: asked?.mode };
  try {
    const { status } = await bookingTurns(ctx)({
      url: hub_url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      // Another origin would get the secret without the type of the form.
      followsRedirects: false,
      timeoutMs: 5_000,
      maxBytes: 10_000,
      cutsAtMaxBytes: true,
    });
    if (status >= 200 && status < 300) ctx.log.info('hub asked', about);
    else ctx.log.warn('hub refused', { ...about, status });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    ctx.log.warn('hub refused', { ...about, error_code: error.fault });
  }
};

/**
 * Asks the hub for a lease. It is asked again after a day, 2, 4, 8 and then each 16 days, until it confirms one. The
 * state is written before the request, because the hub may call back before it answers.
 */
const ask = async (ctx: HubContext, feed_id: string, push: Push, publicUrl: string): Promise<void> => {
  const found = await ctx.hubs.get(push.id);
  if (found === null) {
    await ctx.feeds.updateIfPushIs(feed_id, push, { push: null });
    return;
  }
  // The address of this service has changed since, so the hub needs a new one to call.
  if (digestOf(found, publicUrl) !== push.of) {
    const renewed = await prepare(ctx, feed_id, found, publicUrl);
    if ((await ctx.feeds.updateIfPushIs(feed_id, push, { push: renewed })) !== null)
      await ask(ctx, feed_id, renewed, publicUrl);
    return;
  }
  const at = ctx.now();
  const tries = found.tries + 1;
  const asked = { mode: 'subscribe' as const, at: at.toISOString() };
  await ctx.hubs.update(push.id, { asked, tries }, at);
  const days = Math.min(2 ** (tries - 1), LONGEST_PAUSE_DAYS);
  const ask_at = new Date(at.getTime() + days * DAY_MS).toISOString();
  if ((await ctx.feeds.updateIfPushIs(feed_id, push, { push: { ...push, ask_at } })) === null) return;
  await request(ctx, publicUrl, { ...found, asked, tries });
};

/** Tells the hub that its news are not wanted any more. A hub that misses it learns it at its next call. */
const leave = async (ctx: HubContext, { id }: Push, publicUrl: string): Promise<void> => {
  const found = await ctx.hubs.get(id);
  if (found === null) return;
  const asked = { mode: 'unsubscribe' as const, at: ctx.now().toISOString() };
  await ctx.hubs.update(id, { asked }, ctx.now());
  await request(ctx, publicUrl, { ...found, asked });
};

/**
 * Keeps the subscription of a feed that was fetched and recorded: leaves the hub that its document does not name any more,
 * and asks the present one for a lease when it is time. `before` is what the feed knew when it was claimed.
 */
export const keepHub = async (
  ctx: HubContext,
  { feed_id, push: before }: Pick<Feed, 'feed_id' | 'push'>,
  push: Push | null = before,
): Promise<void> => {
  const { PUBLIC_URL: publicUrl } = ctx.settings;
  if (publicUrl === undefined) return;
  if (before !== null && before.id !== push?.id) await leave(ctx, before, publicUrl);
  if (push !== null && push.ask_at <= ctx.now().toISOString()) await ask(ctx, feed_id, push, publicUrl);
};

/** Leaves the hub of a feed that nobody follows any more. */
export const leaveHub = async (
  ctx: HubContext,
  { feed_id, push }: Pick<Feed, 'feed_id' | 'push'>,
): Promise<void> => {
  if ((await ctx.feeds.updateIfPushIs(feed_id, push, { push: null })) !== null)
    await keepHub(ctx, { feed_id, push }, null);
};

/** The hub that tells of a feed's news, and the address under which it knows the feed. */
type NamedHub = { hub_url: string; topic_url: string };

const MAX_ADDRESS = 2048;

const webAddress = (text: string | null | undefined, base: string): string | null => {
  const url = text === null || text === undefined ? null : URL.parse(text, base);
  const isTaken = url !== null && /^https?:$/.test(url.protocol) && url.href.length <= MAX_ADDRESS;
  return isTaken ? url.href : null;
};

const LINK = /<([^<>]{1,2048})>([^<]{0,500})/g;
const RELATION = /;\s{0,9}rel\s{0,9}=\s{0,9}(?:"([^"]{0,200})"|([^\s;,"]{1,100}))/i;

/** Returns the first address of each relation in a Link header (RFC 8288, 3). */
const linksIn = (header: string): ReadonlyMap<string, string> => {
  const links = new Map<string, string>();
  for (const [, address = '', parameters = ''] of header.matchAll(LINK)) {
    const [, quoted, plain] = RELATION.exec(parameters) ?? [];
    for (const relation of (quoted ?? plain ?? '').toLowerCase().split(/\s+/))
      if (!links.has(relation)) links.set(relation, address);
  }
  return links;
};

/**
 * Returns the hub of a document and its topic: those of the Link header before those that the document names (WebSub, 4). A
 * document that names no address of its own is known by the address of its feed. Null if it names no hub.
 */
export const findHub = (
  { url }: Pick<Feed, 'url'>,
  response: Pick<OutboundResponse, 'url' | 'headers'>,
  parsed: Pick<ParsedFeed, 'hub_url' | 'self_url'>,
): NamedHub | null => {
  const links = linksIn(response.headers['link'] ?? '');
  const hub_url = webAddress(links.get('hub') ?? parsed.hub_url, response.url);
  if (hub_url === null) return null;
  const topic_url = webAddress(links.get('self') ?? parsed.self_url, response.url) ?? requestAddress(url);
  return { hub_url, topic_url };
};
