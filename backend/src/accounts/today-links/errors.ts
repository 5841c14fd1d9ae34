/** The error for the address of a feed that does not exist or was revoked. It says no more than for any unknown path. */
export class TodayLinkUnknownError extends Error {
  override readonly name = 'TodayLinkUnknownError';

  constructor() {
    super('There is nothing at this address.');
  }
}

export class TodayLinkLimitError extends Error {
  override readonly name = 'TodayLinkLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(`Today has ${limit} feed addresses, which is the limit.`);
    this.limit = limit;
  }
}
