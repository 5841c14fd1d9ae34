import { z } from 'zod';
import type { CrawlHost, CrawlStore } from '../../model/crawl/crawl.ts';
import { digest } from '../../lib/digest.ts';
import { StorageThrottledError } from '../../lib/storage-errors.ts';
import { inSequence, itemIsNew, setting, type Expression } from '../table/expressions.ts';
import { absentAsNull, keyed, parseItem } from '../table/items.ts';
import { crawlHostKey, crawlHostsOf, crawlVariantsKey, idIn } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';
import { adding, isAtMost } from './counting.ts';

const hostSchema = keyed
  .extend({ found: z.int().default(0), not_before: absentAsNull(z.string()) })
  .transform(({ SK, found, not_before }): CrawlHost => ({ host: idIn(SK), found, not_before }));

const variantsSchema = keyed.extend({ pages: z.record(z.string(), z.int()), count: z.int() });

/** The most tries to note variants. Each failed try means that another worker noted some of the same path. */
const ATTEMPTS = 20;

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
export const createCrawlHosts = (
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
      if ((await table.update(key, update, isAtMost('found', share - asked))) !== null) return asked;
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
