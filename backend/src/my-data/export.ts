import pMap from 'p-map';
import { z } from 'zod';
import { asMarked, type ReadWatermarkStore } from '../model/article/watermark.ts';
import type { Entry, EntryStore, SavedCopy, SavedStore } from '../model/article/entry.ts';
import { InvalidCursorError } from '../lib/cursor-error.ts';
import { entryToRow, namesOf, toReasons, type ReaderNames } from '../articles/lists/row-to-wire.ts';
import { isExpired } from '../model/article/expiry.ts';
import { inBatches } from '../lib/in-batches.ts';
import type { ExportedEntry, ExportPage } from '../contract/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { feedToWire } from '../model/feed/feed-to-wire.ts';
import type { WithCounts } from '../articles/reading/unread.ts';
import type { JobStore } from '../model/job/job-store.ts';
import { jobToWire } from '../jobs/new-job.ts';
import type { KeywordStore } from '../model/score/keyword.ts';
import type { ProfileStore } from '../model/reader/profile.ts';

/**
 * Size of a page, in bytes. Lambda answers with at most 6 MB and encodes the body once more as a JSON string. Items are
 * measured in that encoding, and one large article still fits on top.
 */
const PAGE_BYTES = 4_000_000;
/** Number of items in a page, which limits the time that a page takes. */
const PAGE_ITEMS = 2000;
const SLICE = 100;
const CONCURRENT_COPIES = 8;

const sections = ['subscriptions', 'entries', 'jobs'] as const;

const cursorShape = z.strictObject({ section: z.enum(sections), after: z.string().max(100).nullable() });

type Cursor = z.infer<typeof cursorShape>;

const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Decodes a cursor. Throws InvalidCursorError unless encodeCursor wrote it. */
const decodeCursor = (text: string): Cursor => {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new InvalidCursorError();
  }
};

const sizeOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(item)));

export type ExportDeps = {
  entries: Pick<EntryStore, 'scan'>;
  feeds: Pick<FeedStore, 'getMany'>;
  jobs: Pick<JobStore, 'list'>;
  keywords: Pick<KeywordStore, 'list'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  saved: Pick<SavedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  withCounts: WithCounts;
  now: Clock;
  pageBytes?: number;
};

type Lists = Pick<ExportPage, 'subscriptions' | 'entries' | 'jobs'>;
/** An item to export, the position after it, and the function that adds it to the page. */
type Found = { after: string; item: unknown; add: (lists: Lists) => void };

const toCopy = ({ feed_title, saved_at, content, summary, author, enclosures }: SavedCopy) => ({
  feed_title,
  saved_at,
  content,
  summary,
  author,
  enclosures,
});

/**
 * Creates the function that returns the lists of a reader's export page by page. Each item is on exactly one page, as
 * it was when that page was read.
 */
export const createExportLists = (deps: ExportDeps) => {
  const toExported = async (entry: Entry, names: ReaderNames): Promise<ExportedEntry> => {
    const { feed_id: _, top_reasons: __, ...row } = entryToRow(entry, names);
    const copy = entry.is_saved ? await deps.saved.get(entry.user_id, entry.article_id) : null;
    return {
      ...row,
      feed_title: row.feed_title || (copy?.feed_title ?? ''),
      feed_ids: entry.feed_ids,
      reasons: toReasons(entry.reasons, names).filter(({ similarity_score }) => similarity_score > 0),
      expires_at: entry.expires_at,
      saved: copy === null ? null : toCopy(copy),
    };
  };

  async function* subscriptionsOf(userId: string, after: string | null): AsyncGenerator<Found> {
    const all = (await deps.subscriptions.list(userId)).toSorted((a, b) =>
      a.feed_id.localeCompare(b.feed_id),
    );
    const rest = all.filter(({ feed_id }) => after === null || feed_id > after);
    for (const slice of inBatches(rest, SLICE)) {
      const feeds = await deps.feeds.getMany(slice.map(({ feed_id }) => feed_id));
      const byId = new Map(feeds.map((feed) => [feed.feed_id, feed]));
      for (const subscription of await deps.withCounts(userId, slice)) {
        const feed = byId.get(subscription.feed_id);
        if (feed === undefined) continue;
        const item = feedToWire(feed, subscription);
        yield { after: item.feed_id, item, add: ({ subscriptions }) => subscriptions.push(item) };
      }
    }
  }

  async function* entriesOf(userId: string, start: string | null): AsyncGenerator<Found> {
    const [subscriptions, keywords, profile, { marks }] = await Promise.all([
      deps.subscriptions.list(userId),
      deps.keywords.list(userId),
      deps.profiles.get(userId),
      deps.marks.get(userId),
    ]);
    const names = namesOf(subscriptions, keywords, profile);
    let after = start;
    for (;;) {
      const found = await deps.entries.scan(userId, after, SLICE);
      const at = deps.now().toISOString();
      const shown = found.filter((entry) => !isExpired(entry, at));
      for (const batch of inBatches(shown, CONCURRENT_COPIES))
        for (const item of await pMap(batch, (entry) =>
          toExported({ ...entry, ...asMarked(entry, marks) }, names),
        ))
          yield { after: item.article_id, item, add: ({ entries }) => entries.push(item) };
      after = found.at(-1)?.article_id ?? null;
      if (found.length < SLICE || after === null) return;
    }
  }

  async function* jobsOf(userId: string, after: string | null): AsyncGenerator<Found> {
    const all = (await deps.jobs.list(userId)).toSorted((a, b) => a.job_id.localeCompare(b.job_id));
    for (const job of all.filter(({ job_id }) => after === null || job_id > after)) {
      const item = jobToWire(job);
      yield { after: job.job_id, item, add: ({ jobs }) => jobs.push(item) };
    }
  }

  const itemsOf = { subscriptions: subscriptionsOf, entries: entriesOf, jobs: jobsOf };

  return async (
    userId: string,
    text: string | undefined,
  ): Promise<Lists & { next_cursor: string | null }> => {
    const cursor = text === undefined ? null : decodeCursor(text);
    const lists: Lists = { subscriptions: [], entries: [], jobs: [] };
    let room = deps.pageBytes ?? PAGE_BYTES;
    let count = 0;
    for (const section of sections.slice(cursor === null ? 0 : sections.indexOf(cursor.section))) {
      let after = section === cursor?.section ? cursor.after : null;
      for await (const found of itemsOf[section](userId, after)) {
        room -= sizeOf(found.item);
        if (count > 0 && (room < 0 || count >= PAGE_ITEMS))
          return { ...lists, next_cursor: encodeCursor({ section, after }) };
        found.add(lists);
        count += 1;
        after = found.after;
      }
    }
    return { ...lists, next_cursor: null };
  };
};
