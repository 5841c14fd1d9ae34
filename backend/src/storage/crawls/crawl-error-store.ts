import { z } from 'zod';
import { crawlErrorType } from '../../contract/index.ts';
import type { CrawlErrorStore } from '../../model/crawl/crawl-page.ts';
import { cutToBytes, keyed, parseItem } from '../table/items.ts';
import { crawlErrorKey, crawlErrorsOf, idIn } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

/** The longest stored message in bytes. */
const MESSAGE_BYTES = 500;

const errorSchema = keyed.extend({
  page_id: z.string(),
  url: z.string(),
  attempt: z.int(),
  type: crawlErrorType,
  message: z.string(),
  occurred_at: z.string(),
});

/** Creates the store of errors. The place of an error is its time and page, so noting one again changes nothing. */
export const createCrawlErrorStore = (table: TableClient): CrawlErrorStore => ({
  add: async (crawlId, error, ttl) => {
    await table.put({
      ...crawlErrorKey(crawlId, `${error.occurred_at}#${error.page_id}`),
      ...error,
      message: cutToBytes(error.message, MESSAGE_BYTES),
      ttl,
    });
  },
  list: async (crawlId, { limit, after }) => {
    const { items, last } = await table.queryPage({
      ...crawlErrorsOf(crawlId),
      limit,
      after: after === undefined ? undefined : crawlErrorKey(crawlId, after),
    });
    const errors = items.map((item) => {
      const { PK: _, SK: __, ...error } = parseItem(errorSchema, item);
      return error;
    });
    return { errors, last: last === undefined ? null : idIn(String(last['SK'])) };
  },
});
