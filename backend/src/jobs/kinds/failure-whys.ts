import type { FeedErrorCode } from '../../contract/index.ts';

/** The explanation of each fetch failure for the reader. */
export const failureWhys: Readonly<Record<FeedErrorCode, string>> = {
  gone: 'The publisher has removed the feed for good.',
  not_found: 'There is nothing at this address.',
  forbidden: 'The server refuses to give the feed out.',
  unauthorized: 'The server asks for a sign-in.',
  rate_limited: 'The server says that it is asked too often.',
  server_error: 'The server has a fault of its own.',
  http_error: 'The server did not answer with a feed.',
  unresolved: 'The name of the server is not known.',
  unreachable: 'The server does not answer.',
  timed_out: 'The server took too long to answer.',
  tls_failed: 'The connection to the server is not secure.',
  too_large: 'The feed is too large.',
  too_many_redirects: 'The address leads from one to the next without end.',
  address_refused: 'The address is not on the public internet.',
  not_a_feed: 'What is at this address is not a feed.',
  parse_failed: 'The feed is broken beyond reading.',
  too_complex: 'Reading the feed takes more time or memory than it may.',
};
