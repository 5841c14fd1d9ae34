import pMap from 'p-map';
import { z } from 'zod';
import { namesOf, type ReaderNames, entryToRow } from '../articles/lists/row-to-wire.ts';
import { toReasons } from '../articles/lists/open-article.ts';
import { withCounts } from '../articles/reading/unread.ts';
import type { ExportedEntry, ExportPage } from '../contract/index.ts';
import { jobToWire } from '../jobs/start-job.ts';
import { inBatches } from '../lib/lists.ts';
import { decodeJsonCursor, encodeJsonCursor } from '../lib/json-cursor.ts';
import type { Entry } from '../model/article/entry.ts';
import type { SavedCopy } from '../model/article/article.ts';
import type { HighlightPosition, HighlightStore } from '../model/article/highlight.ts';
import { isExpired } from '../model/article/expiry.ts';
import { asMarked } from '../model/article/watermark.ts';
import type { Context } from '../model/context.ts';
import { feedToWire, withFeeds } from '../model/feed/followed-feed.ts';

/** The context for reading the lists of an export. */
export type ExportContext = Pick<
  Context,
  | 'entries'
  | 'feeds'
  | 'highlights'
  | 'jobs'
  | 'keywords'
  | 'watermarks'
  | 'now'
  | 'profiles'
  | 'saved'
  | 'subscriptions'
>;

/** The lists of an export, in the order of its pages. */
const sectionNames = ['subscriptions', 'entries', 'highlights', 'jobs'] as const;

type SectionName = (typeof sectionNames)[number];

type ExportLists = Pick<ExportPage, SectionName>;

/** An item to export, the position after it, and the function that adds it to the page. */
type Exported = { after: string; item: unknown; add: (lists: ExportLists) => void };

/** Yields the items of one list that come after a position, in the order of their ids. Null is the start. */
type ExportSection = (ctx: ExportContext, userId: string, after: string | null) => AsyncIterable<Exported>;

const FEEDS_A_BATCH = 100;

const exportSubscriptions: ExportSection = async function* (ctx, userId, after) {
  const rest = (await ctx.subscriptions.list(userId))
    .filter(({ feed_id }) => after === null || feed_id > after)
    .toSorted((a, b) => a.feed_id.localeCompare(b.feed_id));
  for (const batch of inBatches(rest, FEEDS_A_BATCH)) {
    const counted = await withCounts(ctx, userId, batch);
    for (const { feed, subscription } of await withFeeds(ctx.feeds, counted, () => {})) {
      const item = feedToWire(feed, subscription);
      yield { after: item.feed_id, item, add: ({ subscriptions }) => subscriptions.push(item) };
    }
  }
};

const exportJobs: ExportSection = async function* (ctx, userId, after) {
  const rest = (await ctx.jobs.list(userId))
    .filter(({ job_id }) => after === null || job_id > after)
    .toSorted((a, b) => a.job_id.localeCompare(b.job_id));
  for (const job of rest) {
    const item = jobToWire(job);
    yield { after: job.job_id, item, add: (lists) => lists.jobs.push(item) };
  }
};

const ENTRIES_A_READ = 100;
const CONCURRENT_COPIES = 8;

const toCopy = ({ feed_title, saved_at, content, summary, author, enclosures, categories }: SavedCopy) => ({
  feed_title,
  saved_at,
  content,
  summary,
  author,
  enclosures,
  categories,
});

/** Returns an entry in the form of the export, with the reader's copy if it is saved. */
const toExported = (entry: Entry, copy: SavedCopy | null, names: ReaderNames): ExportedEntry => {
  const { feed_id: _, top_reasons: __, image_key: ___, ...row } = entryToRow(entry, names);
  return {
    ...row,
    feed_title: row.feed_title || (copy?.feed_title ?? ''),
    feed_ids: entry.feed_ids,
    reasons: toReasons(entry, names).filter(({ similarity_score }) => similarity_score > 0),
    expires_at: entry.expires_at,
    saved: copy === null ? null : toCopy(copy),
  };
};

/** The list of a reader's entries. Marks are applied, and expired entries are left out. */
const exportEntries: ExportSection = async function* (ctx, userId, start) {
  const copyOf = async ({ is_saved, user_id, article_id }: Entry): Promise<SavedCopy | null> =>
    is_saved ? ctx.saved.get(user_id, article_id) : null;

  const [subscriptions, keywords, profile, { watermarks }] = await Promise.all([
    ctx.subscriptions.list(userId),
    ctx.keywords.list(userId),
    ctx.profiles.get(userId),
    ctx.watermarks.get(userId),
  ]);
  // Whoever has the file has no proxy for its pictures.
  const signImage = () => null;
  const names = { ...namesOf(subscriptions, keywords, profile, ctx.now()), signImage };
  let after = start;
  for (;;) {
    const found = await ctx.entries.scan(userId, after, ENTRIES_A_READ);
    const at = ctx.now().toISOString();
    const shown = found.filter((entry) => !isExpired(entry, at));
    for (const batch of inBatches(shown, CONCURRENT_COPIES)) {
      const items = await pMap(batch, async (entry) =>
        toExported({ ...entry, ...asMarked(entry, watermarks) }, await copyOf(entry), names),
      );
      for (const item of items)
        yield { after: item.article_id, item, add: ({ entries }) => entries.push(item) };
    }
    after = found.at(-1)?.article_id ?? null;
    if (found.length < ENTRIES_A_READ || after === null) return;
  }
};

const HIGHLIGHTS_A_READ = 200;

const positionOf = ({ article_id, highlight_id }: HighlightPosition): string =>
  `${article_id}#${highlight_id}`;

const exportHighlights: ExportSection = async function* (ctx, userId, start) {
  const [article_id = '', highlight_id = ''] = start?.split('#') ?? [];
  let after: HighlightPosition | null = start === null ? null : { article_id, highlight_id };
  for (;;) {
    const { items, has_more }: Awaited<ReturnType<HighlightStore['list']>> = await ctx.highlights.list(
      userId,
      after,
      HIGHLIGHTS_A_READ,
    );
    for (const { user_id: _, ...item } of items)
      yield { after: positionOf(item), item, add: ({ highlights }) => highlights.push(item) };
    after = items.at(-1) ?? null;
    if (!has_more || after === null) return;
  }
};

const sections: Readonly<Record<SectionName, ExportSection>> = {
  subscriptions: exportSubscriptions,
  entries: exportEntries,
  highlights: exportHighlights,
  jobs: exportJobs,
};

/**
 * The most that a page holds. Lambda answers with at most 6 MB and encodes the body once more as a JSON string. Items
 * are measured in that encoding, in bytes, and one large article still fits on top. The number of items limits the time
 * that a page takes.
 */
const lambdaPage = { bytes: 4_000_000, items: 2000 };

const cursorShape = z.strictObject({ section: z.enum(sectionNames), after: z.string().max(100).nullable() });

/** Returns the size of an item in bytes, as JSON within a JSON string. */
const sizeOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(item)));

/**
 * Returns the lists of a page of a reader's export. It goes through the sections from the cursor on and ends the page before the first item that does not fit; a page has at least one item. Each item is on
 * exactly one page, as it was when that page was read.
 */
export const readExportPage = async (
  ctx: ExportContext,
  userId: string,
  cursor: string | undefined,
  most = lambdaPage,
): Promise<ExportLists & { next_cursor: string | null }> => {
  const start: z.infer<typeof cursorShape> =
    cursor === undefined ? { section: sectionNames[0], after: null } : decodeJsonCursor(cursorShape, cursor);
  const lists: ExportLists = { subscriptions: [], entries: [], highlights: [], jobs: [] };
  let bytes = 0;
  let items = 0;
  for (const section of sectionNames.slice(sectionNames.indexOf(start.section))) {
    let after = section === start.section ? start.after : null;
    for await (const found of sections[section](ctx, userId, after)) {
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
