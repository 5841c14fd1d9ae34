import type { FeedErrorCode } from '../contract/index.ts';

export type OutboundRequest = {
  url: string;
  method?: 'GET' | 'POST';
  /** Sent besides those every request carries (user agent, accept-encoding). Names in lower case. */
  headers?: Record<string, string>;
  body?: string;
  /** Bytes after decompression. Default 5 MB. */
  maxBytes?: number;
  /** Milliseconds from the first byte sent to the last received, redirects included. Default 10,000. */
  timeoutMs?: number;
};

export type OutboundResponse = {
  status: number;
  /** The address that answered, after redirects. */
  url: string;
  /** In order: the status that redirected and the address it led to. */
  redirects: { status: number; url: string }[];
  /** Names in lower case; repeated ones joined by ", ". */
  headers: Record<string, string>;
  body: Uint8Array;
};

/** The one way out: refuses private addresses at connect time, redirects included. Throws OutboundError only. */
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

/** The request got no answer; the message says why in plain words and never holds credentials. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
