import { ignoresRobots, type CrawlStore } from '../../model/crawl/crawl.ts';
import type { CrawlPageRecord, CrawlPageStore } from '../../model/crawl/crawl-page.ts';
import type { CrawlMessage } from '../../queues/messages.ts';
import type { Again } from '../../queues/page-messages.ts';
import type { RunningCrawl } from '../frontier/rules.ts';
import { afterMs, LEASE_MS, type LoadRunning } from '../running-crawls.ts';
import type { ReadPage } from '../../parser/facts/page-facts.ts';
import { requestPage, type PageAnswer, type PageContext } from '../../web/request-page.ts';
import { disallowed, type Outcome, type RecordOutcome } from './record-outcome.ts';
import { readAnswer, readFailure, readProblem } from './read-answer.ts';
import type { ReadSitemaps } from './sitemaps.ts';

/** The shortest wait for which a host is left alone by the whole crawl, in milliseconds. */
const HELD_FROM_MS = 3000;
const MOST_BYTES = 5 * 1024 * 1024;

export type AskPageDeps = PageContext & {
  load: LoadRunning;
  crawls: Pick<CrawlStore, 'holdHost'>;
  crawlPages: Pick<CrawlPageStore, 'getMany' | 'extend'>;
  readPage: ReadPage;
  readSitemaps: ReadSitemaps;
  record: RecordOutcome;
};

const outcomeOf = async (
  deps: AskPageDeps,
  running: RunningCrawl,
  page: CrawlPageRecord,
  answer: Exclude<PageAnswer, { outcome: 'wait' }>,
): Promise<Outcome> => {
  switch (answer.outcome) {
    case 'disallowed':
      return disallowed(answer.rule);
    case 'failed':
      return readFailure(answer);
    case 'answered':
      return page.role === 'sitemap' && answer.response.status === 200
        ? deps.readSitemaps.read(running, page, answer)
        : readAnswer(page, answer, deps.readPage);
  }
};

/** Returns the message for later, with the page kept until then. */
const waiting = async (
  { crawls, crawlPages, now }: AskPageDeps,
  message: CrawlMessage,
  page: CrawlPageRecord,
  wait_ms: number,
): Promise<Again<CrawlMessage>> => {
  const at = now();
  const needed = afterMs(at, wait_ms + LEASE_MS / 2);
  if ((page.lease_until ?? '') < needed)
    await crawlPages.extend(page, message.owner, afterMs(at, wait_ms + LEASE_MS));
  if (wait_ms >= HELD_FROM_MS) await crawls.holdHost(page.crawl_id, page.host, afterMs(at, wait_ms));
  return { message, wait_ms };
};

/**
 * Creates the function that asks the page of a message and keeps what came of it:
 *
 * 1. Drop the message if the crawl is over or another worker holds the page.
 * 2. Before the first page of a site, queue the sitemaps that its robots.txt names.
 * 3. Ask the page. If it is not its host's turn, the message comes back later; the page stays with this worker.
 * 4. Read the answer, queue what it leads to, and write the result.
 */
export const createAskPage =
  (deps: AskPageDeps) =>
  async (message: CrawlMessage): Promise<Again<CrawlMessage> | null> => {
    const { user_id, crawl_id, page_id, owner } = message;
    const running = await deps.load(user_id, crawl_id);
    if (running === null) return null;
    const [page] = await deps.crawlPages.getMany(crawl_id, [page_id]);
    if (page === undefined || page.state !== 'processing' || page.owner !== owner) return null;

    const { settings } = running.crawl;
    if (page.depth === 0 && page.role === 'page' && settings.use_sitemaps) {
      const found = await deps.readSitemaps.find(running, page);
      if (found !== null) return waiting(deps, message, page, found.wait_ms);
    }
    const answer = await requestPage(deps, page.url, {
      delay_ms: settings.delay_ms,
      timeout_ms: settings.timeout_ms,
      max_bytes: MOST_BYTES,
      redirects: 'manual',
      user_agent: settings.user_agent,
      robots_agent: settings.robots_agent,
      ignores_robots: ignoresRobots(settings, page.url),
      progress: { attempt: page.retry_count, redirects: [] },
    });
    if (answer.outcome !== 'wait') {
      await deps.record(running, page, await outcomeOf(deps, running, page, answer));
      return null;
    }
    const { problem, wait_ms } = answer;
    if (problem === null) return waiting(deps, message, page, wait_ms);
    await deps.record(running, page, readProblem(problem, wait_ms));
    return null;
  };
