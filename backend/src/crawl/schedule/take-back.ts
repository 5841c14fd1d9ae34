import type { Clock } from '../../lib/clock.ts';
import type { CrawlStore } from '../../model/crawl/crawl.ts';
import type { CrawlErrorStore, CrawlPageRecord, CrawlPageStore } from '../../model/crawl/crawl-page.ts';
import { MOST_RETRIES } from '../lease.ts';

export type TakeBackDeps = {
  crawls: Pick<CrawlStore, 'count'>;
  crawlPages: Pick<CrawlPageStore, 'putBack' | 'finish'>;
  crawlErrors: Pick<CrawlErrorStore, 'add'>;
  now: Clock;
};

const lost = {
  type: 'lost',
  message: 'The worker that asked this page ended before it was done with it.',
} as const;

/**
 * Takes a page back from a worker that died: into the queue, or to its end, if several workers died of it.
 * The worker, should it live, finds that it has lost the page and writes nothing.
 */
export const takeBack = async (
  { crawls, crawlPages, crawlErrors, now }: TakeBackDeps,
  page: CrawlPageRecord,
): Promise<void> => {
  const at = now().toISOString();
  const { crawl_id, page_id, url, retry_count, ttl } = page;
  await crawlErrors.add(crawl_id, { page_id, url, attempt: retry_count + 1, ...lost, occurred_at: at }, ttl);
  if (retry_count < MOST_RETRIES) {
    await crawlPages.putBack(page, { due_at: at, error: lost });
    return;
  }
  const isEnded = await crawlPages.finish(page, {
    state: 'error',
    crawled_at: at,
    retry_count: retry_count + 1,
    last_error_type: lost.type,
    last_error_message: lost.message,
  });
  if (isEnded && page.role === 'page') await crawls.count(crawl_id, { errors: 1 });
};
