import { z } from 'zod';
import {
  type CrawlHost,
  type CrawlStore,
  noFigures,
  type CrawlFigures,
  type CrawlRecord,
} from '../../model/crawl/crawl.ts';
import { digest } from '../../lib/digest.ts';
import { StorageThrottledError } from '../../lib/errors.ts';
import { inSequence, itemIsNew, setting, type Expression } from '../table/queries.ts';
import { absentAsNull, keyed, parseItem, compact } from '../table/items.ts';
import {
  crawlHostKey,
  crawlHostsOf,
  crawlVariantsKey,
  idIn,
  crawlFiguresKey,
  crawlKey,
  crawlsOf,
  itemsOfCrawl,
} from '../table/keys.ts';
import type { TableClient, Item } from '../table/table.ts';
import { crawlSettings } from '../../contract/index.ts';

const hostSchema = keyed
  .extend({ found: z.int().default(0), not_before: absentAsNull(z.string()) })
  .transform(({ SK, found, not_before }): CrawlHost => ({ host: idIn(SK), found, not_before }));

const variantsSchema = keyed.extend({ pages: z.record(z.string(), z.int()), count: z.int() });

/** The most tries to note variants. Each failed try means that another worker noted some of the same path. */
const ATTEMPTS = 20;

/** Returns the update that adds to numbers of an item; its text is empty if nothing changes. */
const adding = (changes: Record<string, number>): Expression => {
  const entries = Object.entries(changes).filter(([, change]) => change !== 0);
  return {
    text: entries.length === 0 ? '' : `ADD ${entries.map((_, at) => `#a${at} :a${at}`).join(', ')}`,
    names: Object.fromEntries(entries.map(([name], at) => [`#a${at}`, name])),
    values: Object.fromEntries(entries.map(([, change], at) => [`:a${at}`, change])),
  };
};

/** Returns the condition that the number of pages found is absent or at most `most`. */
const hasFoundAtMost = (most: number): Expression => ({
  text: 'attribute_not_exists(#found) OR #found <= :most',
  names: { '#found': 'found' },
  values: { ':most': most },
});

const isUnchanged = (count: number): Expression => ({
  text: '#count = :count',
  names: { '#count': 'count' },
  values: { ':count': count },
});

const addingVariants = (pageIds: readonly string[], count: number): Expression => ({
  text: `SET #new = :new, ${pageIds.map((_, at) => `#pages.#p${at} = :one`).join(', ')}`,
  names: {
    '#new': 'count',
    '#pages': 'pages',
    ...Object.fromEntries(pageIds.map((pageId, at) => [`#p${at}`, pageId])),
  },
  values: { ':new': count, ':one': 1 },
});

/** Notes variants of a path. Doing so again with the same pages changes nothing, so a page that is asked again may. */
const noteVariants =
  (table: TableClient): CrawlStore['noteVariants'] =>
  async ({ crawl_id, ttl }, path, pageIds, most) => {
    const key = crawlVariantsKey(crawl_id, digest(16, path));
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const item = await table.get(key);
      const { pages, count } = item === null ? { pages: {}, count: 0 } : parseItem(variantsSchema, item);
      const known = pageIds.filter((pageId) => Object.hasOwn(pages, pageId));
      const added = pageIds.filter((pageId) => !known.includes(pageId)).slice(0, Math.max(0, most - count));
      if (added.length === 0) return new Set(known);
      const total = count + added.length;
      const isNoted =
        item === null
          ? await table.put(
              { ...key, pages: Object.fromEntries(added.map((id) => [id, 1])), count: total, ttl },
              itemIsNew,
            )
          : (await table.update(key, addingVariants(added, total), isUnchanged(count))) !== null;
      if (isNoted) return new Set([...known, ...added]);
    }
    throw new StorageThrottledError(`The variants of a path changed ${ATTEMPTS} times`);
  };

/** Creates what a crawl remembers of its hosts and of paths with many queries. */
const createCrawlHosts = (
  table: TableClient,
): Pick<CrawlStore, 'hosts' | 'noteHost' | 'takeHostPlaces' | 'holdHost' | 'noteVariants'> => ({
  hosts: async (crawlId) =>
    (await table.queryAll(crawlHostsOf(crawlId))).map((item) => parseItem(hostSchema, item)),
  noteHost: async ({ crawl_id, ttl }, host) => {
    await table.update(crawlHostKey(crawl_id, host), setting({ ttl }));
  },
  takeHostPlaces: async ({ crawl_id, ttl }, host, wanted, share) => {
    const key = crawlHostKey(crawl_id, host);
    let asked = Math.min(wanted, share);
    while (asked > 0) {
      const update = inSequence(setting({ ttl }), adding({ found: asked }));
      if ((await table.update(key, update, hasFoundAtMost(share - asked))) !== null) return asked;
      const item = await table.get(key);
      const found = item === null ? 0 : parseItem(hostSchema, item).found;
      asked = Math.min(asked - 1, share - found);
    }
    return 0;
  },
  holdHost: async (crawlId, host, notBefore) => {
    await table.update(crawlHostKey(crawlId, host), setting({ not_before: notBefore }), {
      text: 'attribute_exists(#pk) AND (attribute_not_exists(#before) OR #before < :before)',
      names: { '#pk': 'PK', '#before': 'not_before' },
      values: { ':before': notBefore },
    });
  },
  noteVariants: noteVariants(table),
});

const recordSchema = keyed
  .extend({
    // The command line may choose values that the API does not allow.
    settings: crawlSettings.extend({
      seeds: z.array(z.string()),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      depth: z.int(),
      limit: z.int(),
      concurrency: z.int(),
      host_concurrency: z.int(),
      delay_ms: z.int(),
      timeout_ms: z.int(),
    }),
    estimate: z.object({ requests: z.int(), seconds: z.int(), usd: z.number() }),
    created_at: z.string(),
    ended_at: absentAsNull(z.string()),
    ttl: z.int(),
  })
  .transform(({ PK, SK, ...rest }): CrawlRecord => ({ user_id: idIn(PK), crawl_id: idIn(SK), ...rest }));

const fromItem = (item: Item): CrawlRecord => parseItem(recordSchema, item);

const count = z.int().default(0);
const figuresSchema = z.object({
  found: count,
  completed: count,
  errors: count,
  disallowed: count,
  requests: count,
  wire_bytes: count,
  link_bytes: count,
  slices: count,
  left_scope: count,
  left_pattern: count,
  left_depth: count,
  left_limit: count,
  left_nofollow: count,
  left_trap: count,
});

const figuresFrom = (item: Item | null): CrawlFigures =>
  item === null ? noFigures : parseItem(figuresSchema, item);

/** Deletes up to `most` items of a crawl's partition, the figures last of all. */
const clear = async (table: TableClient, crawlId: string, most: number): Promise<number> => {
  const { items } = await table.queryPage({
    ...itemsOfCrawl(crawlId),
    limit: most,
    attributes: ['PK', 'SK'],
  });
  await table.batchDelete(items.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) })));
  return items.length;
};

const list = async (
  table: TableClient,
  userId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<CrawlRecord[]> => {
  const crawls: CrawlRecord[] = [];
  let last: Item | undefined = after === undefined ? undefined : crawlKey(userId, after);
  do {
    const page = await table.queryPage({
      ...crawlsOf(userId),
      descending: true,
      after: last,
      limit: limit - crawls.length,
    });
    crawls.push(...page.items.map(fromItem));
    last = page.last;
  } while (last !== undefined && crawls.length < limit);
  return crawls;
};

export const createCrawlStore = (table: TableClient): CrawlStore => {
  const figures = async (crawlId: string) => figuresFrom(await table.get(crawlFiguresKey(crawlId)));
  return {
    create: async ({ user_id, crawl_id, ...attributes }) => {
      await table.put({ ...crawlKey(user_id, crawl_id), ...compact(attributes) }, itemIsNew);
      await table.update(crawlFiguresKey(crawl_id), setting({ ttl: attributes.ttl }));
    },
    get: async (userId, crawlId) => {
      const item = await table.get(crawlKey(userId, crawlId));
      return item === null ? null : fromItem(item);
    },
    list: (userId, page) => list(table, userId, page),
    end: async (userId, crawlId, endedAt) => {
      await table.update(crawlKey(userId, crawlId), setting({ ended_at: endedAt }), {
        text: 'attribute_exists(#pk) AND attribute_not_exists(#ended)',
        names: { '#pk': 'PK', '#ended': 'ended_at' },
      });
    },
    figures,
    count: async (crawlId, changes) => {
      const update = adding(changes);
      if (update.text === '') return figures(crawlId);
      return figuresFrom(await table.update(crawlFiguresKey(crawlId), update));
    },
    correct: async (crawlId, changes) => {
      await table.update(crawlFiguresKey(crawlId), setting(changes));
    },
    takePlaces: async (crawlId, wanted, limit) => {
      let asked = Math.min(wanted, limit);
      while (asked > 0) {
        const update = adding({ found: asked });
        const condition = hasFoundAtMost(limit - asked);
        if ((await table.update(crawlFiguresKey(crawlId), update, condition)) !== null) return asked;
        asked = Math.min(asked - 1, limit - (await figures(crawlId)).found);
      }
      return 0;
    },
    ...createCrawlHosts(table),
    remove: async (userId, crawlId) => {
      await table.batchDelete([crawlKey(userId, crawlId), crawlFiguresKey(crawlId)]);
    },
    clear: (crawlId, most) => clear(table, crawlId, most),
  };
};
