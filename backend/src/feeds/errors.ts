/** The reader follows this feed already. */
export class AlreadySubscribedError extends Error {
  override readonly name = 'AlreadySubscribedError';
  readonly feed_id: string;

  constructor(feedId: string) {
    super('You follow this feed already.');
    this.feed_id = feedId;
  }
}

/** The reader follows the maximum number of feeds that the deployment allows per reader. */
export class SubscriptionLimitError extends Error {
  override readonly name = 'SubscriptionLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(`You follow ${limit} feeds, which is as many as one reader can here.`);
    this.limit = limit;
  }
}

/** The feed is not being fetched, because the reader has paused it or it is stopped. */
export class FeedInactiveError extends Error {
  override readonly name = 'FeedInactiveError';
  readonly reason: 'paused' | 'stopped';

  constructor(reason: 'paused' | 'stopped', why: string | null = null) {
    super(
      reason === 'paused'
        ? 'You have paused this feed.'
        : `This feed is stopped${why === null ? '' : `: ${why.replace(/\.$/, '')}`}.`,
    );
    this.reason = reason;
  }
}

/** The feed has no icon. */
export class IconUnknownError extends Error {
  override readonly name = 'IconUnknownError';

  constructor() {
    super('This feed has no icon.');
  }
}

/** The reader follows no feed with this id. */
export class FeedUnknownError extends Error {
  override readonly name = 'FeedUnknownError';

  constructor() {
    super('You follow no feed with this id.');
  }
}
