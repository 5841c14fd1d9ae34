import {
  type RobotsRecord,
  type RobotsStore,
  askRobots,
  type AskRobotsContext,
  type RobotsOptions,
} from './ask-robots.ts';
import { type RobotsRules, createRobotsRules, NOT_HAD, refuseAll } from './rules/robots-rules.ts';
import { productToken } from '../fetch/headers.ts';

/** The most rules that a process remembers, over all origins. Most origins have under 100. */
const MOST_RULES = 50_000;
/** The rules of an origin without any. */
const LEAST_WEIGHT = 10;

/** Creates the memory of a process for rules. It forgets those used longest ago. */
const createRulesCache = () => {
  const entries = new Map<string, { rules: RobotsRules; until: number; weight: number }>();
  let total = 0;
  const forget = (origin: string): void => {
    total -= entries.get(origin)?.weight ?? 0;
    entries.delete(origin);
  };
  return {
    /** Returns the rules of an origin while its record stands; null otherwise. */
    get: (origin: string, now: Date): RobotsRules | null => {
      const entry = entries.get(origin);
      if (entry === undefined) return null;
      forget(origin);
      if (entry.until <= now.getTime()) return null;
      entries.set(origin, entry);
      total += entry.weight;
      return entry.rules;
    },
    put: (origin: string, rules: RobotsRules, { group, asks_at }: RobotsRecord): void => {
      forget(origin);
      const weight = LEAST_WEIGHT + (group?.rules.length ?? 0);
      entries.set(origin, { rules, until: Date.parse(asks_at), weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= MOST_RULES) return;
        forget(oldest);
      }
    },
  };
};

const DAY_MS = 86_400_000;

/**
 * The time for which pages are refused because robots.txt cannot be had. After that the last copy goes on to count, or
 * without one everything is allowed, as RFC 9309 permits (2.3.1.4): a host that answers pages for a month, and its
 * robots.txt with an error, is a mistake of its owner.
 */
const REFUSED_DAYS = 30;

/** The rules of an origin's robots.txt, or the milliseconds after which to ask for them again. */
export type RobotsFor = (url: string, options?: RobotsOptions) => Promise<RobotsRules | { wait_ms: number }>;

export type RobotsContext = AskRobotsContext & { robots: RobotsStore };

/** Returns what a record says until it is asked again. */
const verdict = (
  { group, failure, asks_at }: RobotsRecord,
  now: number,
): RobotsRules | { wait_ms: number } => {
  if (failure?.is_retried === true) return { wait_ms: Math.max(1, Date.parse(asks_at) - now) };
  const isRefused = failure !== null && now - Date.parse(failure.since) < REFUSED_DAYS * DAY_MS;
  if (isRefused) return refuseAll(`${NOT_HAD}: ${failure.message}.`);
  return createRobotsRules(group ?? { rules: [], crawl_delay_ms: null, sitemaps: [] });
};

/** Returns the key of the rules that an origin has for a robot: the origin alone for Omomi. */
const keyOf = (origin: string, { agent = productToken }: RobotsOptions): string =>
  agent.toLowerCase() === productToken.toLowerCase() ? origin : `${origin}#${agent.toLowerCase()}`;

/** Asks for robots.txt and stores the record that it returns; or the milliseconds until the host's turn. */
const renew = async (
  ctx: RobotsContext,
  origin: string,
  former: RobotsRecord | null,
  options: RobotsOptions,
): Promise<RobotsRecord | { wait_ms: number }> => {
  const asked = await askRobots(ctx, origin, former, options);
  const { turn_wait_ms } = asked;
  const record = { ...asked.record, origin: keyOf(origin, options) };
  const hasMoved = record.redirects.length > (former?.redirects.length ?? 0);
  if (turn_wait_ms === null || hasMoved) await ctx.robots.put(record);
  return turn_wait_ms === null ? record : { wait_ms: turn_wait_ms };
};

/**
 * Creates the function that tells the rules of an origin. They are asked for once in 24 hours by all workers together
 * and kept in the table; each process remembers some of them. The request takes a turn at the host like any other, so
 * the answer may be to wait; a worker never sleeps.
 *
 * A status from 400 to 499 and more than five redirects allow everything. A status from 500 and no answer refuse
 * everything: connection trouble, 502, 503 and 504 after three retries, for which pages wait some seconds; then the
 * document is asked again every half hour, or when the server says.
 */
export const createRobotsFor = (ctx: RobotsContext): RobotsFor => {
  const { robots, now } = ctx;
  const remembered = createRulesCache();
  return async (url, options = {}) => {
    const { origin } = new URL(url);
    const key = keyOf(origin, options);
    const known = remembered.get(key, now());
    if (known !== null) return known;
    const stored = await robots.get(key);
    const isDue = stored === null || Date.parse(stored.asks_at) <= now().getTime();
    const record = isDue ? await renew(ctx, origin, stored, options) : stored;
    if ('wait_ms' in record) return record;
    const answer = verdict(record, now().getTime());
    if (!('wait_ms' in answer)) remembered.put(key, answer, record);
    return answer;
  };
};
