import type {
  CrawlError,
  CrawlErrorType,
  CrawlLinkType,
  CrawlPage,
  CrawlPageState,
} from '../../contract/index.ts';

/** A page of a crawl: an item of its queue and, once it is done, its result. */
export type CrawlPageRecord = CrawlPage & {
  crawl_id: string;
  /** The worker that holds the page, and until when; null unless it is being processed. */
  owner: string | null;
  lease_until: string | null;
  /** The time from which a queued page may be asked: when it was found, or when the next attempt is due. */
  due_at: string;
  ttl: number;
};

/** A page that was found: what is known before it is asked. */
export type FoundPage = Pick<
  CrawlPageRecord,
  'crawl_id' | 'page_id' | 'url' | 'host' | 'role' | 'depth' | 'added_at' | 'redirect_chain' | 'ttl'
>;

/** The result of an answer. All of it is written at once. */
export type CrawlPageResult = Partial<
  Omit<CrawlPage, 'page_id' | 'url' | 'host' | 'role' | 'depth' | 'added_at'>
> & {
  state: 'completed' | 'error' | 'disallowed';
  crawled_at: string;
};

/** A failed attempt of a page. */
export type CrawlPageError = { type: CrawlErrorType; message: string };

/** The key of a page. */
export type PageKey = Pick<CrawlPageRecord, 'crawl_id' | 'page_id'>;

/** A place in a list of pages: each list orders by one of its values, and then by page_id. */
export type PageListOrder =
  | { by: 'state'; state: CrawlPageState }
  | { by: 'status'; status_code?: number | undefined }
  | { by: 'content'; content_hash?: string | undefined }
  | { by: 'slowest' };

/** A page in a list: its id, and its place in the list. */
export type ListedPage = { page_id: string; place: string };

/** The queue of a crawl, which is also its result. */
export type CrawlPageStore = {
  /** Writes pages that are not known yet, as queued. Returns the ids of those that are new. */
  add: (pages: FoundPage[]) => Promise<Set<string>>;
  /** Returns the pages that exist, in no order. */
  getMany: (crawlId: string, pageIds: readonly string[]) => Promise<CrawlPageRecord[]>;
  /** Returns the oldest pages of a host that wait, the oldest first. */
  oldest: (
    crawlId: string,
    host: string,
    limit: number,
  ) => Promise<Pick<CrawlPageRecord, 'page_id' | 'due_at'>[]>;
  /** Gives a queued page to a worker. Of several callers one gets the page; the others get null. */
  claim: (key: PageKey, owner: string, leaseUntil: string) => Promise<CrawlPageRecord | null>;
  /** Lets a worker keep its page for longer. Returns false if it has lost the page. */
  extend: (key: PageKey, owner: string, leaseUntil: string) => Promise<boolean>;
  /** Returns the pages that workers hold. */
  processing: (crawlId: string) => Promise<CrawlPageRecord[]>;
  /** Puts a worker's page back into the queue, with the error of its attempt. Returns false if it has lost the page. */
  putBack: (
    page: CrawlPageRecord,
    changes: { due_at: string; error: CrawlPageError | null },
  ) => Promise<boolean>;
  /** Ends a worker's page with its result. Returns false if it has lost the page, or if its depth is lower than in `page`. */
  finish: (page: CrawlPageRecord, result: CrawlPageResult) => Promise<boolean>;
  /**
   * Lowers the depth of a page to which a shorter way was found. Returns false if its depth was not greater, or if it was
   * completed after `page` was read: then what it leads to has the greater depth still.
   */
  lowerDepth: (page: PageKey & Pick<CrawlPageRecord, 'state'>, depth: number) => Promise<boolean>;
  /** Returns a part of a list, beginning after a place. */
  list: (
    crawlId: string,
    order: PageListOrder,
    page: { limit: number; after?: string | undefined; is_descending?: boolean },
  ) => Promise<{ pages: ListedPage[]; has_more: boolean }>;
  /** Counts the pages in a state. */
  countIn: (crawlId: string, state: CrawlPageState) => Promise<number>;
  /** Returns pages in the order of their ids, beginning after an id. */
  scan: (crawlId: string, page: { limit: number; after?: string | undefined }) => Promise<CrawlPageRecord[]>;
};

/** A link as its page has it. */
export type StoredLink = {
  url: string;
  text: string;
  type: CrawlLinkType;
  rel: string | null;
  position: number;
};

/** The links of one page. */
export type PageLinks = { page_id: string; url: string; links: StoredLink[] };

/** The links of a crawl, one item for each page that has some. */
export type CrawlLinkStore = {
  /**
   * Writes the links of a page and, for finding what links to a page, the ids of the pages to which they lead. Returns the
   * bytes stored.
   */
  put: (
    key: PageKey,
    page: { url: string; links: readonly StoredLink[]; targets: readonly string[]; ttl: number },
  ) => Promise<number>;
  getMany: (crawlId: string, pageIds: readonly string[]) => Promise<PageLinks[]>;
  /** Returns the links of pages in the order of their ids, beginning after an id. */
  scan: (crawlId: string, page: { limit: number; after?: string | undefined }) => Promise<PageLinks[]>;
  /**
   * Returns up to `limit` pages, in the order of their ids and beginning after an id, that link to one of these pages.
   * `last` is the last page that was looked at; null at the end.
   */
  linkingTo: (
    crawlId: string,
    targets: ReadonlySet<string>,
    page: { limit: number; after?: string | undefined },
  ) => Promise<{ page_ids: string[]; last: string | null }>;
};

/** The errors of a crawl, one item for each failed attempt. */
export type CrawlErrorStore = {
  add: (crawlId: string, error: CrawlError, ttl: number) => Promise<void>;
  /** Returns errors, the oldest first, beginning after a place. */
  list: (
    crawlId: string,
    page: { limit: number; after?: string | undefined },
  ) => Promise<{ errors: CrawlError[]; last: string | null }>;
};
