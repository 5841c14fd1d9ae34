import { z } from 'zod';
import { longestWaitMs, patienceMs, type HostStore } from '../web/turns/pace.ts';
import { StorageUnavailableError } from './table/errors.ts';
import type { Expression } from './table/queries.ts';
import { keyed, parseItem, absentAsNull, binary, compact, decoding, fitsTable } from './table/items.ts';
import { hostTurnKey, timeToLiveAttribute, robotsKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RobotsStore } from '../web/robots/ask-robots.ts';

/** `next_at`: when the next request may set out. `line_at`: the place after the last one that was given out. */
const hostSchema = keyed.extend({ next_at: z.number(), line_at: z.number().default(0) });

/** The most tries of one request. Each further one is needed only if others changed the item in between. */
const maxTries = 6;
const keptSeconds = 3600;
const names = { '#next': 'next_at' };
const line = { '#line': 'line_at' };

type Change = [update: Expression, condition: Expression];

/** Returns an update that also keeps the item for another hour. */
const keeping = (now: number, { text, names: some, values }: Expression): Expression => ({
  text: `SET ${text}, #ttl = :ttl`,
  names: { ...some, '#ttl': timeToLiveAttribute },
  values: { ...values, ':ttl': Math.ceil(now / 1000) + keptSeconds },
});

/** Returns the time that no turn or place reaches, unless a clock was wrong. */
const wrongAfter = (now: number): number => now + 2 * longestWaitMs;

/**
 * Takes the turn that has come. A turn further ahead than anybody can book was written by a clock that was wrong, and
 * counts as come.
 */
const take = (now: number, delay: number): Change => [
  keeping(now, { text: '#next = :next', names, values: { ':next': now + delay } }),
  {
    text: 'attribute_not_exists(#next) OR #next <= :now OR #next > :wrong',
    names,
    values: { ':now': now, ':wrong': wrongAfter(now) },
  },
];

/** Takes the next place in a line that reaches beyond the next turn. */
const joinLine = (now: number, delay: number): Change => [
  keeping(now, { text: '#line = #line + :delay', names: line, values: { ':delay': delay } }),
  { text: '#line >= #next', names: { ...names, ...line } },
];

/** Takes the first place of a new line, at the next turn. The former line has ended, or a wrong clock wrote it. */
const beginLine = (now: number, delay: number): Change => [
  keeping(now, {
    text: '#line = #next + :delay',
    names: { ...names, ...line },
    values: { ':delay': delay },
  }),
  {
    text: 'attribute_exists(#next) AND (attribute_not_exists(#line) OR #line < #next OR #line > :wrong)',
    names: { ...names, ...line },
    values: { ':wrong': wrongAfter(now) },
  },
];

/** Takes the next turn although it lies ahead. */
const book = (now: number, delay: number): Change => [
  keeping(now, { text: '#next = #next + :delay', names, values: { ':delay': delay } }),
  { text: '#next > :now', names, values: { ':now': now } },
];

/**
 * Creates the store with one item for each host. A turn is taken by one conditional update, of which at most one
 * succeeds for each time that the turn comes, whoever sends them. An update that is made twice, because its answer was
 * lost, makes the next request wait longer.
 */
export const createHostStore = (table: TableClient): HostStore => {
  /** Runs the update. Returns the item after it; null if its condition does not hold. */
  const change = async (hostname: string, [update, condition]: Change) => {
    const item = await table.update(hostTurnKey(hostname), update, condition);
    return item === null ? null : parseItem(hostSchema, { ...hostTurnKey(hostname), ...item });
  };
  const read = async (hostname: string) => {
    const item = await table.get(hostTurnKey(hostname));
    return item === null ? null : parseItem(hostSchema, item);
  };

  /** Takes the turn, or else does what `otherwise` gives for the item that it found. */
  const takeOr = async <R>(
    hostname: string,
    now: number,
    delay: number,
    otherwise: (found: { next_at: number; line_at: number }) => Promise<R | null>,
  ): Promise<R | 'taken'> => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      if ((await change(hostname, take(now, delay))) !== null) return 'taken';
      const found = await read(hostname);
      const other = found === null || found.next_at <= now ? null : await otherwise(found);
      if (other !== null) return other;
    }
    throw new StorageUnavailableError(`The turn of a host changed ${maxTries} times while it was asked for`);
  };

  return {
    takeTurn: async (hostname, at, delay) => {
      const now = at.getTime();
      const furthest = now + longestWaitMs;
      const place = await takeOr(hostname, now, delay, async ({ next_at, line_at }) => {
        if (next_at <= now + patienceMs) return next_at;
        const isRunning = line_at >= next_at && line_at <= wrongAfter(now);
        if (Math.max(next_at, isRunning ? line_at : 0) >= furthest) return furthest;
        const joined = await change(hostname, (isRunning ? joinLine : beginLine)(now, delay));
        return joined === null ? null : joined.line_at - delay;
      });
      if (place === 'taken') return { is_taken: true, next_ms: delay };
      return { is_taken: false, wait_ms: Math.max(1, Math.min(place, furthest) - now) };
    },

    bookTurn: async (hostname, at, delay) => {
      const now = at.getTime();
      const furthest = now + longestWaitMs;
      const turn = await takeOr(hostname, now, delay, async ({ next_at }) => {
        if (next_at >= furthest) return furthest;
        const booked = await change(hostname, book(now, delay));
        return booked === null ? null : booked.next_at - delay;
      });
      return { wait_ms: turn === 'taken' ? 0 : Math.max(0, Math.min(turn, furthest) - now) };
    },
  };
};

/**
 * Days for which a record is kept after its next request was due: longer than those for which the failures of a
 * robots.txt must be remembered.
 */
const KEPT_DAYS = 35;
const DAY_SECONDS = 86_400;

/** The most bytes of rules after decompression: three for each of the 500 KiB that are read, and their names. */
const MOST_RULE_BYTES = 8 * 1024 * 1024;

const failure = z.object({
  message: z.string(),
  count: z.int().min(1),
  since: z.iso.datetime(),
  is_retried: z.boolean(),
});

const robotsSchema = keyed.extend({
  origin: z.string(),
  group: binary.optional(),
  asks_at: z.iso.datetime(),
  failure: absentAsNull(failure),
  redirects: z.array(z.object({ status: z.int(), url: z.string() })).default([]),
});

const groupSchema = z.object({
  rules: z.array(z.object({ field: z.enum(['allow', 'disallow']), path: z.string() })),
  crawl_delay_ms: z.number().nullable(),
  sitemaps: z.array(z.string()),
});

/** Creates the store of what origins say in robots.txt. The rules are compressed, since some have thousands. */
export const createRobotsStore = (table: TableClient): RobotsStore => ({
  get: async (origin) => {
    const item = await table.get(robotsKey(origin));
    if (item === null) return null;
    const read = parseItem(robotsSchema, item);
    const { group: bytes, asks_at, failure: failed, redirects } = read;
    const group =
      bytes === undefined
        ? null
        : decoding(read, () =>
            groupSchema.parse(
              JSON.parse(gunzipSync(bytes, { maxOutputLength: MOST_RULE_BYTES }).toString('utf8')),
            ),
          );
    return { origin: read.origin, group, asks_at, failure: failed, redirects };
  },
  put: async ({ origin, group, asks_at, failure: failed, redirects }) => {
    const item = {
      ...robotsKey(origin),
      ...compact({
        origin,
        group: group === null ? null : gzipSync(JSON.stringify(group)),
        asks_at,
        failure: failed,
        redirects: redirects.length === 0 ? null : redirects,
        [timeToLiveAttribute]: Math.ceil(Date.parse(asks_at) / 1000) + KEPT_DAYS * DAY_SECONDS,
      }),
    };
    if (!fitsTable(item)) return false;
    await table.put(item);
    return true;
  },
});
