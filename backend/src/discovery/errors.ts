import { failureSentences, noFeedSentence, statusSentence } from '../model/feed/failure-sentences.ts';

/** The address is not a feed and leads to none. */
export class FeedNotFoundError extends Error {
  override readonly name = 'FeedNotFoundError';
  readonly tried: string[];

  /** `why` says what the page is, if it has no headlines to follow either. */
  constructor(tried: string[], why: string | null = null) {
    super(why === null ? noFeedSentence : `${noFeedSentence} ${why}`);
    this.tried = tried;
  }
}

/** robots.txt of the host forbids programs to read a page; `rule` is the rule, or says why robots.txt could not be had. */
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
