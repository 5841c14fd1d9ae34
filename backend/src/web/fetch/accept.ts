/** The `Accept` header of requests that expect a feed; a page is taken too, since it may name one. */
export const acceptFeed =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.8, */*;q=0.5';

/** The `Accept` header of requests for a page. */
export const acceptPage = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5';

/** The `Accept` header of requests for robots.txt. */
export const acceptRobots = 'text/plain,*/*;q=0.5';
