import type { Feed } from './feed.ts';

/** What a fetch that went well makes of a feed's health. */
export const healthy = {
  fetch_status: 'active',
  consecutive_errors: 0,
  error_code: null,
  error_message: null,
  last_success_at: null,
} as const satisfies Partial<Feed>;

export const isHealthy = (feed: Pick<Feed, 'error_code' | 'consecutive_errors'>): boolean =>
  feed.error_code === null && feed.consecutive_errors === 0;

/** The last time the feed was read: the last attempt, or the one noted before the failures began. */
export const lastSuccess = (feed: Feed): string | null =>
  isHealthy(feed) ? feed.last_fetched_at : feed.last_success_at;
