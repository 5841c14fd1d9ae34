import type { FeedCandidate } from '../contract/index.ts';
import type { NoListing } from '../parser/listing/page-kind.ts';
import { failureSentences, noFeedSentence, statusSentence } from '../model/feed/failure-sentences.ts';

/** The reason that a page has no headlines to follow, with a sentence for the reader. */
export type NoneFound = { why: NoListing | 'robots_disallowed'; message: string };

type NothingToFollow = { none?: NoneFound | null; candidates?: FeedCandidate[] };

/** The address is not a feed and leads to none that can be read. */
export class FeedNotFoundError extends Error {
  override readonly name = 'FeedNotFoundError';
  readonly tried: string[];
  /** The kind of page, if it has no headlines to follow either. */
  readonly why: NoneFound['why'] | null;
  /** The lists and sitemaps that the reader may follow instead. */
  readonly candidates: FeedCandidate[];

  constructor(tried: string[], { none = null, candidates = [] }: NothingToFollow = {}) {
    super(none === null ? noFeedSentence : `${noFeedSentence} ${none.message}`);
    this.tried = tried;
    this.why = none?.why ?? null;
    this.candidates = candidates;
  }
}

/**
 * robots.txt of the host forbids programs to read a page; `rule` is the rule, or says why robots.txt could not be had.
 */
export class RobotsDisallowedError extends Error {
  override readonly name = 'RobotsDisallowedError';

  constructor(rule: string) {
    super(`${failureSentences.robots_disallowed.replace(/\.$/, '')} (robots.txt: ${rule}).`);
  }
}

/** The server responded with a status outside 200 to 299. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  readonly url: string;

  constructor(status: number, url: string) {
    super(statusSentence(status, 'a page or a feed'));
    this.status = status;
    this.url = url;
  }
}
