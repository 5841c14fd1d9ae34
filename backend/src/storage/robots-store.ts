import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { RobotsStore } from '../web/robots/ask-robots.ts';
import { absentAsNull, binary, compact, decoding, fitsTable, keyed, parseItem } from './table/items.ts';
import { robotsKey, timeToLiveAttribute } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

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
