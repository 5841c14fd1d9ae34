import { createAdmit, createKnownPages } from '../crawl/frontier/admit.ts';
import { createFollowLinks } from '../crawl/frontier/follow-links.ts';
import { createLoadRunning } from '../crawl/running-crawls.ts';
import { createCancelCrawl, createCrawlJob } from '../crawl/schedule/crawl-job.ts';
import { createAskPage } from '../crawl/work/ask-page.ts';
import { createRecordOutcome } from '../crawl/work/record-outcome.ts';
import { createReadSitemaps } from '../crawl/work/sitemaps.ts';
import { createStartCrawl } from '../crawl/start-crawl.ts';
import { createCrawlViews } from '../crawl/views/crawl-endpoints.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
import type { Job } from '../model/job/job.ts';
import type { ReadPage } from '../parser/facts/page-facts.ts';
import type { ReadSitemap } from '../parser/listing/sitemap.ts';
import { parseAllowHosts } from '../web/guard/allow-hosts.ts';
import { targetRefusal } from '../web/guard/target.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../model/context.ts';
import type { Stores } from '../model/stores.ts';
import type { Base } from './context.ts';

/** The longest time for which a crawl of the API runs, in milliseconds. */
const DAY_MS = 24 * 60 * 60_000;

/** Returns the job that gives out the pages of a crawl. */
export const crawlJobOf = (ctx: Base & Pick<Context, 'sendPages'>, longestMs = DAY_MS): JobDefinition =>
  createCrawlJob({
    ...ctx,
    admit: createAdmit({ ...ctx, known: createKnownPages() }),
    longestMs,
  });

/** Returns the function that asks a page of a crawl and keeps what came of it. */
export const askPageOf = (
  ctx: Stores & Pick<Base, 'now' | 'pause'>,
  web: Pick<Context, 'fetch' | 'robotsFor'> & {
    settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'>;
    readPage: ReadPage;
    readSitemap: ReadSitemap;
  },
) => {
  const admit = createAdmit({ ...ctx, known: createKnownPages() });
  return createAskPage({
    ...ctx,
    ...web,
    load: createLoadRunning(ctx),
    readSitemaps: createReadSitemaps({ admit, ...web }),
    record: createRecordOutcome({ ...ctx, follow: createFollowLinks({ ...ctx, admit }) }),
  });
};

/** Returns what ends a cancelled crawl. */
export const cancelCrawlOf = (ctx: Stores & Pick<Base, 'now'>): ((job: Job) => Promise<void>) =>
  createCancelCrawl(ctx);

/** Creates the handlers that start crawls and show them. */
export const createCrawlHandlers = (
  ctx: Base & Pick<Context, 'sendJob'> & { settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'> },
) => {
  const allowHosts = parseAllowHosts(ctx.settings.FETCH_ALLOW_HOSTS);
  return {
    ...createStartCrawl({
      ...ctx,
      refusalOf: (url) => targetRefusal(url, allowHosts),
    }),
    ...createCrawlViews(ctx),
  };
};
