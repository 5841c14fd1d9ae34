/** The reader has no crawl with this id: it never existed, or its 30 days are over. */
export class CrawlUnknownError extends Error {
  override readonly name = 'CrawlUnknownError';

  constructor() {
    super('You have no crawl with this id. Crawls are kept for 30 days.');
  }
}

/** The crawl has no page with this id. */
export class CrawlPageUnknownError extends Error {
  override readonly name = 'CrawlPageUnknownError';

  constructor() {
    super('The crawl has no page with this id.');
  }
}

/** A crawl of the reader is running; the requested one was not started. */
export class CrawlRunningError extends Error {
  override readonly name = 'CrawlRunningError';
  readonly job_id: string;

  constructor(jobId: string) {
    super('Another crawl goes on. This one was not started.');
    this.job_id = jobId;
  }
}

export type CrawlLimitField = 'seeds' | 'limit' | 'depth' | 'concurrency' | 'crawls';

/** The reader asks for more than they are allowed. */
export class CrawlLimitError extends Error {
  override readonly name = 'CrawlLimitError';
  readonly field: CrawlLimitField;
  readonly most: number;

  constructor(field: CrawlLimitField, most: number) {
    super(
      field === 'crawls'
        ? `You have ${most} crawls of the last 30 days, the most that are kept for one reader.`
        : `The value of ${field} may be at most ${most} for you.`,
    );
    this.field = field;
    this.most = most;
  }
}

/** The reader asks for what only the owner may. */
export class CrawlOwnerOnlyError extends Error {
  override readonly name = 'CrawlOwnerOnlyError';

  constructor(field: string) {
    super(`Only the owner of this deployment may choose ${field}.`);
  }
}

/** A crawl would leave robots.txt aside without a word on whose hosts those are. */
export class OwnHostsMissingError extends Error {
  override readonly name = 'OwnHostsMissingError';

  constructor() {
    super('respect_robots may be false only for hosts of your own: name them in own_hosts.');
  }
}

/** A seed is no address that Omomi asks. */
export class SeedRefusedError extends Error {
  override readonly name = 'SeedRefusedError';
  readonly url: string;

  constructor(url: string, reason: string) {
    super(reason);
    this.url = url;
  }
}
