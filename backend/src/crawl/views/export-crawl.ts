import {
  crawlError,
  crawlLink,
  crawlPage,
  type CrawlExportPart,
  type crawlExportFormat,
  type crawlExportOf,
} from '../../contract/index.ts';
import { z } from 'zod';
import type { Context } from '../../model/context.ts';
import { decodeJsonCursor, encodeJsonCursor } from '../../lib/json-cursor.ts';
import { pageToWire } from './list-pages.ts';
import { listLinks, type LinkContext } from './list-links.ts';

// A spreadsheet takes a cell that begins with one of these for a formula, and pages are written by anybody.
const formula = /^[=+\-@\t\r]/;

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns a line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

export type ExportContext = LinkContext & Pick<Context, 'crawlErrors'>;

export type ExportOf = z.infer<typeof crawlExportOf>;
export type ExportFormat = z.infer<typeof crawlExportFormat>;

/** Bytes of text after which a part ends. A part has one row at least, and rows have some kilobytes at most. */
const PART_BYTES = 1024 * 1024;
const ROWS_A_READ = 200;

const columns: Readonly<Record<ExportOf, readonly string[]>> = {
  pages: Object.keys(crawlPage.shape),
  links: Object.keys(crawlLink.shape),
  errors: Object.keys(crawlError.shape),
};

/**
 * The end of the part before: the page, place or error of the last row and, for links, the number of the page's links
 * so far.
 */
const place = z.object({ after: z.string().nullable(), links: z.int().min(0) });
type Place = z.infer<typeof place>;

type Rows = { rows: Record<string, unknown>[]; next: Place | null };

const readRows = async (ctx: ExportContext, crawlId: string, of: ExportOf, from: Place): Promise<Rows> => {
  const after = from.after ?? undefined;
  switch (of) {
    case 'pages': {
      const pages = await ctx.crawlPages.scan(crawlId, { limit: ROWS_A_READ, after });
      const last = pages.length === ROWS_A_READ ? pages.at(-1)?.page_id : undefined;
      return { rows: pages.map(pageToWire), next: last === undefined ? null : { after: last, links: 0 } };
    }
    case 'links': {
      const query = { is_broken: false, limit: ROWS_A_READ };
      const { links, last } = await listLinks(ctx, crawlId, query, { page: from.after, links: from.links });
      return { rows: links, next: last === null ? null : { after: last.page, links: last.links } };
    }
    case 'errors': {
      const { errors, last } = await ctx.crawlErrors.list(crawlId, { limit: ROWS_A_READ, after });
      return { rows: errors, next: last === null ? null : { after: last, links: 0 } };
    }
  }
};

const lineOf = (of: ExportOf, format: ExportFormat, row: Record<string, unknown>): string =>
  format === 'jsonl' ? `${JSON.stringify(row)}\n` : csvLine(columns[of].map((name) => row[name]));

/** Returns the next part of an export: whole rows, until the part has 1 MB. */
export const exportPart = async (
  ctx: ExportContext,
  crawlId: string,
  { of, format, cursor }: { of: ExportOf; format: ExportFormat; cursor?: string | undefined },
): Promise<CrawlExportPart> => {
  let from: Place | null = cursor === undefined ? { after: null, links: 0 } : decodeJsonCursor(place, cursor);
  const lines = cursor === undefined && format === 'csv' ? [csvLine(columns[of])] : [];
  let bytes = 0;
  while (from !== null && bytes < PART_BYTES) {
    const { rows, next }: Rows = await readRows(ctx, crawlId, of, from);
    for (const row of rows) {
      const line = lineOf(of, format, row);
      bytes += Buffer.byteLength(line);
      lines.push(line);
    }
    from = next;
  }
  return {
    text: lines.join(''),
    content_type: format === 'jsonl' ? 'application/x-ndjson' : 'text/csv; charset=utf-8',
    filename: `crawl-${crawlId}-${of}.${format}`,
    next_cursor: from === null ? null : encodeJsonCursor(from),
    has_more: from !== null,
  };
};
