import { createAdmit } from '../../crawl/frontier/admit.ts';
import { createFollowLinks } from '../../crawl/frontier/follow-links.ts';
import { createKnownPages } from '../../crawl/frontier/known-pages.ts';
import { createLoadRunning } from '../../crawl/running-crawls.ts';
import { createCancelCrawl, createCrawlJob } from '../../crawl/schedule/crawl-job.ts';
import { createAskPage } from '../../crawl/work/ask-page.ts';
import { createRecordOutcome } from '../../crawl/work/record-outcome.ts';
import { createReadSitemaps } from '../../crawl/work/sitemaps.ts';
import { createStartCrawl } from '../../crawl/start-crawl.ts';
import { createCrawlViews } from '../../crawl/views/crawl-endpoints.ts';
import type { JobDefinition } from '../../jobs/job-definition.ts';
import type { StartJob } from '../../jobs/start-job.ts';
import type { Job } from '../../model/job/job.ts';
import type { RequestPage } from '../../pages/request-page.ts';
import type { RobotsFor } from '../../robots/robots-for.ts';
import type { ReadPage } from '../../parser/facts/page-facts.ts';
import type { ReadSitemap } from '../../parser/listing/sitemap.ts';
import { parseAllowHosts } from '../../outbound/guard/allow-hosts.ts';
import { targetRefusal } from '../../outbound/guard/target.ts';
import type { SendPages } from '../../queues/messages.ts';
import type { Base } from './adapters.ts';

/** The longest time for which a crawl of the API runs, in milliseconds. */
const DAY_MS = 24 * 60 * 60_000;

/** Returns the job that gives out the pages of a crawl. */
export const crawlJobOf = (
  { stores, now, newId }: Base,
  sendPages: SendPages,
  longestMs = DAY_MS,
): JobDefinition =>
  createCrawlJob({
    ...stores,
    admit: createAdmit({ ...stores, known: createKnownPages(), now }),
    sendPages,
    now,
    newId,
    longestMs,
  });

/** Returns the function that asks a page of a crawl and keeps what came of it. */
export const askPageOf = (
  { stores, now }: Pick<Base, 'stores' | 'now'>,
  web: {
    requestPage: RequestPage;
    robotsFor: RobotsFor;
    readPage: ReadPage;
    readSitemap: ReadSitemap;
  },
) => {
  const admit = createAdmit({ ...stores, known: createKnownPages(), now });
  return createAskPage({
    ...stores,
    ...web,
    load: createLoadRunning(stores),
    readSitemaps: createReadSitemaps({ admit, ...web }),
    record: createRecordOutcome({ ...stores, follow: createFollowLinks({ ...stores, admit }), now }),
    now,
  });
};

/** Returns what ends a cancelled crawl. */
export const cancelCrawlOf = ({ stores, now }: Pick<Base, 'stores' | 'now'>): ((job: Job) => Promise<void>) =>
  createCancelCrawl({ ...stores, now });

/** Creates the handlers that start crawls and show them. */
export const createCrawlHandlers = (
  { stores, now, newId, log }: Base,
  settings: { FETCH_ALLOW_HOSTS: string },
  startJob: StartJob,
) => {
  const allowHosts = parseAllowHosts(settings.FETCH_ALLOW_HOSTS);
  return {
    ...createStartCrawl({
      ...stores,
      startJob,
      refusalOf: (url) => targetRefusal(url, allowHosts),
      now,
      newId,
      log,
    }),
    ...createCrawlViews({ ...stores, now }),
  };
};
