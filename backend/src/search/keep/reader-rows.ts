import type { TextMode } from '../../contract/index.ts';
import {
  isOfLeftFeeds,
  underFollowed,
  type LoadNames,
  type ReaderNames,
} from '../../articles/lists/reader-names.ts';
import type { EntryStore, SearchableRow } from '../../model/article/entry.ts';
import {
  activeWatermarks,
  covers,
  type ReadWatermark,
  type ReadWatermarkStore,
} from '../../model/article/watermark.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { rowVersion } from './row-version.ts';
import { visitYielding } from './yielding.ts';

/** A row as its reader sees it, with the version of the text that the segment should have of it. */
export type ReaderRow = Omit<SearchableRow, 'feed_ids' | 'unread_after'> & {
  feed_id: string;
  version: string;
};

/** All that the table says of a reader's articles at one moment. */
export type ReaderRows = {
  /** The time when they were read. */
  at: Date;
  /** The newest first. Expired ones were left out at that time. */
  rows: readonly ReaderRow[];
  feeds: ReadonlyMap<string, { title: string; folder: string | null }>;
  modes: ReadonlyMap<string, TextMode>;
  names: ReaderNames;
};

export type ReaderRowsDeps = {
  entries: Pick<EntryStore, 'listSearchable'>;
  feeds: Pick<FeedStore, 'getMany'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  loadNames: LoadNames;
};

export type LoadReaderRows = (userId: string, at: Date) => Promise<ReaderRows>;

/** Number of rows that are made before the process does other work: some 10 ms. */
const AT_ONCE = 4000;

/**
 * Creates the function that reads all of a reader's rows as lists show them: marks are applied, what has expired is left
 * out, and so is what only feeds carry that the reader has left, unless it is saved.
 */
export const createLoadReaderRows =
  (deps: ReaderRowsDeps): LoadReaderRows =>
  async (userId, at) => {
    const [stored, names, { marks }] = await Promise.all([
      deps.entries.listSearchable(userId),
      deps.loadNames(userId),
      deps.marks.get(userId),
    ]);
    const modes = new Map(names.subscriptions.map(({ feed_id, text_mode }) => [feed_id, text_mode]));
    const active = activeWatermarks(marks);
    const isLeft = isOfLeftFeeds(names);
    const rows: ReaderRow[] = [];
    await visitYielding(stored, AT_ONCE, (row) => {
      if (row.expires_ms !== null && row.expires_ms <= at.getTime()) return;
      const is_left = isLeft(row);
      if (is_left && !row.is_saved) return;
      const is_read = row.is_read || is_left || isMarked(row, active);
      rows.push(seenRow(row, { is_read, names, mode: modes.get(row.feed_ids[0]) }));
    });
    rows.sort(newestFirst);
    return { at, rows, modes, names, feeds: await feedsOf(deps.feeds, rows, names) };
  };

const newestFirst = (a: ReaderRow, b: ReaderRow): number =>
  a.published_at < b.published_at ? 1 : a.published_at > b.published_at ? -1 : 0;

const isMarked = (row: SearchableRow, marks: ReadWatermark[]): boolean => {
  if (marks.length === 0) return false;
  const marked = { ...row, created_at: new Date(row.created_ms).toISOString() };
  return marks.some((mark) => covers(mark, marked));
};

const seenRow = (
  row: SearchableRow,
  { is_read, names, mode }: { is_read: boolean; names: ReaderNames; mode: TextMode | undefined },
): ReaderRow => ({
  article_id: row.article_id,
  feed_id: underFollowed(row, names).feed_ids[0],
  title: row.title,
  excerpt: row.excerpt,
  published_at: row.published_at,
  importance_score: row.importance_score,
  is_read,
  is_saved: row.is_saved,
  text_version: row.text_version,
  created_ms: row.created_ms,
  expires_ms: row.expires_ms,
  reading_minutes: row.reading_minutes,
  tags: row.tags,
  story: row.story,
  version: rowVersion(row, mode),
});

/** Returns titles and folders of the feeds of all rows, those included that the reader no longer follows. */
const feedsOf = async (
  feeds: Pick<FeedStore, 'getMany'>,
  rows: readonly ReaderRow[],
  names: ReaderNames,
): Promise<ReaderRows['feeds']> => {
  const folders = new Map(names.subscriptions.map(({ feed_id, folder }) => [feed_id, folder]));
  const followed = Array.from(names.feeds, ([feed_id, title]) => {
    const folder = folders.get(feed_id) ?? null;
    return [feed_id, { title, folder }] as const;
  });
  const former = new Set(rows.map(({ feed_id }) => feed_id).filter((feed_id) => !names.feeds.has(feed_id)));
  const stored = former.size === 0 ? [] : await feeds.getMany([...former]);
  return new Map([
    ...followed,
    ...stored.map(({ feed_id, title }) => [feed_id, { title, folder: null }] as const),
  ]);
};
