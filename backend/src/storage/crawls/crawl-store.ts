import { z } from 'zod';
import { crawlSettings } from '../../contract/index.ts';
import { noFigures, type CrawlFigures, type CrawlRecord, type CrawlStore } from '../../model/crawl/crawl.ts';
import { itemIsNew, setting } from '../table/expressions.ts';
import { absentAsNull, compact, keyed, parseItem } from '../table/items.ts';
import { crawlFiguresKey, crawlKey, crawlsOf, idIn, itemsOfCrawl } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { adding, isAtMost } from './counting.ts';
import { createCrawlHosts } from './crawl-hosts.ts';

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
        const condition = isAtMost('found', limit - asked);
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
