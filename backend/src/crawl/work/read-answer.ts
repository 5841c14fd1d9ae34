import type { CrawlErrorType } from '../../contract/index.ts';
import type { CrawlPageRecord, CrawlPageResult } from '../../model/crawl/crawl-page.ts';
import type { OutboundErrorCode } from '../../web/guard/guarded-fetch.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';

import { pageAddress } from '../frontier/admit.ts';
import type { PageReading, ReadPage } from '../../parser/facts/page-facts.ts';
import type { PageRobots } from '../../web/robots/page-robots.ts';
import { MOST_RETRIES } from '../running-crawls.ts';
import type { PageAnswer } from '../../web/request-page.ts';
import { failed, type Outcome } from './record-outcome.ts';

type Answered = Extract<PageAnswer, { outcome: 'answered' }>;
type Failed = Extract<PageAnswer, { outcome: 'failed' }>;
type Problem = { type: string; message: string };

/** The longest chain of redirects that is followed. */
const MOST_REDIRECTS = 10;

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
const LOWEST_ERROR = 400;
const TOO_MANY_REQUESTS = 429;
/** The first and the longest pause of a host that has had too many requests, in milliseconds. */
const BUSY_MS = 10_000;
const LONGEST_BUSY_MS = 10 * 60_000;

const errorTypes: Readonly<Record<OutboundErrorCode, CrawlErrorType>> = {
  unresolved: 'network',
  unreachable: 'network',
  timed_out: 'timeout',
  tls_failed: 'network',
  too_large: 'too_large',
  too_many_redirects: 'redirect',
  address_refused: 'refused',
};

const isOutboundCode = (code: string): code is OutboundErrorCode => Object.hasOwn(errorTypes, code);

/** Returns the outcome of a page for which another attempt is worth it. */
export const readProblem = (problem: Problem, wait_ms: number): Outcome => {
  const type = isOutboundCode(problem.type) ? errorTypes[problem.type] : 'status';
  const error = { type, message: problem.message };
  // A server that answers with an error has too much to do; a connection that breaks may be one page's.
  return { kind: 'again', error, wait_ms, is_host_busy: type === 'status' };
};

export const readFailure = ({ failure }: Failed): Outcome =>
  failed({ type: errorTypes[failure.fault], message: failure.message });

/** Returns what the answer says of itself, whatever its body. */
const answerFacts = ({ response }: Answered) => {
  const { status, headers, facts } = response;
  const length = headers['content-length'];
  return {
    status_code: status,
    ttfb_ms: Math.round(facts.ttfb_ms),
    download_ms: Math.round(facts.download_ms),
    body_bytes: facts.body_bytes,
    wire_bytes: facts.wire_bytes,
    content_encoding: facts.content_encoding,
    is_truncated: facts.is_cut,
    content_type: headers['content-type'] ?? null,
    content_length: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
    last_modified: headers['last-modified'] ?? null,
    server: headers['server'] ?? null,
  };
};

const namesOf = (directives: string | null): string[] =>
  (directives ?? '').split(/[\s,]+/).filter((name) => name !== '');

/** Returns the directives of the page and of its header together; null if there are none. */
const directivesOf = (meta: string | null, robots: PageRobots): string | null => {
  const named = Object.entries(robots).flatMap(([name, isSet]) => (isSet ? [name] : []));
  const all = new Set([...namesOf(meta), ...named]);
  return all.size === 0 ? null : [...all].join(', ');
};

/** Returns what a document says of itself. Its text is compared only if it is a page that may be indexed. */
const pageFacts = (
  { links, ...facts }: PageReading,
  robots: PageRobots,
  { isCut, isPage }: { isCut: boolean; isPage: boolean },
): Partial<CrawlPageResult> => {
  const meta_robots = directivesOf(facts.meta_robots, robots);
  const is_noindex = namesOf(meta_robots).some((name) => name === 'noindex' || name === 'none');
  return {
    ...facts,
    meta_robots,
    is_noindex,
    is_truncated: facts.is_truncated || isCut,
    content_hash: isPage && !is_noindex && facts.word_count > 0 ? facts.content_hash : null,
    links: links.length,
  };
};

const isHtml = (contentType: string | undefined): boolean =>
  contentType === undefined || /\b(?:html|xhtml)\b/i.test(contentType);

/** Returns the outcome of a redirect. Its target is a page of its own. */
const readRedirect = (page: CrawlPageRecord, location: string, answer: Answered): Outcome => {
  const facts = answerFacts(answer);
  const target = pageAddress(location, page.url);
  const before = page.redirect_chain.map(({ url }) => url);
  const fault =
    target === null
      ? 'It redirects to something that is not a web address.'
      : target.url === page.url || before.includes(target.url)
        ? 'It redirects in a circle.'
        : before.length >= MOST_REDIRECTS
          ? `It is the end of ${MOST_REDIRECTS} redirects and redirects again.`
          : null;
  if (target !== null && fault === null)
    return {
      kind: 'done',
      result: { ...facts, state: 'completed', redirect_url: target.url },
      links: null,
      redirect: { url: target.url, status: facts.status_code },
      error: null,
    };
  const error = { type: 'redirect' as const, message: fault ?? '' };
  const outcome = failed(error);
  if (outcome.kind !== 'done') return outcome;
  return { ...outcome, result: { ...outcome.result, ...facts, redirect_url: target?.url ?? null } };
};

/** Reads the facts and links of a page. One that the parser gives up on has the facts of its answer alone. */
const readDocument = async (
  page: CrawlPageRecord,
  answer: Answered,
  readPage: ReadPage,
): Promise<Outcome> => {
  const { response, robots } = answer;
  const facts = answerFacts(answer);
  const result = { ...facts, state: 'completed' as const };
  const plain = { kind: 'done', result, links: null, redirect: null, error: null } as const;
  if (!isHtml(response.headers['content-type']) || response.body.length === 0)
    return { ...plain, result: { ...result, meta_robots: directivesOf(null, robots) } };
  try {
    const reading = await readPage(response.body, response.headers['content-type'] ?? null, page.url);
    // The links of an error page are those of the site's frame. They say nothing, and there are many such pages.
    const isPage = response.status < LOWEST_ERROR && page.role === 'page';
    const told = pageFacts(reading, robots, { isCut: facts.is_truncated, isPage });
    return { ...plain, result: { ...result, ...told }, links: isPage ? reading.links : null };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const noted = { type: 'parse' as const, message: error.message };
    return {
      ...plain,
      result: { ...result, last_error_type: noted.type, last_error_message: noted.message },
      error: noted,
    };
  }
};

/** Returns what came of an answer. */
export const readAnswer = async (
  page: CrawlPageRecord,
  answer: Answered,
  readPage: ReadPage,
): Promise<Outcome> => {
  const { status, headers } = answer.response;
  const location = headers['location'];
  if (redirectStatuses.includes(status) && location !== undefined)
    return readRedirect(page, location, answer);
  if (status === TOO_MANY_REQUESTS && page.retry_count < MOST_RETRIES) {
    const pause = Math.max(answer.retry_after_ms ?? 0, BUSY_MS * 2 ** page.retry_count);
    const error = { type: 'status', message: 'The server answered with status 429.' } as const;
    return { kind: 'again', error, wait_ms: Math.min(pause, LONGEST_BUSY_MS), is_host_busy: true };
  }
  return readDocument(page, answer, readPage);
};
