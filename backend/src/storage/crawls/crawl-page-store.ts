import type {
  CrawlPageRecord,
  CrawlPageStore,
  FoundPage,
  ListedPage,
  PageKey,
  PageListOrder,
} from '../../model/crawl/crawl-page.ts';
import pMap from 'p-map';
import { and, itemIsNew, setting, type Expression } from '../table/queries.ts';
import {
  crawlPageKey,
  crawlPageLists,
  crawlPagesOf,
  dueAtIn,
  idIn,
  indexes,
  type IndexName,
} from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { fitted, indexAttributes, pageFromItem, pageToItem } from './crawl-page-item.ts';

/** Number of writes at once. */
const CONCURRENCY = 8;

const nothingKnown = {
  crawled_at: null,
  retry_count: 0,
  last_error_type: null,
  last_error_message: null,
  owner: null,
  lease_until: null,
  status_code: null,
  redirect_url: null,
  ttfb_ms: null,
  download_ms: null,
  body_bytes: null,
  wire_bytes: null,
  content_type: null,
  content_length: null,
  content_encoding: null,
  last_modified: null,
  server: null,
  title: null,
  meta_description: null,
  meta_robots: null,
  canonical_url: null,
  h1: null,
  language: null,
  content_hash: null,
  word_count: null,
  schema_type: null,
  og_type: null,
  published_at: null,
  modified_at: null,
  image_url: null,
  is_truncated: false,
  is_noindex: false,
  links: null,
} as const;

/** Returns a page that was found, as it waits in the queue. */
const asQueued = (page: FoundPage): CrawlPageRecord => ({
  ...nothingKnown,
  ...page,
  state: 'queued',
  due_at: page.added_at,
});

const isQueued: Expression = {
  text: '#state = :queued',
  names: { '#state': 'state' },
  values: { ':queued': 'queued' },
};

const isHeldBy = (owner: string): Expression => ({
  text: '#owner = :owner AND #state = :processing',
  names: { '#owner': 'owner', '#state': 'state' },
  values: { ':owner': owner, ':processing': 'processing' },
});

/** Changes a page if the condition holds. The index keys follow the changes. Returns the stored page or null. */
const change = async (
  table: TableClient,
  page: CrawlPageRecord,
  changes: Partial<CrawlPageRecord>,
  condition: Expression,
): Promise<CrawlPageRecord | null> => {
  const changed = { ...page, ...changes };
  const { retry_count, is_truncated, is_noindex, ...rest } = changes;
  const attributes = {
    ...fitted(rest),
    ...indexAttributes(changed),
    ...(retry_count === undefined ? {} : { retry_count }),
    // A flag that is false is not stored.
    ...(is_truncated === true ? { is_truncated } : {}),
    ...(is_noindex === true ? { is_noindex } : {}),
  };
  const item = await table.update(crawlPageKey(page.crawl_id, page.page_id), setting(attributes), condition);
  return item === null ? null : pageFromItem(item);
};

const getPage = async (table: TableClient, { crawl_id, page_id }: PageKey) => {
  const item = await table.get(crawlPageKey(crawl_id, page_id));
  return item === null ? null : pageFromItem(item);
};

/** Returns the index of a list and the prefix of its keys. */
const rangeOf = (order: PageListOrder): { index: IndexName; prefix: string } => {
  switch (order.by) {
    case 'state':
      return { index: 'by-time', prefix: crawlPageLists.state(order.state) };
    case 'status':
      return { index: 'by-importance', prefix: crawlPageLists.status(order.status_code) };
    case 'content':
      return { index: 'by-feed', prefix: crawlPageLists.content(order.content_hash) };
    case 'slowest':
      return { index: 'saved', prefix: crawlPageLists.slowest() };
  }
};

/** Returns the key after which a list goes on: that of the page with this place, which need not exist any more. */
const keyAfter = (crawlId: string, index: IndexName, place: string): Item => ({
  ...crawlPageKey(crawlId, place.slice(place.lastIndexOf('#') + 1)),
  [indexes[index]]: place,
});

/** Lists pages of one index range. The place of a page is its index key. */
const list = async (
  table: TableClient,
  crawlId: string,
  order: PageListOrder,
  {
    limit,
    after,
    is_descending = false,
  }: { limit: number; after?: string | undefined; is_descending?: boolean },
): Promise<{ pages: ListedPage[]; has_more: boolean }> => {
  const { index, prefix } = rangeOf(order);
  const { PK } = crawlPagesOf(crawlId);
  const pages: ListedPage[] = [];
  let last = after === undefined ? undefined : keyAfter(crawlId, index, after);
  do {
    const page = await table.queryPage({
      PK,
      prefix,
      index,
      descending: is_descending,
      after: last,
      limit: limit - pages.length,
    });
    for (const item of page.items)
      pages.push({ page_id: idIn(String(item['SK'])), place: String(item[indexes[index]]) });
    last = page.last;
  } while (last !== undefined && pages.length < limit);
  return { pages, has_more: last !== undefined };
};

/** Lowers the depth of a page if it is greater and, unless the page was seen completed, if it is not completed meanwhile. */
const lowerDepth = async (
  table: TableClient,
  { crawl_id, page_id, state }: PageKey & Pick<CrawlPageRecord, 'state'>,
  depth: number,
): Promise<boolean> => {
  const isDeeper = { text: '#depth > :depth', names: { '#depth': 'depth' }, values: { ':depth': depth } };
  const isInWork = {
    text: '#state <> :completed',
    names: { '#state': 'state' },
    values: { ':completed': 'completed' },
  };
  const condition = state === 'completed' ? isDeeper : and(isDeeper, isInWork);
  return (await table.update(crawlPageKey(crawl_id, page_id), setting({ depth }), condition)) !== null;
};

/** Creates the verbs by which pages go through the queue. Each is one write on condition of what was read. */
const createQueue = (
  table: TableClient,
): Pick<CrawlPageStore, 'add' | 'claim' | 'extend' | 'putBack' | 'finish' | 'lowerDepth'> => ({
  add: async (pages) => {
    const added = new Set<string>();
    await pMap(
      pages,
      async (page) => {
        if (await table.put(pageToItem(asQueued(page)), itemIsNew)) added.add(page.page_id);
      },
      { concurrency: CONCURRENCY },
    );
    return added;
  },
  claim: async (key, owner, leaseUntil) => {
    const page = await getPage(table, key);
    if (page === null) return null;
    return change(table, page, { state: 'processing', owner, lease_until: leaseUntil }, isQueued);
  },
  extend: async (key, owner, leaseUntil) =>
    (await table.update(
      crawlPageKey(key.crawl_id, key.page_id),
      setting({ lease_until: leaseUntil }),
      isHeldBy(owner),
    )) !== null,
  putBack: async (page, { due_at, error }) => {
    const changes = {
      state: 'queued' as const,
      owner: null,
      lease_until: null,
      due_at,
      ...(error === null
        ? {}
        : {
            retry_count: page.retry_count + 1,
            last_error_type: error.type,
            last_error_message: error.message,
          }),
    };
    return (await change(table, page, changes, isHeldBy(page.owner ?? ''))) !== null;
  },
  finish: async (page, result) => {
    const isAsDeep = {
      text: '#depth = :depth',
      names: { '#depth': 'depth' },
      values: { ':depth': page.depth },
    };
    const changes = { ...result, owner: null, lease_until: null };
    return (await change(table, page, changes, and(isHeldBy(page.owner ?? ''), isAsDeep))) !== null;
  },
  lowerDepth: (page, depth) => lowerDepth(table, page, depth),
});

export const createCrawlPageStore = (table: TableClient): CrawlPageStore => {
  const getMany = async (crawlId: string, pageIds: readonly string[]) =>
    (await table.batchGet(pageIds.map((pageId) => crawlPageKey(crawlId, pageId)))).map(pageFromItem);
  return {
    ...createQueue(table),
    getMany,
    oldest: async (crawlId, host, limit) => {
      const { items } = await table.queryPage({
        PK: crawlPagesOf(crawlId).PK,
        prefix: crawlPageLists.queued(host),
        index: 'by-feed',
        limit,
      });
      return items.map((item) => ({
        page_id: idIn(String(item['SK'])),
        due_at: dueAtIn(String(item[indexes['by-feed']])),
      }));
    },
    processing: async (crawlId) => {
      const { pages } = await list(table, crawlId, { by: 'state', state: 'processing' }, { limit: 1000 });
      const found = await getMany(
        crawlId,
        pages.map(({ page_id }) => page_id),
      );
      return found.filter(({ state }) => state === 'processing');
    },
    list: (crawlId, order, page) => list(table, crawlId, order, page),
    countIn: (crawlId, state) =>
      table.count({
        PK: crawlPagesOf(crawlId).PK,
        prefix: crawlPageLists.state(state),
        index: 'by-time',
      }),
    scan: async (crawlId, { limit, after }) => {
      const { items } = await table.queryPage({
        ...crawlPagesOf(crawlId),
        limit,
        after: after === undefined ? undefined : crawlPageKey(crawlId, after),
      });
      return items.map(pageFromItem);
    },
  };
};
