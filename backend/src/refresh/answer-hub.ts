import type { Context } from '../model/context.ts';
import { isHealthy, type Feed } from '../model/feed/feed.ts';
import type { HubSubscription, Push } from '../model/feed/hub.ts';
import { toFeedMessage } from './schedule.ts';
import { LEASE_SECONDS } from './ask-hub.ts';
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../lib/digest.ts';

const DAY_MS = 86_400_000;
/** The longest lease in seconds that counts, whatever the hub says. */
const LONGEST_LEASE_SECONDS = 30 * 86_400;
/** The time for which a hub may confirm what it was asked for. */
const CONFIRMS_WITHIN_MS = DAY_MS;
/** The time after which a hub that has refused is asked again. */
const AFTER_DENIAL_MS = 7 * DAY_MS;
const LONGEST_CHALLENGE = 4096;
const ATTEMPTS = 3;

/** The context for answering hubs. */
export type AnswerContext = Pick<Context, 'feeds' | 'hubs' | 'sendFetch' | 'now' | 'log'>;

/** Changes what a feed knows of this subscription, unless it has another one. Returns null then. */
const changePush = async (
  { feeds }: AnswerContext,
  { id, feed_id }: HubSubscription,
  change: (feed: Feed, push: Push) => Partial<Feed>,
): Promise<Feed | null> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const feed = await feeds.get(feed_id);
    if (feed === null || feed.push?.id !== id) return null;
    const changed = await feeds.updateIfPushIs(feed.feed_id, feed.push, change(feed, feed.push));
    if (changed !== null) return changed;
  }
  return null;
};

const isAskedFor = ({ asked }: HubSubscription, mode: string | null, now: Date): boolean =>
  asked !== null && asked.mode === mode && now.getTime() - Date.parse(asked.at) <= CONFIRMS_WITHIN_MS;

/** Returns the seconds of a lease as the hub grants it; those that were asked for if it says none. Null if it is no number. */
const leaseOf = (text: string | null): number | null => {
  if (text === null) return LEASE_SECONDS;
  return /^[1-9]\d{0,9}$/.test(text) ? Math.min(Number(text), LONGEST_LEASE_SECONDS) : null;
};

/** Notes that the hub has confirmed a lease. Returns false if the feed has another subscription by now. */
const confirm = async (ctx: AnswerContext, found: HubSubscription, seconds: number): Promise<boolean> => {
  const now = ctx.now();
  const after = (share: number) => new Date(now.getTime() + seconds * share * 1000).toISOString();
  const kept = await changePush(ctx, found, (_, push) => ({
    push: { ...push, until: after(1), ask_at: after(0.5) },
  }));
  if (kept === null) return false;
  await ctx.hubs.update(found.id, { tries: 0 }, now);
  ctx.log.info('hub confirmed', { feed_id: found.feed_id, seconds });
  return true;
};

/** Ends the lease of a hub that refuses it or has ended it. The feed is fetched at once and by its own interval again. */
const deny = async (ctx: AnswerContext, found: HubSubscription): Promise<void> => {
  const now = ctx.now();
  const denied = await changePush(ctx, found, (feed, push) => ({
    push: { ...push, until: null, ask_at: new Date(now.getTime() + AFTER_DENIAL_MS).toISOString() },
    ...(push.until !== null && feed.next_fetch_at !== null && isHealthy(feed)
      ? { next_fetch_at: now.toISOString() }
      : {}),
  }));
  if (denied !== null) ctx.log.warn('hub denied', { feed_id: found.feed_id });
};

/**
 * Answers a hub that verifies whether it was asked for something (WebSub, 5.3), or says that it denies it (5.2). Returns the
 * challenge for what it was asked for within a day, an empty text for a denial, and null for anything else.
 */
export const verifyIntent = async (
  ctx: AnswerContext,
  id: string,
  parameters: URLSearchParams,
): Promise<string | null> => {
  const found = await ctx.hubs.get(id);
  if (found === null || parameters.get('hub.topic') !== found.topic_url) return null;
  const mode = parameters.get('hub.mode');
  if (mode === 'denied') {
    await deny(ctx, found);
    return '';
  }
  const challenge = parameters.get('hub.challenge') ?? '';
  if (challenge === '' || challenge.length > LONGEST_CHALLENGE) return null;
  if (!isAskedFor(found, mode, ctx.now())) return null;
  if (mode === 'unsubscribe') return challenge;
  const seconds = leaseOf(parameters.get('hub.lease_seconds'));
  return seconds !== null && (await confirm(ctx, found, seconds)) ? challenge : null;
};

/**
 * `unknown`: there never was such a subscription. `ended`: its lease is over or it was given up. `ignored`: the content is
 * not signed by the hub. `taken`: the feed will be fetched at once.
 */
export type ContentOutcome = 'unknown' | 'ended' | 'ignored' | 'taken';

/**
 * Takes what a hub sends: if the hub has signed it, the feed is fetched at once, and by its own interval again after that if
 * its server does not have the news yet. The content itself is not read: it may be a part of the document, and what a reader
 * gets should come from whom they follow.
 */
export const takeContent = async (
  ctx: AnswerContext,
  id: string,
  { body, signature }: { body: Uint8Array; signature: string | undefined },
): Promise<ContentOutcome> => {
  const found = await ctx.hubs.get(id);
  if (found === null) return 'unknown';
  const feed = await ctx.feeds.get(found.feed_id);
  const at = ctx.now();
  const isHeld = feed?.push?.id === id && (feed.push.until ?? '') > at.toISOString();
  if (feed === null || !isHeld || feed.next_fetch_at === null) return 'ended';
  const signed = signatureOf(signature, body, found.secret);
  if (signed === 'none' || (signed === 'sha1' && found.signs_better)) {
    ctx.log.warn('hub content ignored', { feed_id: feed.feed_id, is_signed: signature !== undefined });
    return 'ignored';
  }
  if (signed === 'better' && !found.signs_better) await ctx.hubs.update(id, { signs_better: true }, at);
  await ctx.sendFetch([toFeedMessage({ ...feed, push: null }, feed.next_fetch_at, at)]);
  ctx.log.info('hub told of news', { feed_id: feed.feed_id });
  return 'taken';
};

/** The methods of signatures that hubs may use (WebSub, 7.1), the best first. */
const methods = ['sha512', 'sha384', 'sha256', 'sha1'] as const;

/** The result of a check: `none` if the signature is missing, of an unknown method, or not by the secret. */
type Signed = 'none' | 'sha1' | 'better';

const SIGNATURE = /^(sha\d{1,3})=([0-9a-f]{40,128})$/;

/**
 * Checks the `X-Hub-Signature` of a body in constant time. Of several signatures only the one by the best method counts, so
 * that nobody can get by with a weaker one.
 */
export const signatureOf = (header: string | undefined, body: Uint8Array, secret: string): Signed => {
  const given = new Map(
    (header ?? '')
      .slice(0, 1000)
      .toLowerCase()
      .split(/[,\s]/)
      .flatMap((text): [string, string][] => {
        const [, method, hex] = SIGNATURE.exec(text) ?? [];
        return method === undefined || hex === undefined ? [] : [[method, hex]];
      }),
  );
  const method = methods.find((each) => given.has(each));
  if (method === undefined) return 'none';
  const expected = createHmac(method, secret).update(body).digest('hex');
  if (!isSameSecret(given.get(method) ?? '', expected)) return 'none';
  return method === 'sha1' ? 'sha1' : 'better';
};
