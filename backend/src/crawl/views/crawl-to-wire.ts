import type { Crawl, CrawlPage } from '../../contract/index.ts';
import { donePages, type CrawlFigures, type CrawlRecord } from '../../model/crawl/crawl.ts';
import type { CrawlPageRecord } from '../../model/crawl/crawl-page.ts';
import type { Job } from '../../model/job/job.ts';
import { spentOf } from '../cost.ts';

const leftOut = (figures: CrawlFigures): Crawl['left_out'] => ({
  scope: figures.left_scope,
  pattern: figures.left_pattern,
  depth: figures.left_depth,
  limit: figures.left_limit,
  nofollow: figures.left_nofollow,
  trap: figures.left_trap,
});

/** Returns a crawl in the form of the API. */
export const crawlToWire = (crawl: CrawlRecord, job: Job, figures: CrawlFigures, now: Date): Crawl => {
  const { crawl_id, settings, created_at, ended_at, estimate, ttl } = crawl;
  const until = ended_at === null ? now.getTime() : Date.parse(ended_at);
  const seconds = Math.max(0, Math.round((until - Date.parse(created_at)) / 1000));
  const reason = job.result?.['reason'];
  const done = donePages(figures);
  return {
    crawl_id,
    state: job.state,
    settings,
    created_at,
    ended_at,
    expires_at: new Date(ttl * 1000).toISOString(),
    found: Math.max(figures.found, done),
    done,
    left_out: leftOut(figures),
    estimate,
    spent: spentOf(figures, seconds),
    reason: typeof reason === 'string' ? reason : null,
  };
};

/** Returns a page in the form of the API. */
export const pageToWire = (page: CrawlPageRecord): CrawlPage => {
  const { crawl_id: _, owner: _owner, lease_until: _lease, due_at: _due, ttl: _ttl, ...wire } = page;
  return wire;
};
