import { randomUUID } from 'node:crypto';
import { createGuardedFetch } from '../../../src/web/fetch/create-guarded-fetch.ts';
import { parseAllowHosts } from '../../../src/web/guard/target.ts';
import { crawlHere } from '../../../src/local/crawl/crawl-here.ts';
import type { Waiting } from '../../../src/local/crawl/drive-crawl.ts';
import type { CrawlPlan } from '../../../src/model/crawl/crawl.ts';
import type { CrawlPageRecord } from '../../../src/model/crawl/crawl-page.ts';
import { inThreadParser } from '../../harness/in-thread-parser.ts';
import { createRobotsFor } from '../../../src/web/robots/robots-for.ts';
import { createStores } from '../../../src/storage/stores.ts';
import { createTableClient, type TableClient } from '../../../src/storage/table/table.ts';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import { memoryBlobs } from '../../harness/samples/storage-samples.ts';
import { sampleCrawl } from '../../harness/samples/crawl-samples.ts';
import type { CrawlWeb } from '../../harness/servers/crawl-web.ts';
import { silentLog } from '../../harness/app.ts';

/**
 * A crawl over a web of `startCrawlWeb`, with the real stores, client, robots and pace. Its clock moves only when nothing
 * is in work, to when something is due.
 */
export const startCrawlWorld = async (
  web: CrawlWeb,
  {
    clock,
    wrapTable = (table) => table,
  }: { clock: { time: number }; wrapTable?: (table: TableClient) => TableClient },
) => {
  const engine = await startEmbedded();
  const tableName = `crawl-${randomUUID()}`;
  await engine.createTable(tableName);
  let units = 0;
  const table = createTableClient({
    client: engine.client,
    tableName,
    onConsumed: (operation, consumed) => {
      if (!/get|query/i.test(operation)) units += consumed;
    },
  });
  const stores = createStores(wrapTable(table), memoryBlobs().store);
  const now = () => new Date(clock.time);
  let ids = 0;
  const newId = () => `job${String(++ids).padStart(9, '0')}`;
  // The clock may not move while requests are under way, so whoever comes early comes back through the queue.
  const pause = async () => true;
  const base = { ...stores, now, pause, newId, log: silentLog };
  const allowHosts = parseAllowHosts(web.hosts.join(','));
  const fetch = createGuardedFetch({ allowHosts, userAgent: 'Omomi/test', lookup: web.lookup });
  const settings = { FETCH_ALLOW_HOSTS: web.hosts.join(',') };
  const asking = { ...base, fetch, settings, random: () => 0 };
  const robotsFor = createRobotsFor(asking);
  const waiting: Waiting = {
    now,
    wait: async (tasks, milliseconds) => {
      if (tasks.length > 0) await Promise.race(tasks);
      else clock.time += milliseconds ?? 0;
    },
  };
  return {
    stores,
    takeUnits: () => {
      const taken = units;
      units = 0;
      return taken;
    },
    /** Crawls until it is over or `isStopping`; returns whether it is over. */
    crawl: (crawlId: string, plan: Partial<CrawlPlan>, isStopping?: () => boolean) =>
      crawlHere(
        { ...asking, robotsFor, parser: inThreadParser },
        crawlId,
        {
          ...sampleCrawl('local', crawlId).settings,
          seeds: web.origins.map((origin) => `${origin}/`),
          ...plan,
        },
        { waiting, ...(isStopping === undefined ? {} : { isStopping }) },
      ),
    pages: async (crawlId: string): Promise<CrawlPageRecord[]> => {
      const pages: CrawlPageRecord[] = [];
      for (;;) {
        const part = await stores.crawlPages.scan(crawlId, { limit: 500, after: pages.at(-1)?.page_id });
        if (part.length === 0) return pages;
        pages.push(...part);
      }
    },
    close: async () => {
      await fetch.close();
      await engine.close();
    },
  };
};

export type CrawlWorld = Awaited<ReturnType<typeof startCrawlWorld>>;
