import { acceptPage, retryAfter } from './fetch/headers.ts';
import { backOffMs, isPassingError, isPassingStatus, MOST_RETRIES } from './fetch/retries.ts';
import { OutboundError } from './guard/guarded-fetch.ts';
import type {
  GuardedFetch,
  JudgeHop,
  OutboundRequest,
  OutboundResponse,
  Redirect,
} from './guard/guarded-fetch.ts';
import { takeTurnOrThrow, TurnRefused, type PaceContext } from './turns/pace.ts';
import { readRobotsTags, type PageRobots } from './robots/page-robots.ts';
import type { RobotsFor } from './robots/robots-for.ts';

/** The pause before the first retry, which doubles twice. */
const RETRY_BASE_MS = 2000;
/** The longest Retry-After that is obeyed. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/**
 * The progress of the requests for a page. A page that goes back into a queue keeps it, and the next request gets it;
 * without it, retries and redirects begin anew.
 */
export type PageProgress = {
  /** Requests that failed so far. */
  attempt: number;
  /** Redirects followed so far; the next request goes on at the last of them. */
  redirects: Redirect[];
};

export type PageOptions = {
  /** The progress of the last answer, if that was to wait. */
  progress?: PageProgress | undefined;
  /** Milliseconds wanted between requests to the host, if that is more than its pace; 30 s at most count. */
  delay_ms?: number | undefined;
  /** Time limit of the request without its waiting for robots.txt, in milliseconds. Default 10,000. */
  timeout_ms?: number | undefined;
  /** Largest body in bytes; a longer one is cut. Default 5 MB. */
  max_bytes?: number | undefined;
  /** Sent before the own user agent, which stays. */
  user_agent?: string | undefined;
  /** The robot whose group of robots.txt counts. Default: Omomi's. */
  robots_agent?: string | undefined;
  /** True for a host of the owner's own, whose robots.txt is not asked. Its pace stays. */
  ignores_robots?: boolean | undefined;
  /** manual: a redirect is the answer, with an empty body. Default follow. */
  redirects?: 'follow' | 'manual' | undefined;
  /** The `Accept` header. Default: pages. */
  accept?: string | undefined;
  /** Validators of the last answer, for a conditional request. */
  conditions?: { etag: string | null; last_modified: string | null } | undefined;
};

export type PageAnswer =
  | {
      outcome: 'answered';
      response: OutboundResponse;
      /** The wishes of the X-Robots-Tag headers. */
      robots: PageRobots;
      /** The Retry-After of the response in milliseconds, at most an hour; null if it has none. */
      retry_after_ms: number | null;
    }
  | {
      outcome: 'wait';
      /** Milliseconds after which to ask again, with this progress. */
      wait_ms: number;
      progress: PageProgress;
      /** The failure; null if only the turn of a host has not come, or its robots.txt is still being asked for. */
      problem: { type: string; message: string } | null;
    }
  /** `rule` is that of robots.txt, or says why robots.txt could not be had. */
  | { outcome: 'disallowed'; rule: string }
  | { outcome: 'failed'; failure: OutboundError };

/** The context for asking for pages. */
export type PageContext = PaceContext & {
  fetch: GuardedFetch;
  robotsFor: RobotsFor;
  /** Returns a number from 0 to 1, for pauses; tests fix it. */
  random?: () => number;
};

/** robots.txt forbids a hop. */
class Disallowed extends Error {
  override readonly name = 'Disallowed';
}

/** Returns the judge of a request's hops: robots.txt of the hop's origin first, then the turn of its host. */
const judgeOf =
  (ctx: PageContext, { delay_ms, robots_agent, ignores_robots = false }: PageOptions): JudgeHop =>
  async (url, redirects) => {
    if (ignores_robots) {
      await takeTurnOrThrow(ctx, delay_ms)(url, redirects);
      return;
    }
    const rules = await ctx.robotsFor(url.href, { delay_ms, agent: robots_agent });
    if ('wait_ms' in rules) throw new TurnRefused(rules.wait_ms, redirects);
    const rule = rules.ruleFor(url.href);
    if (rule !== null) throw new Disallowed(rule);
    const { crawl_delay_ms } = rules;
    const wanted = crawl_delay_ms === null ? delay_ms : Math.max(crawl_delay_ms, delay_ms ?? 0);
    await takeTurnOrThrow(ctx, wanted)(url, redirects);
  };

const requestOf = (url: string, options: PageOptions, judgeHop: JudgeHop): OutboundRequest => {
  const { progress, timeout_ms, max_bytes, user_agent, redirects, accept, conditions } = options;
  const { etag = null, last_modified = null } = conditions ?? {};
  return {
    url,
    judgeHop,
    headers: {
      accept: accept ?? acceptPage,
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(last_modified === null ? {} : { 'if-modified-since': last_modified }),
    },
    redirects: progress?.redirects ?? [],
    followsRedirects: redirects !== 'manual',
    cutsAtMaxBytes: true,
    ...(timeout_ms === undefined ? {} : { timeoutMs: timeout_ms }),
    ...(max_bytes === undefined ? {} : { maxBytes: max_bytes }),
    ...(user_agent === undefined ? {} : { userAgentPrefix: user_agent }),
  };
};

/** Waits for another request after a failure that may pass; null after the third retry. */
const retryOf = (
  { random = Math.random }: PageContext,
  { attempt, redirects }: PageProgress,
  asked_ms: number | null,
  problem: { type: string; message: string },
): PageAnswer | null => {
  if (attempt >= MOST_RETRIES) return null;
  const wait_ms = Math.max(backOffMs(attempt, RETRY_BASE_MS, random), asked_ms ?? 0);
  return { outcome: 'wait', wait_ms, progress: { attempt: attempt + 1, redirects }, problem };
};

/** Returns the answer that a response means; 502, 503 and 504 are asked again first. */
const ofResponse = (ctx: PageContext, response: OutboundResponse, attempt: number): PageAnswer => {
  const { status, headers, facts, redirects } = response;
  const seconds = retryAfter(headers['retry-after'], ctx.now());
  const retry_after_ms = seconds === null ? null : Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS);
  const problem = { type: 'server_error', message: `The server answered with status ${status}.` };
  const retry = isPassingStatus(status)
    ? retryOf(ctx, { attempt, redirects }, retry_after_ms, problem)
    : null;
  const robots = readRobotsTags(facts.x_robots_tags, ctx.now());
  return retry ?? { outcome: 'answered', response, robots, retry_after_ms };
};

/** Returns the answer that an error means. Rethrows what is neither the page's nor the network's. */
const ofError = (ctx: PageContext, error: unknown, progress: PageProgress): PageAnswer => {
  if (error instanceof TurnRefused)
    return {
      outcome: 'wait',
      wait_ms: error.wait_ms,
      progress: { attempt: progress.attempt, redirects: error.redirects },
      problem: null,
    };
  if (error instanceof Disallowed) return { outcome: 'disallowed', rule: error.message };
  if (!(error instanceof OutboundError)) throw error;
  const problem = { type: error.fault, message: error.message };
  const retry = isPassingError(error) ? retryOf(ctx, progress, null, problem) : null;
  return retry ?? { outcome: 'failed', failure: error };
};

/**
 * Asks for a page: robots.txt of each hop's origin, the turn of its host, and the guarded request. Nothing here sleeps. A
 * page whose host has no turn yet, whose robots.txt is not there yet, or whose request failed in a way that may pass, is
 * put back by the caller: connection trouble, 502, 503 and 504 three times, after 1 to 2, 2 to 4 and 4 to 8 seconds or as
 * long as Retry-After says. No 4xx is asked again. Throws only errors of storage.
 */
export const requestPage = async (
  ctx: PageContext,
  url: string,
  options: PageOptions = {},
): Promise<PageAnswer> => {
  const { attempt, redirects } = options.progress ?? { attempt: 0, redirects: [] };
  let followed = redirects;
  const judge = judgeOf(ctx, options);
  const judgeHop: JudgeHop = (hop, sofar) => {
    followed = sofar;
    return judge(hop, sofar);
  };
  try {
    const response = await ctx.fetch(requestOf(url, options, judgeHop));
    return ofResponse(ctx, response, attempt);
  } catch (error) {
    return ofError(ctx, error, { attempt, redirects: followed });
  }
};
