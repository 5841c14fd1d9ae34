import { z } from 'zod';
import { decodeJsonCursor, encodeJsonCursor } from '../lib/json-cursor.ts';
import { sectionNames, type ExportLists, type ExportSections } from './export-section.ts';

/**
 * The most that a page holds. Lambda answers with at most 6 MB and encodes the body once more as a JSON string. Items
 * are measured in that encoding, in bytes, and one large article still fits on top. The number of items limits the time
 * that a page takes.
 */
const lambdaPage = { bytes: 4_000_000, items: 2000 };

const cursorShape = z.strictObject({ section: z.enum(sectionNames), after: z.string().max(100).nullable() });

type Cursor = z.infer<typeof cursorShape>;

/** Returns the size of an item in bytes, as JSON within a JSON string. */
const sizeOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(item)));

export type ReadExportPage = (
  userId: string,
  cursor: string | undefined,
) => Promise<ExportLists & { next_cursor: string | null }>;

/**
 * Creates the function that returns the lists of a reader's export page by page. It goes through the sections from the
 * cursor on and ends the page before the first item that does not fit; a page has at least one item. Each item is on
 * exactly one page, as it was when that page was read.
 */
export const createReadExportPage =
  (sections: ExportSections, most = lambdaPage): ReadExportPage =>
  async (userId, cursor) => {
    const start: Cursor =
      cursor === undefined
        ? { section: sectionNames[0], after: null }
        : decodeJsonCursor(cursorShape, cursor);
    const lists: ExportLists = { subscriptions: [], entries: [], jobs: [] };
    let bytes = 0;
    let items = 0;
    for (const section of sectionNames.slice(sectionNames.indexOf(start.section))) {
      let after = section === start.section ? start.after : null;
      for await (const found of sections[section](userId, after)) {
        bytes += sizeOf(found.item);
        if (items > 0 && (bytes > most.bytes || items >= most.items))
          return { ...lists, next_cursor: encodeJsonCursor({ section, after }) };
        found.add(lists);
        items += 1;
        after = found.after;
      }
    }
    return { ...lists, next_cursor: null };
  };
