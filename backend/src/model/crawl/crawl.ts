import type { CrawlCost, CrawlSettings, LeftOutReason } from '../../contract/index.ts';

/** Number of days after which a crawl and everything that belongs to it is deleted. */
export const CRAWL_DAYS = 30;

/** The settings of a crawl. The command line may choose values that the API does not allow. */
export type CrawlPlan = CrawlSettings;

/** Checks whether a crawl asks a page whatever robots.txt of its host says. */
export const ignoresRobots = ({ respect_robots, own_hosts = [] }: CrawlPlan, url: string): boolean =>
  respect_robots === false && own_hosts.includes(new URL(url).hostname);

/** A crawl as it was asked for. Its id is that of the job that runs it. */
export type CrawlRecord = {
  user_id: string;
  crawl_id: string;
  settings: CrawlPlan;
  estimate: CrawlCost;
  created_at: string;
  /** Null while the crawl runs. */
  ended_at: string | null;
  /** Expiry time in seconds since 1970; every item of the crawl has the same. */
  ttl: number;
};

/**
 * The counts of a crawl. They are exact once it has ended; a worker that dies can leave them off by a few until then.
 */
export type CrawlFigures = {
  /** Number of pages found, in every state, which the limit bounds. Sitemaps count nowhere but in `requests`. */
  found: number;
  completed: number;
  errors: number;
  /** Number of pages that robots.txt forbids. */
  disallowed: number;
  requests: number;
  wire_bytes: number;
  /** Bytes of links as stored, by which their cost is computed. */
  link_bytes: number;
  /** Number of slices in which the job gave out work. */
  slices: number;
} & Record<`left_${LeftOutReason}`, number>;

export const noFigures: CrawlFigures = {
  found: 0,
  completed: 0,
  errors: 0,
  disallowed: 0,
  requests: 0,
  wire_bytes: 0,
  link_bytes: 0,
  slices: 0,
  left_scope: 0,
  left_pattern: 0,
  left_depth: 0,
  left_limit: 0,
  left_nofollow: 0,
  left_trap: 0,
};

/** Returns the number of pages that are done, whatever came of them. */
export const donePages = ({
  completed,
  errors,
  disallowed,
}: Pick<CrawlFigures, 'completed' | 'errors' | 'disallowed'>): number => completed + errors + disallowed;

/** A host of a crawl. */
export type CrawlHost = {
  host: string;
  /** Number of pages of this host that were found. */
  found: number;
  /** The time before which the host is not asked, because it asked to wait or failed; null if it may be asked. */
  not_before: string | null;
};

/** The fields of a crawl that its new items need. */
type CrawlKey = Pick<CrawlRecord, 'crawl_id' | 'ttl'>;

/** The crawls of readers. */
export type CrawlStore = {
  /** Writes the crawl unless it exists. */
  create: (crawl: CrawlRecord) => Promise<void>;
  get: (userId: string, crawlId: string) => Promise<CrawlRecord | null>;
  /** Returns at most `limit` crawls of a reader, the newest first, beginning after the crawl `after`. */
  list: (userId: string, page: { limit: number; after?: string | undefined }) => Promise<CrawlRecord[]>;
  /** Notes when the crawl ended, unless that is known. */
  end: (userId: string, crawlId: string, endedAt: string) => Promise<void>;
  figures: (crawlId: string) => Promise<CrawlFigures>;
  /** Adds to the figures. */
  count: (crawlId: string, changes: Partial<CrawlFigures>) => Promise<CrawlFigures>;
  /** Replaces figures by what was counted. */
  correct: (crawlId: string, figures: Partial<CrawlFigures>) => Promise<void>;
  /** Takes up to `wanted` places of `limit` for new pages. Returns how many were taken. */
  takePlaces: (crawlId: string, wanted: number, limit: number) => Promise<number>;
  hosts: (crawlId: string) => Promise<CrawlHost[]>;
  /** Notes a host of which something is asked, without taking a place of its share. */
  noteHost: (crawl: CrawlKey, host: string) => Promise<void>;
  /** Takes up to `wanted` places of the share of a host. Returns how many were taken. */
  takeHostPlaces: (crawl: CrawlKey, host: string, wanted: number, share: number) => Promise<number>;
  /** Keeps a host from being asked before a time, unless it already waits longer. */
  holdHost: (crawlId: string, host: string, notBefore: string) => Promise<void>;
  /**
   * Notes pages that differ from each other in their query alone, at most `most` for each path. Returns those that are
   * noted, now or before.
   */
  noteVariants: (crawl: CrawlKey, path: string, pageIds: string[], most: number) => Promise<Set<string>>;
  /** Removes a crawl that was never started. */
  remove: (userId: string, crawlId: string) => Promise<void>;
  /** Deletes up to `most` items of a crawl, for a reader who leaves. Returns how many there were. */
  clear: (crawlId: string, most: number) => Promise<number>;
};
