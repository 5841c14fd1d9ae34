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
    super(`You follow ${limit} feeds, which is the limit.`);
    this.limit = limit;
  }
}

/** The feed has no icon. */
export class IconUnknownError extends Error {
  override readonly name = 'IconUnknownError';

  constructor() {
    super('This feed has no icon.');
  }
}
