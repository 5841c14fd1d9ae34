import { isUtf8 } from 'node:buffer';
import { lookup as dnsLookup } from 'node:dns/promises';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { AllowHosts } from './guard/allow-hosts.ts';
import { isBrokenConnection, toOutboundError } from './guard/error-codes.ts';
import { createGuardedConnector } from './guard/guarded-connector.ts';
import type { Lookup } from './guard/guarded-connector.ts';
import { OutboundError } from './guard/guarded-fetch.ts';
import type { GuardedFetch, OutboundRequest, OutboundResponse } from './guard/guarded-fetch.ts';
import { readBody } from './read-body.ts';
import { checkTarget } from './guard/target.ts';

const defaultMaxBytes = 5 * 1024 * 1024;
const defaultTimeoutMs = 10_000;
const maxRedirects = 5;
const maxHeaderBytes = 32 * 1024;
/**
 * Number of bytes of a redirect's body that are read and dropped, so that its connection can serve the next request.
 */
const maxRedirectBodyBytes = 16 * 1024;

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** The only headers of a caller that are sent after a redirect to another origin, because they cannot hold a secret. */
const harmlessHeaders: readonly string[] = [
  'accept',
  'accept-language',
  'if-none-match',
  'if-modified-since',
];

export type GuardedFetchOptions = {
  /** Hosts exempt from the address guard; see parseAllowHosts. */
  allowHosts: AllowHosts;
  userAgent: string;
  /** Resolves host names. Default: the system's resolver, all addresses. */
  lookup?: Lookup;
};

export type ClosableGuardedFetch = GuardedFetch & {
  /** Aborts all running requests and closes every connection. */
  close: () => Promise<void>;
};

type Hop = { url: URL; headers: Record<string, string> };

const systemLookup: Lookup = (hostname) => dnsLookup(hostname, { all: true, order: 'verbatim' });

const flatHeaders = (raw: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/**
 * Returns the address to which a response redirects; null if it does not. Servers send the address in raw UTF-8, which
 * arrives as one character per byte.
 */
const redirectTarget = ({ statusCode, headers }: Dispatcher.ResponseData): string | null => {
  const location = flatHeaders(headers)['location'];
  if (location === undefined || !redirectStatuses.includes(statusCode)) return null;
  const bytes = Buffer.from(location, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : location;
};

const headersFor = (hop: Hop, next: URL): Record<string, string> =>
  next.origin === hop.url.origin
    ? hop.headers
    : Object.fromEntries(
        Object.entries(hop.headers).filter(([name]) => harmlessHeaders.includes(name.toLowerCase())),
      );

/** One hop of a request, and the signal that cuts it off. */
type Step = { request: OutboundRequest; hop: Hop; signal: AbortSignal };
type Send = (step: Step) => Promise<Dispatcher.ResponseData>;

/** Creates the function that sends one hop. It repeats a GET whose reused connection the server had closed. */
const createSend = (agent: Agent, userAgent: string): Send => {
  const send = async (step: Step, isRetry = false): Promise<Dispatcher.ResponseData> => {
    const { request, hop, signal } = step;
    const method = request.method ?? 'GET';
    try {
      return await agent.request({
        origin: hop.url.origin,
        path: `${hop.url.pathname}${hop.url.search}`,
        method,
        headers: { ...hop.headers, 'user-agent': userAgent, 'accept-encoding': 'gzip, br, zstd, deflate' },
        body: request.body ?? null,
        signal,
      });
    } catch (error) {
      if (method !== 'GET' || isRetry || signal.aborted || !isBrokenConnection(error)) throw error;
      return send(step, true);
    }
  };
  return (step) => send(step);
};

/** Reads the response at the end of all redirects. */
const finish = async (
  { request, hop, signal }: Step,
  answer: Dispatcher.ResponseData,
): Promise<Omit<OutboundResponse, 'redirects'>> => {
  const { 'content-encoding': encoding = '', ...headers } = flatHeaders(answer.headers);
  const body = await readBody(answer.body, encoding, request.maxBytes ?? defaultMaxBytes, signal);
  return { status: answer.statusCode, url: hop.url.href, headers, body };
};

/** Sends a request and follows its redirects, each of which is checked like the first address. */
const follow = async (
  send: Send,
  allowHosts: AllowHosts,
  { request, hop: first, signal }: Step,
): Promise<OutboundResponse> => {
  const { hostname, href } = first.url;
  const redirects: OutboundResponse['redirects'] = [];
  const visited = new Set([href]);
  let hop = first;
  for (;;) {
    const step: Step = { request, hop, signal };
    const answer = await send(step);
    const location = (request.method ?? 'GET') === 'GET' ? redirectTarget(answer) : null;
    if (location === null) return { ...(await finish(step, answer)), redirects };
    await answer.body.dump({ limit: maxRedirectBodyBytes, signal });
    const url = checkTarget(location, allowHosts, hop.url);
    redirects.push({ status: answer.statusCode, url: url.href });
    if (visited.has(url.href))
      throw new OutboundError('too_many_redirects', `${hostname} redirects in a circle.`);
    if (redirects.length > maxRedirects)
      throw new OutboundError('too_many_redirects', `${hostname} redirects more than ${maxRedirects} times.`);
    visited.add(url.href);
    hop = { url, headers: headersFor(hop, url) };
  }
};

const timedOut = (hostname: string, timeoutMs: number) =>
  new OutboundError('timed_out', `${hostname} did not finish its answer within ${timeoutMs / 1000} seconds.`);

/**
 * Creates the guarded client over HTTP/1.1 with reused connections. It follows at most 5 redirects (301, 302, 303, 307,
 * 308) of a GET and checks each address like the first. It returns the response to a POST as it is, so that the request
 * body is never sent elsewhere. It repeats a GET once if the connection breaks before the response begins, which
 * happens when the server has closed a reused connection.
 */
export const createGuardedFetch = (options: GuardedFetchOptions): ClosableGuardedFetch => {
  const { allowHosts, userAgent, lookup = systemLookup } = options;
  const agent = new Agent({
    connect: createGuardedConnector(allowHosts, lookup, defaultTimeoutMs),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveMaxTimeout: 30_000,
  });
  const send = createSend(agent, userAgent);

  const guardedFetch: GuardedFetch = async (request) => {
    const url = checkTarget(request.url, allowHosts);
    const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
    const abort = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(timedOut(url.hostname, timeoutMs)), timeoutMs);
    const step: Step = { request, hop: { url, headers: request.headers ?? {} }, signal: abort.signal };
    try {
      // An abort signal does not reach a request that still waits for its connection, so a separate timer runs.
      return await Promise.race([follow(send, allowHosts, step), late]);
    } catch (error) {
      abort.abort();
      throw toOutboundError(error, url.hostname);
    } finally {
      clearTimeout(timer);
    }
  };

  return Object.assign(guardedFetch, { close: () => agent.destroy() });
};
