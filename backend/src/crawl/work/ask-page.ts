import type { Context } from '../../model/context.ts';
import type { CrawlPageRecord } from '../../model/crawl/crawl-page.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import { admit, type AdmitContext, pageAddress } from '../frontier/admit.ts';
import type { RunningCrawl } from '../frontier/rules.ts';
import { type PageAnswer, requestPage, type PageContext } from '../../web/request-page.ts';
import { failed, type Outcome, disallowed, type RecordContext, recordOutcome } from './record-outcome.ts';
import { ignoresRobots } from '../../model/crawl/crawl.ts';
import type { CrawlMessage } from '../../queues/messages.ts';
import type { Again } from '../../queues/fetch-messages.ts';
import { afterMs, LEASE_MS, loadRunning, type RunningContext } from '../running-crawls.ts';
import { readAnswer, readFailure, readProblem } from './read-answer.ts';

/** The most sitemaps that one robots.txt or one index of sitemaps adds. */
const MOST_SITEMAPS = 20;
/** The most addresses that are looked at in one sitemap, for each page of the limit. */
const ADDRESSES_A_PAGE = 10;
/** The deepest an index of sitemaps may be in other indexes. */
const DEEPEST_INDEX = 2;

type Answered = Extract<PageAnswer, { outcome: 'answered' }>;

type SitemapContext = AdmitContext & Pick<Context, 'robotsFor' | 'parser'>;

/** Returns the addresses of sitemaps in scope. Patterns are about pages, so they do not apply. */
const sitemapAddresses = ({ isInScope }: RunningCrawl, urls: readonly string[]) =>
  urls
    .flatMap((url) => pageAddress(url) ?? [])
    .filter(({ url }) => isInScope(url))
    .slice(0, MOST_SITEMAPS);

/** Queues the sitemaps of a page's site. Returns how long to wait if it is not known yet which there are. */
const findSitemaps = async (
  ctx: SitemapContext,
  running: RunningCrawl,
  page: CrawlPageRecord,
): Promise<{ wait_ms: number } | null> => {
  const named = await ctx.robotsFor(page.url, { delay_ms: running.crawl.settings.delay_ms });
  if ('wait_ms' in named) return named;
  const urls = named.sitemaps.length > 0 ? named.sitemaps : [new URL('/sitemap.xml', page.url).href];
  const addresses = sitemapAddresses(running, urls);
  await admit(ctx, running, addresses, { depth: 0, role: 'sitemap', redirect_chain: [] });
  return null;
};

/** Queues the pages or sitemaps that a sitemap names. */
const takeSitemap = async (
  ctx: SitemapContext,
  running: RunningCrawl,
  page: CrawlPageRecord,
  { response }: Answered,
): Promise<Outcome> => {
  const { status, headers, body, facts } = response;
  try {
    const { kind, urls } = await ctx.parser.readSitemap(body, headers['content-type'] ?? null);
    if (kind === 'index') {
      const addresses =
        page.depth < DEEPEST_INDEX
          ? sitemapAddresses(
              running,
              urls.map(({ url }) => url),
            )
          : [];
      await admit(ctx, running, addresses, { depth: page.depth + 1, role: 'sitemap', redirect_chain: [] });
    } else {
      const looked = urls.slice(0, running.crawl.settings.limit * ADDRESSES_A_PAGE);
      const { addresses } = running.judge(looked.map(({ url }) => url));
      const isDeepEnough = running.crawl.settings.depth >= 1;
      await admit(ctx, running, isDeepEnough ? addresses : [], {
        depth: 1,
        role: 'page',
        redirect_chain: [],
      });
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return failed({ type: 'parse', message: error.message });
  }
  return {
    kind: 'done',
    result: {
      state: 'completed',
      status_code: status,
      content_type: headers['content-type'] ?? null,
      ttfb_ms: Math.round(facts.ttfb_ms),
      download_ms: Math.round(facts.download_ms),
      body_bytes: facts.body_bytes,
      wire_bytes: facts.wire_bytes,
    },
    links: null,
    redirect: null,
    error: null,
  };
};

/** The shortest wait for which a host is left alone by the whole crawl, in milliseconds. */
const HELD_FROM_MS = 3000;
const MOST_BYTES = 5 * 1024 * 1024;

export type AskContext = PageContext & RunningContext & RecordContext & SitemapContext;

const outcomeOf = async (
  ctx: AskContext,
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
        ? takeSitemap(ctx, running, page, answer)
        : readAnswer(page, answer, ctx.parser.readPage);
  }
};

/** Returns the message for later, with the page kept until then. */
const waiting = async (
  { crawls, crawlPages, now }: AskContext,
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
 * Asks the page of a message and keeps what came of it:
 *
 * 1. Drop the message if the crawl is over or another worker holds the page.
 * 2. Before the first page of a site, queue the sitemaps that its robots.txt names.
 * 3. Ask the page. If it is not its host's turn, the message comes back later; the page stays with this worker.
 * 4. Read the answer, queue what it leads to, and write the result.
 */
export const askPage = async (
  ctx: AskContext,
  message: CrawlMessage,
): Promise<Again<CrawlMessage> | null> => {
  const { user_id, crawl_id, page_id, owner } = message;
  const running = await loadRunning(ctx, user_id, crawl_id);
  if (running === null) return null;
  const [page] = await ctx.crawlPages.getMany(crawl_id, [page_id]);
  if (page === undefined || page.state !== 'processing' || page.owner !== owner) return null;

  const { settings } = running.crawl;
  if (page.depth === 0 && page.role === 'page' && settings.use_sitemaps) {
    const found = await findSitemaps(ctx, running, page);
    if (found !== null) return waiting(ctx, message, page, found.wait_ms);
  }
  const answer = await requestPage(ctx, page.url, {
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
    await recordOutcome(ctx, running, page, await outcomeOf(ctx, running, page, answer));
    return null;
  }
  const { problem, wait_ms } = answer;
  if (problem === null) return waiting(ctx, message, page, wait_ms);
  await recordOutcome(ctx, running, page, readProblem(problem, wait_ms));
  return null;
};
