import { lookup as dnsLookup } from 'node:dns/promises';
import { Agent } from '../guard/undici.ts';
import { type AllowHosts, checkTarget } from '../guard/target.ts';
import { toOutboundError } from '../guard/error-codes.ts';
import { createGuardedConnector } from '../guard/guarded-connector.ts';
import type { Lookup } from '../guard/guarded-connector.ts';
import { readProxy } from '../guard/proxy-tunnel.ts';
import { OutboundError } from '../guard/guarded-fetch.ts';
import type { GuardedFetch, OutboundRequest, OutboundResponse, Redirect } from '../guard/guarded-fetch.ts';
import {
  createAskHop,
  startTimeLimit,
  type AskHop,
  type Hop,
  type HopAnswer,
  type TimeLimit,
} from './hop.ts';
import { withRetries } from './retries.ts';

const defaultTimeoutMs = 10_000;
const maxHeaderBytes = 32 * 1024;

export type GuardedFetchOptions = {
  /** Hosts exempt from the address guard; see parseAllowHosts. */
  allowHosts: AllowHosts;
  userAgent: string;
  /** The address of a proxy (OUTBOUND_PROXY), through which all but the exempt hosts are asked. */
  proxy?: string | undefined;
  /** Resolves host names. Default: the system's resolver, all addresses. */
  lookup?: Lookup;
  /** Returns milliseconds of a clock that never goes back, by which answers are measured. Default: performance.now. */
  monotonicNow?: () => number;
};

export type ClosableGuardedFetch = GuardedFetch & {
  /** Aborts all running requests and closes every connection. */
  close: () => Promise<void>;
};

const systemLookup: Lookup = (hostname) => dnsLookup(hostname, { all: true, order: 'verbatim' });

const timedOut = (hostname: string, timeoutMs: number) =>
  new OutboundError('timed_out', `${hostname} did not finish its answer within ${timeoutMs / 1000} seconds.`);

const maxRedirects = 5;

/** The only headers of a caller that are sent after a redirect to another origin, because they cannot hold a secret. */
const harmlessHeaders: readonly string[] = [
  'accept',
  'accept-language',
  'if-none-match',
  'if-modified-since',
  'range',
];

/** The error that `judgeHop` threw, which is passed on as it is. */
class JudgedError extends Error {
  override readonly name = 'JudgedError';
}

const nextHop = (hop: Hop, url: URL): Hop => ({
  url,
  headers:
    url.origin === hop.url.origin
      ? hop.headers
      : Object.fromEntries(
          Object.entries(hop.headers).filter(([name]) => harmlessHeaders.includes(name.toLowerCase())),
        ),
});

/** Adds a redirect to those followed. Throws OutboundError if it leads back or is one too many. */
const checkChain = (first: URL, redirects: Redirect[]): void => {
  const urls = [first.href, ...redirects.map(({ url }) => url)];
  if (new Set(urls).size < urls.length)
    throw new OutboundError('too_many_redirects', `${first.hostname} redirects in a circle.`);
  if (redirects.length > maxRedirects)
    throw new OutboundError(
      'too_many_redirects',
      `${first.hostname} redirects more than ${maxRedirects} times.`,
    );
};

/** The dependencies of following redirects. */
type Following = {
  ask: AskHop;
  allowHosts: AllowHosts;
  request: OutboundRequest;
  limit: TimeLimit;
  signal: AbortSignal;
};

/** Judges a hop and asks it, again if it fails and the request wants that. */
const askJudged = (
  { ask, request, limit, signal }: Following,
  hop: Hop,
  redirects: Redirect[],
): Promise<HopAnswer> => {
  const { judgeHop } = request;
  const judge = async (): Promise<void> => {
    if (judgeHop === undefined) return;
    try {
      await limit.pausedFor(() => judgeHop(hop.url, redirects));
    } catch (error) {
      throw new JudgedError('This address was judged not to be asked.', { cause: error });
    }
  };
  const isFinal = (error: unknown) => error instanceof JudgedError || signal.aborted;
  return withRetries({ request, leftMs: limit.left, isFinal, signal }, async () => {
    await judge();
    return ask({ request, hop, signal });
  });
};

/** Sends a request and follows its redirects, each of which is checked like the first address. */
const follow = async (following: Following, first: URL): Promise<OutboundResponse> => {
  const { request, allowHosts } = following;
  let redirects: Redirect[] = [];
  let hop: Hop = { url: first, headers: request.headers ?? {} };
  const goTo = (status: number, location: string): void => {
    const url = checkTarget(location, allowHosts, hop.url);
    redirects = [...redirects, { status, url: url.href }];
    checkChain(first, redirects);
    hop = nextHop(hop, url);
  };
  for (const { status, url } of request.redirects ?? []) goTo(status, url);
  for (;;) {
    const { location, ...answer } = await askJudged(following, hop, redirects);
    if (location === null) return { ...answer, redirects };
    goTo(answer.status, location);
  }
};

/**
 * Creates the guarded client over HTTP/1.1 with reused connections. It follows at most 5 redirects (301, 302, 303, 307,
 * 308) of a GET and checks each address like the first. It returns the response to a POST as it is, so that the request
 * body is never sent elsewhere. It repeats a GET once if the connection breaks before the response begins, which
 * happens when the server has closed a reused connection.
 */
export const createGuardedFetch = (options: GuardedFetchOptions): ClosableGuardedFetch => {
  const {
    allowHosts,
    userAgent,
    proxy,
    lookup = systemLookup,
    monotonicNow = () => performance.now(),
  } = options;
  const agent = new Agent({
    connect: createGuardedConnector(
      allowHosts,
      lookup,
      defaultTimeoutMs,
      proxy === undefined ? null : readProxy(proxy),
    ),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveMaxTimeout: 30_000,
  });
  const ask = createAskHop(agent, userAgent, monotonicNow);

  const guardedFetch: GuardedFetch = async (request) => {
    const url = checkTarget(request.url, allowHosts);
    const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
    const { signal: given } = request;
    given?.throwIfAborted();
    const abort = new AbortController();
    const givenUp = Promise.withResolvers<never>();
    const giveUp = (): void => givenUp.reject(given?.reason);
    given?.addEventListener('abort', giveUp, { once: true });
    const limit = startTimeLimit(timeoutMs, () => timedOut(url.hostname, timeoutMs));
    try {
      // An abort signal does not reach a request that still waits for its connection, so a separate timer runs.
      const following = follow({ ask, allowHosts, request, limit, signal: abort.signal }, url);
      return await Promise.race([following, limit.late, givenUp.promise]);
    } catch (error) {
      abort.abort();
      given?.throwIfAborted();
      throw error instanceof JudgedError ? error.cause : toOutboundError(error, url.hostname);
    } finally {
      limit.clear();
      given?.removeEventListener('abort', giveUp);
    }
  };

  return Object.assign(guardedFetch, { close: () => agent.destroy() });
};
