import { isUtf8 } from 'node:buffer';
import type { Agent, Dispatcher } from 'undici';
import { request as ask } from '../guard/undici.ts';
import { isBrokenConnection } from '../guard/error-codes.ts';
import type { OutboundRequest, OutboundResponse } from '../guard/guarded-fetch.ts';
import { readBody } from './read-body.ts';

/** A time limit that can be paused. */
export type TimeLimit = {
  /** Rejects when the time is up. */
  late: Promise<never>;
  /** Returns the milliseconds that are left. */
  left: () => number;
  /** Does work whose time does not count. */
  pausedFor: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the limit; `late` stays as it is. */
  clear: () => void;
};

/** Starts a time limit of so many milliseconds, after which `late` rejects with this error. */
export const startTimeLimit = (milliseconds: number, tooLate: () => Error): TimeLimit => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let remaining = milliseconds;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    startedAt = performance.now();
    timer = setTimeout(() => reject(tooLate()), remaining);
  };
  const left = () => Math.max(0, remaining - (timer === undefined ? 0 : performance.now() - startedAt));
  const stop = () => {
    remaining = left();
    clearTimeout(timer);
    timer = undefined;
  };
  start();
  return {
    late,
    left,
    pausedFor: async (work) => {
      stop();
      try {
        return await work();
      } finally {
        start();
      }
    },
    clear: stop,
  };
};

const defaultMaxBytes = 5 * 1024 * 1024;
/**
 * Number of bytes of a redirect's body that are read and dropped, so that its connection can serve the next request.
 */
const maxRedirectBodyBytes = 16 * 1024;

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** One address of a request, with the headers of the caller that are sent to it. */
export type Hop = { url: URL; headers: Record<string, string> };

/** The hop that is asked, and the signal that cuts it off. */
type Step = { request: OutboundRequest; hop: Hop; signal: AbortSignal };

/** The answer of one hop; `redirects` are added at the end. */
export type HopAnswer = Omit<OutboundResponse, 'redirects'> & {
  /** The address to which it redirects, as the server wrote it; null if it does not, or is not to be followed. */
  location: string | null;
};

const flatHeaders = (raw: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** Returns each header of this name. */
const eachHeader = (raw: Dispatcher.ResponseData['headers'], name: string): string[] => {
  const value = raw[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
};

/** Servers send the address of a redirect in raw UTF-8, which arrives as one character per byte. */
const decodedLocation = (location: string): string => {
  const bytes = Buffer.from(location, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : location;
};

type Send = (step: Step) => Promise<Dispatcher.ResponseData>;

/**
 * Creates the function that sends one hop. It repeats a GET whose reused connection the server had closed, unless each
 * hop is judged: then the repetition needs a judgement of its own, which only a retry gets.
 */
const createSend = (agent: Agent, userAgent: string): Send => {
  const send = async (step: Step, isRetry: boolean): Promise<Dispatcher.ResponseData> => {
    const { request, hop, signal } = step;
    const { method = 'GET', userAgentPrefix: prefix, judgeHop } = request;
    try {
      return await ask.call(agent, {
        origin: hop.url.origin,
        path: `${hop.url.pathname}${hop.url.search}`,
        method,
        headers: {
          ...hop.headers,
          'user-agent': prefix === undefined ? userAgent : `${prefix} ${userAgent}`,
          'accept-encoding': 'gzip, br, zstd, deflate',
        },
        body: request.body ?? null,
        signal,
      });
    } catch (error) {
      const mayRepeat = method === 'GET' && judgeHop === undefined && !isRetry && !signal.aborted;
      if (!mayRepeat || !isBrokenConnection(error)) throw error;
      return send(step, true);
    }
  };
  return (step) => send(step, false);
};

/** Creates the function that asks one hop, reads its answer and measures both by this clock, in milliseconds. */
export const createAskHop = (agent: Agent, userAgent: string, monotonicNow: () => number) => {
  const send = createSend(agent, userAgent);
  return async (step: Step): Promise<HopAnswer> => {
    const { request, hop, signal } = step;
    const sentAt = monotonicNow();
    const answer = await send(step);
    const answeredAt = monotonicNow();
    const { 'content-encoding': encoding, ...headers } = flatHeaders(answer.headers);
    const isRedirect =
      (request.method ?? 'GET') === 'GET' &&
      headers['location'] !== undefined &&
      redirectStatuses.includes(answer.statusCode);
    if (isRedirect) headers['location'] = decodedLocation(headers['location'] ?? '');
    const limit = { maxBytes: request.maxBytes ?? defaultMaxBytes, cuts: request.cutsAtMaxBytes === true };
    const { body, wireBytes, isCut } = isRedirect
      ? await dropBody(answer, signal)
      : await readBody(answer.body, encoding ?? '', limit, signal);
    return {
      status: answer.statusCode,
      url: hop.url.href,
      headers,
      body,
      facts: {
        ttfb_ms: answeredAt - sentAt,
        download_ms: monotonicNow() - answeredAt,
        wire_bytes: wireBytes,
        body_bytes: body.length,
        content_encoding: encoding ?? null,
        is_cut: isCut,
        x_robots_tags: eachHeader(answer.headers, 'x-robots-tag'),
      },
      location: isRedirect && request.followsRedirects !== false ? (headers['location'] ?? null) : null,
    };
  };
};

export type AskHop = ReturnType<typeof createAskHop>;

const dropBody = async ({ body }: Dispatcher.ResponseData, signal: AbortSignal) => {
  await body.dump({ limit: maxRedirectBodyBytes, signal });
  return { body: new Uint8Array(0), wireBytes: 0, isCut: false };
};
