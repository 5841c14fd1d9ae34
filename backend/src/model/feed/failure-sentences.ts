import { feedErrorOfStatus, type FeedErrorCode } from '../../contract/index.ts';

/*
 * Every sentence that tells a reader why a feed could not be fetched. Only two kinds are written elsewhere, beside the
 * facts that they state: what a host did (`web/guard/error-codes.ts`) and what a document is instead of a feed
 * (parser/, in ParseError).
 */

/** The sentence for each failure when nothing more exact is known. */
export const failureSentences: Readonly<Record<FeedErrorCode, string>> = {
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
  not_a_listing: 'The page has no list of headlines any more.',
  robots_disallowed: 'The site forbids programs to read this page.',
  sign_in_needed: 'The site refuses your sign-in, so give it again.',
};

/** Returns the sentence for a status that came instead of what was wanted. */
export const statusSentence = (status: number, wanted: 'a feed' | 'a page or a feed'): string =>
  `The server answered with HTTP ${status} instead of ${wanted}.`;

/** Returns the failure of a known feed whose server answered with this status, which is none from 200 to 299. */
export const failureOfStatus = (status: number): { code: FeedErrorCode; message: string } => {
  const code = feedErrorOfStatus(status);
  if (code === 'http_error') return { code, message: statusSentence(status, 'a feed') };
  // The feed was at this address before.
  const sentence =
    code === 'not_found' ? 'There is nothing at this address any more.' : failureSentences[code];
  return { code, message: sentence.replace(/\.$/, ` (HTTP ${status}).`) };
};

/** The sentence for a sign-in that was kept by another key. */
export const signInLostSentence = 'Your sign-in for the site was kept by another key, so give it again.';

/** The sentence for a document on which this service fails, while reading it or its items. */
export const unprocessableSentence = 'The feed has something in it that this service cannot process.';

/** The sentence for a page that has no items where they were. */
export const emptyListingSentence =
  'The page has no headlines where they were. After three such fetches its list is looked for anew.';

/** The sentences for what a page is instead of a list of headlines, with what to do. */
export const noListingSentences = {
  article:
    'This page is an article, not a list of headlines. Follow the page of the site that lists its articles.',
  sign_in:
    'This page asks for a sign-in, so its headlines cannot be read. Follow a page that is open to everyone.',
  needs_scripts:
    'This page is empty until its scripts run, so its headlines cannot be read. Look for the site’s feed.',
  no_list: 'There is no list of headlines on this page. Follow the page of the site that lists its articles.',
  no_pages: 'There are no pages in this sitemap under the path that is followed.',
} as const;

/** The sentence for an address that is not a feed and leads to none. */
export const noFeedSentence = 'There is no feed at this address, and the page names none.';
