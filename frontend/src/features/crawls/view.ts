import type { CrawlPageState } from '@omomi/backend/contract';

/** Every column of the table of pages, in the order in which they are shown. `page` is always shown. */
export const columnIds = [
  'page',
  'status',
  'time',
  'ttfb',
  'download',
  'size',
  'wire',
  'content_length',
  'type',
  'words',
  'links',
  'depth',
  'language',
  'h1',
  'description',
  'robots',
  'canonical',
  'redirect',
  'hash',
  'schema',
  'og',
  'published',
  'modified',
  'last_modified',
  'server',
  'encoding',
  'found',
  'crawled',
  'retries',
  'error',
] as const;
export type ColumnId = (typeof columnIds)[number];

export type TableSort = { column: ColumnId; is_descending: boolean };

/** The view of a crawl's page: the filters and order of its table, its columns, and the page that is open beside it. */
export type CrawlView = {
  state: CrawlPageState | null;
  status_code: number | null;
  content_hash: string | null;
  /** Part of an address or title; empty for all. */
  find: string;
  /** Null: in the order in which the pages were found, or the slowest first in the list of slow pages. */
  sort: TableSort | null;
  /** Null: the usual ones. */
  columns: readonly ColumnId[] | null;
  /** The page that is open. */
  page_id: string | null;
};

export const plainView: CrawlView = {
  state: null,
  status_code: null,
  content_hash: null,
  find: '',
  sort: null,
  columns: null,
  page_id: null,
};
