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

/** The reader has no folder of this name: no feed is in it. */
export class FolderUnknownError extends Error {
  override readonly name = 'FolderUnknownError';

  constructor() {
    super('You have no folder of this name.');
  }
}

/** The feed has no icon. */
export class IconUnknownError extends Error {
  override readonly name = 'IconUnknownError';

  constructor() {
    super('This feed has no icon.');
  }
}
