/** The reader follows this feed already. */
export class AlreadySubscribedError extends Error {
  override readonly name = 'AlreadySubscribedError';
  readonly feed_id: string;

  constructor(feedId: string) {
    super('You follow this feed already.');
    this.feed_id = feedId;
  }
}

/** The reader follows as many feeds as the deployment lets one reader follow. */
export class SubscriptionLimitError extends Error {
  override readonly name = 'SubscriptionLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(`You follow ${limit} feeds, which is as many as one reader can here.`);
    this.limit = limit;
  }
}

/** There is no icon of this feed. */
export class IconUnknownError extends Error {
  override readonly name = 'IconUnknownError';

  constructor() {
    super('This feed has no icon.');
  }
}

/** The reader follows no feed of this id. */
export class FeedUnknownError extends Error {
  override readonly name = 'FeedUnknownError';

  constructor() {
    super('You follow no feed with this id.');
  }
}
