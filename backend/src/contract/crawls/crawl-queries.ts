import { z } from 'zod';
import { contentHash, crawlPageId, crawlPageState } from './crawl-results.ts';

/** The part of a crawl that an export holds, and its form. The first line of CSV has the names of the columns. */
export const crawlExportOf = z.enum(['pages', 'links', 'errors']);
export const crawlExportFormat = z.enum(['jsonl', 'csv']);

/** A part of an export, at most 1 MB. The file is the `text` of all parts in order. */
export const crawlExportPart = z.object({
  text: z.string(),
  /** The content type of the file. */
  content_type: z.string(),
  filename: z.string(),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
});

const cursor = z.string().max(400).optional();
const limitOf = (most: number) => z.coerce.number().int().min(1).max(most).default(Math.min(most, 50));

export const crawlQuery = z.strictObject({ limit: limitOf(50), cursor });

/** oldest, newest: by the time when they were found. slowest: by time to first byte and download. status: by code. */
const crawlPageSort = z.enum(['oldest', 'newest', 'slowest', 'status', 'content']);

/**
 * `slowest`, `status` and `content` list completed pages only. A page of the list may have fewer items than asked for,
 * or none, even if more follow.
 */
export const crawlPageQuery = z.strictObject({
  state: crawlPageState.optional(),
  status_code: z.coerce.number().int().min(100).max(599).optional(),
  content_hash: contentHash.optional(),
  sort: crawlPageSort.default('oldest'),
  limit: limitOf(200),
  cursor,
});

/** `from` and `to` name a page whose links are asked for. Without them all links are listed. */
export const crawlLinkQuery = z
  .strictObject({
    /** Links on this page. */
    from: crawlPageId.optional(),
    /** Links to this page. */
    to: crawlPageId.optional(),
    /** Links to pages that have an error or a status of 400 and more. */
    is_broken: z.stringbool().default(false),
    limit: limitOf(200),
    cursor,
  })
  .refine(({ from, to }) => from === undefined || to === undefined, 'name `from` or `to`, not both');

export const crawlErrorQuery = z.strictObject({ limit: limitOf(200), cursor });
export const crawlDuplicateQuery = z.strictObject({ limit: limitOf(100), cursor });
export const crawlExportQuery = z.strictObject({
  of: crawlExportOf.default('pages'),
  format: crawlExportFormat.default('jsonl'),
  cursor,
});

export type CrawlPageSort = z.infer<typeof crawlPageSort>;
export type CrawlExportPart = z.infer<typeof crawlExportPart>;
