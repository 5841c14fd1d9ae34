import type { FeedErrorCode } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';

/** A redirect that was followed: its status, and the address to which it led. */
export type Redirect = { status: number; url: string };

/**
 * Judges an address before it is asked: the first one, each to which a redirect leads, and each again before a retry.
 * `redirects` are those followed so far. A throw ends the request with that error, whatever it is.
 */
export type JudgeHop = (url: URL, redirects: Redirect[]) => Promise<void>;

export type OutboundRequest = {
  url: string;
  method?: 'GET' | 'POST';
  /** Headers sent in addition to those of every request (user agent, accept-encoding). Names in lower case. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Largest body in bytes, before and after decompression. Default 5 MB. */
  maxBytes?: number;
  /** True: a longer body is cut at `maxBytes`, and `facts.is_cut` says so. Otherwise it fails with `too_large`. */
  cutsAtMaxBytes?: boolean;
  /**
   * Time limit in milliseconds for the whole request, redirects and retries included, judging excluded. Default 10,000.
   */
  timeoutMs?: number;
  /** Ends the request when it is aborted. */
  signal?: AbortSignal;
  judgeHop?: JudgeHop;
  /** False: a redirect is not followed but is the response, with an empty body. Default true. */
  followsRedirects?: boolean;
  /** Redirects that an earlier request followed before it was ended; this one goes on at the last of them. */
  redirects?: Redirect[];
  /** Text sent before this service's own user agent, which is always sent too. */
  userAgentPrefix?: string;
  /**
   * Number of further requests of a GET, at most 3, after connection trouble or a status of 502, 503 or 504. The
   * request waits for it, so the pauses are short; see `retries.ts`. Default 0.
   */
  retries?: number;
};

/** The measurements of the last hop of a request. */
export type OutboundFacts = {
  /** Milliseconds from sending the request, connecting included, to the headers of the response. */
  ttfb_ms: number;
  /** Milliseconds from the headers to the end of the body. */
  download_ms: number;
  /** Bytes of the body as they came, before decompression. */
  wire_bytes: number;
  /** Bytes of the body after decompression. */
  body_bytes: number;
  /** The Content-Encoding header; null if there was none. */
  content_encoding: string | null;
  /** True if the body was longer than `maxBytes` and was cut there. */
  is_cut: boolean;
  /** The X-Robots-Tag headers one by one, since a robot that one of them names does not concern the next. */
  x_robots_tags: string[];
};

export type OutboundResponse = {
  status: number;
  /** The address that responded, after redirects. */
  url: string;
  /** The redirects in order, those of the request included. */
  redirects: Redirect[];
  /** Response headers: names in lower case, repeated ones joined by ", ". */
  headers: Record<string, string>;
  body: Uint8Array;
  facts: OutboundFacts;
};

/**
 * Sends a request; this is the only way to the internet. It refuses private addresses at connect time, redirects
 * included. Throws only OutboundError, what `judgeHop` throws, and the reason of the signal.
 */
export type GuardedFetch = (request: OutboundRequest) => Promise<OutboundResponse>;

export type OutboundErrorCode = Extract<
  FeedErrorCode,
  | 'unresolved'
  | 'unreachable'
  | 'timed_out'
  | 'tls_failed'
  | 'too_large'
  | 'too_many_redirects'
  | 'address_refused'
>;

/** The request got no response. The message gives the reason in plain words and never contains credentials. */
export class OutboundError extends DomainError {
  override readonly name = 'OutboundError';
  readonly fault: OutboundErrorCode;

  constructor(fault: OutboundErrorCode, message: string, options?: ErrorOptions) {
    const code = fault === 'address_refused' ? 'ADDRESS_REFUSED' : 'FEED_UNREACHABLE';
    super(code, message, { error_code: fault }, options);
    this.fault = fault;
  }
}
