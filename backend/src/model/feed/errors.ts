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

/** The reader follows no feed with this id. */
export class FeedUnknownError extends Error {
  override readonly name = 'FeedUnknownError';

  constructor() {
    super('You follow no feed with this id.');
  }
}
