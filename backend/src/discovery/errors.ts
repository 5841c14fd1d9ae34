import { noFeedSentence, statusSentence } from '../model/feed/failure-sentences.ts';

/** The address is not a feed and leads to none. */
export class FeedNotFoundError extends Error {
  override readonly name = 'FeedNotFoundError';
  readonly tried: string[];

  constructor(tried: string[]) {
    super(noFeedSentence);
    this.tried = tried;
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
