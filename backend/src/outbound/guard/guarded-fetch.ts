import type { FeedErrorCode } from '../../contract/index.ts';

export type OutboundRequest = {
  url: string;
  method?: 'GET' | 'POST';
  /** Headers sent in addition to those of every request (user agent, accept-encoding). Names in lower case. */
  headers?: Record<string, string>;
  body?: string;
  /** Largest body in bytes, before and after decompression. Default 5 MB. */
  maxBytes?: number;
  /** Time limit in milliseconds for the whole request, redirects included. Default 10,000. */
  timeoutMs?: number;
};

export type OutboundResponse = {
  status: number;
  /** The address that responded, after redirects. */
  url: string;
  /** The redirects in order: the status, and the address to which it led. */
  redirects: { status: number; url: string }[];
  /** Response headers: names in lower case, repeated ones joined by ", ". */
  headers: Record<string, string>;
  body: Uint8Array;
};

/**
 * Sends a request; this is the only way to the internet. It refuses private addresses at connect time, redirects
 * included. Throws only OutboundError.
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
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
