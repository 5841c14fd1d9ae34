import pMap from 'p-map';
import type { CrawlHost, CrawlRecord, CrawlStore } from '../../model/crawl/crawl.ts';
import type { CrawlPageRecord, CrawlPageStore } from '../../model/crawl/crawl-page.ts';
import { afterMs, LEASE_MS } from '../running-crawls.ts';

/** Number of hosts whose queues are read at once. */
const CONCURRENT_HOSTS = 10;

export type GiveOutDeps = {
  crawls: Pick<CrawlStore, 'hosts'>;
  crawlPages: Pick<CrawlPageStore, 'oldest' | 'claim'>;
  newId: () => string;
};

export type GivenOut = {
  /** The pages that were claimed, each for an owner of its own. */
  claimed: { page_id: string; owner: string }[];
  /** The time from which the next page may be asked, as far as the queue tells; null if no page waits. */
  next_at: string | null;
};

type Waiting = { page_id: string; due_at: string; host: string };

/** Returns the first pages of the queues of all hosts, with the time from which each may be asked. */
const firstOfHosts = async (
  { crawlPages }: GiveOutDeps,
  { crawl_id, settings }: CrawlRecord,
  hosts: CrawlHost[],
  active: ReadonlyMap<string, number>,
): Promise<Waiting[]> => {
  const lists = await pMap(
    hosts,
    async ({ host, not_before }) => {
      const free = settings.host_concurrency - (active.get(host) ?? 0);
      if (free <= 0) return [];
      const oldest = await crawlPages.oldest(crawl_id, host, free);
      return oldest.map(({ page_id, due_at }) => ({
        page_id,
        host,
        due_at: not_before !== null && not_before > due_at ? not_before : due_at,
      }));
    },
    { concurrency: CONCURRENT_HOSTS },
  );
  return lists.flat().toSorted((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0));
};

/**
 * Claims the oldest pages that may be asked now, no more of a host and in all than the crawl allows. Each host has a queue
 * of its own, so that a host that is waited for does not hold up the others. `processing` are the pages that workers
 * hold.
 */
export const giveOut = async (
  deps: GiveOutDeps,
  crawl: CrawlRecord,
  processing: readonly CrawlPageRecord[],
  at: Date,
): Promise<GivenOut> => {
  const active = new Map<string, number>();
  for (const { host } of processing) active.set(host, (active.get(host) ?? 0) + 1);
  const waiting = await firstOfHosts(deps, crawl, await deps.crawls.hosts(crawl.crawl_id), active);
  const free = crawl.settings.concurrency - processing.length;
  const now = at.toISOString();
  const due = waiting.filter(({ due_at }) => due_at <= now).slice(0, Math.max(0, free));
  const claims = await pMap(
    due,
    async ({ page_id }) => {
      const owner = deps.newId();
      const key = { crawl_id: crawl.crawl_id, page_id };
      const page = await deps.crawlPages.claim(key, owner, afterMs(at, LEASE_MS));
      return page === null ? [] : [{ page_id, owner }];
    },
    { concurrency: CONCURRENT_HOSTS },
  );
  return { claimed: claims.flat(), next_at: waiting.at(0)?.due_at ?? null };
};
