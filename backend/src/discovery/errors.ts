import { DomainError } from '../lib/errors.ts';
import type { FeedCandidate } from '../contract/index.ts';
import type { NoListing } from '../parser/listing/page-kind.ts';
import { failureSentences, noFeedSentence, statusSentence } from '../model/feed/failure-sentences.ts';

/** The reason that a page has no headlines to follow, with a sentence for the reader. */
export type NoneFound = { why: NoListing | 'robots_disallowed'; message: string };

type NothingToFollow = { none?: NoneFound | null; candidates?: FeedCandidate[] };

/** Returns the error of an address that is no feed and leads to none that can be read. */
export const feedNotFound = (tried: string[], { none = null, candidates = [] }: NothingToFollow = {}) =>
  new DomainError('FEED_NOT_FOUND', none === null ? noFeedSentence : `${noFeedSentence} ${none.message}`, {
    tried,
    ...(none === null ? {} : { why: none.why }),
    ...(candidates.length === 0 ? {} : { candidates }),
  });

/** Returns the error of a page that names several feeds, where the reader is to choose one. */
export const severalFeeds = (candidates: FeedCandidate[]) =>
  new DomainError('SEVERAL_FEEDS', 'This page names several feeds.', { candidates });

/**
 * robots.txt of the host forbids programs to read a page; `rule` is the rule, or says why robots.txt could not be had.
 */
export class RobotsDisallowedError extends DomainError {
  override readonly name = 'RobotsDisallowedError';

  constructor(rule: string) {
    super(
      'FEED_UNREACHABLE',
      `${failureSentences.robots_disallowed.replace(/\.$/, '')} (robots.txt: ${rule}).`,
      { error_code: 'robots_disallowed' },
    );
  }
}

/** The server responded with a status outside 200 to 299. */
export class HttpStatusError extends DomainError {
  override readonly name = 'HttpStatusError';
  readonly status: number;

  constructor(status: number) {
    super('FEED_UNREACHABLE', statusSentence(status, 'a page or a feed'), { status });
    this.status = status;
  }
}
