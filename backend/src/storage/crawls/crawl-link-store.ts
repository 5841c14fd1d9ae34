import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { crawlLinkType, crawlErrorType } from '../../contract/index.ts';
import type { CrawlLinkStore, PageLinks, StoredLink, CrawlErrorStore } from '../../model/crawl/crawl-page.ts';
import { binary, decoding, itemSize, keyed, parseItem, cutToBytes } from '../table/items.ts';
import {
  crawlLinksKey,
  crawlLinksOf,
  crawlTargetsKey,
  crawlTargetsOf,
  idIn,
  type Key,
  crawlErrorKey,
  crawlErrorsOf,
} from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';

/** The largest compressed and the largest decompressed list of a page's links, in bytes. */
const LARGEST_PACKED = 350 * 1024;
const LARGEST_TEXT = 16 * 1024 * 1024;
/** Bytes of a page's id. */
const ID_BYTES = 8;

const row = z.tuple([z.string(), z.string(), crawlLinkType, z.string().nullable(), z.int()]);
const rows = z.array(row);
const linksSchema = keyed.extend({ url: z.string(), links: binary });
const targetsSchema = keyed.extend({ targets: binary });

const pack = (links: readonly StoredLink[]): Uint8Array =>
  deflateRawSync(
    JSON.stringify(links.map(({ url, text, type, rel, position }) => [url, text, type, rel, position])),
  );

/** Returns the links as one binary. The last ones are left out where it would not fit an item. */
const packed = (links: readonly StoredLink[]): Uint8Array => {
  for (let kept = links.length; ; kept = Math.floor(kept * 0.75)) {
    const bytes = pack(links.slice(0, kept));
    if (bytes.length <= LARGEST_PACKED) return bytes;
  }
};

const fromItem = (item: Item): PageLinks => {
  const { PK, SK, url, links } = parseItem(linksSchema, item);
  const read = decoding({ PK, SK }, () => {
    const text = inflateRawSync(links, { maxOutputLength: LARGEST_TEXT }).toString('utf8');
    return rows.parse(JSON.parse(text));
  });
  return {
    page_id: idIn(SK),
    url,
    links: read.map(([address, text, type, rel, position]) => ({ url: address, text, type, rel, position })),
  };
};

/** Checks whether one of the ids in a binary is wanted. */
const hasTarget = (targets: Uint8Array, wanted: ReadonlySet<string>): boolean => {
  const bytes = Buffer.from(targets.buffer, targets.byteOffset, targets.byteLength);
  for (let at = 0; at < bytes.length; at += ID_BYTES)
    if (wanted.has(bytes.toString('hex', at, at + ID_BYTES))) return true;
  return false;
};

const put = async (table: TableClient, items: (Item & Key)[]): Promise<number> => {
  await table.batchPut(items);
  return items.reduce((sum, item) => sum + itemSize(item), 0);
};

/**
 * Creates the store of links. The links of a page are one compressed binary: 100 links take about 3 write units, where an
 * item for each would take 200 to be found from both sides. What links to a page is found by reading the ids of all
 * targets, 8 bytes a link.
 */
export const createCrawlLinkStore = (table: TableClient): CrawlLinkStore => ({
  put: ({ crawl_id, page_id }, { url, links, targets, ttl }) =>
    put(table, [
      { ...crawlLinksKey(crawl_id, page_id), url, links: packed(links), ttl },
      ...(targets.length === 0
        ? []
        : [
            {
              ...crawlTargetsKey(crawl_id, page_id),
              targets: new Uint8Array(Buffer.from(targets.join(''), 'hex')),
              ttl,
            },
          ]),
    ]),
  getMany: async (crawlId, pageIds) =>
    (await table.batchGet(pageIds.map((pageId) => crawlLinksKey(crawlId, pageId)))).map(fromItem),
  scan: async (crawlId, { limit, after }) => {
    const { items } = await table.queryPage({
      ...crawlLinksOf(crawlId),
      limit,
      after: after === undefined ? undefined : crawlLinksKey(crawlId, after),
    });
    return items.map(fromItem);
  },
  linkingTo: async (crawlId, wanted, { limit, after }) => {
    const found: string[] = [];
    let last: Item | undefined = after === undefined ? undefined : crawlTargetsKey(crawlId, after);
    do {
      const page = await table.queryPage({ ...crawlTargetsOf(crawlId), after: last });
      for (const item of page.items) {
        const { SK, targets } = parseItem(targetsSchema, item);
        if (!hasTarget(targets, wanted)) continue;
        found.push(idIn(SK));
        if (found.length === limit) return { page_ids: found, last: idIn(SK) };
      }
      last = page.last;
    } while (last !== undefined);
    return { page_ids: found, last: null };
  },
});

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
