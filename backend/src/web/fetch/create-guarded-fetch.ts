import { lookup as dnsLookup } from 'node:dns/promises';
import { Agent } from 'undici';
import { follow, JudgedError } from './follow.ts';
import { type AllowHosts, checkTarget } from '../guard/target.ts';
import { toOutboundError } from '../guard/error-codes.ts';
import { createGuardedConnector } from '../guard/guarded-connector.ts';
import type { Lookup } from '../guard/guarded-connector.ts';
import { readProxy } from '../guard/proxy-tunnel.ts';
import { OutboundError } from '../guard/guarded-fetch.ts';
import type { GuardedFetch } from '../guard/guarded-fetch.ts';
import { createAskHop, startTimeLimit } from './hop.ts';

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
