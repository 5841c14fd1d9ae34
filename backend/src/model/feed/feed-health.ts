import type { Feed } from './feed.ts';

/** The health fields of a feed after a successful fetch. */
export const healthy = {
  fetch_status: 'active',
  consecutive_errors: 0,
  error_code: null,
  error_message: null,
  is_asked_to_wait: false,
  failing_since: null,
  last_success_at: null,
} as const satisfies Partial<Feed>;

export const isHealthy = (feed: Pick<Feed, 'error_code' | 'consecutive_errors'>): boolean =>
  feed.error_code === null && feed.consecutive_errors === 0;

/**
 * Returns the time of the last successful fetch: the last attempt if it succeeded, otherwise the one noted before the
 * failures began.
 */
export const lastSuccess = (feed: Feed): string | null =>
  isHealthy(feed) ? feed.last_fetched_at : feed.last_success_at;
