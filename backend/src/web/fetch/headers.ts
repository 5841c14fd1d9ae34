import { version } from '../../lib/version.ts';

/** The name by which robots.txt, X-Robots-Tag and meta robots address this service (RFC 9309, 2.2.1). */
export const productToken = 'Omomi';

/** Returns the user agent sent to publishers, with the address where they learn who asks (USER_AGENT_URL). */
export const userAgentOf = (contactUrl: string): string => `${productToken}/${version} (+${contactUrl})`;

/** The `Accept` header of requests that expect a feed; a page is taken too, since it may name one. */
export const acceptFeed =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.8, */*;q=0.5';

/** The `Accept` header of requests for a page. */
export const acceptPage = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5';

/** The `Accept` header of requests for robots.txt. */
export const acceptRobots = 'text/plain,*/*;q=0.5';

/**
 * Returns the seconds of a Retry-After header, which holds a number of seconds or a date; null if it is neither. RFC
 * 9110, 10.2.3.
 */
export const retryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
};
