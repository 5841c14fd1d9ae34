import type { Feed } from '@omomi/backend/contract';

/** The columns of the table of feeds, in the order in which they are shown. */
export const columnIds = [
  'title',
  'folder',
  'health',
  'pace',
  'unread',
  'success',
  'share',
  'importance',
] as const;
export type ColumnId = (typeof columnIds)[number];

export type TableSort = { column: ColumnId; is_descending: boolean };

/** The feeds among which a reader tidies up. */
export const feedStates = ['trouble', 'paused', 'quiet', 'never_read'] as const;
export type FeedState = (typeof feedStates)[number];

/** What the table of feeds shows, and in which order. */
export type FeedsView = {
  /** Part of a title, address or folder; empty for all. */
  find: string;
  /** Null for feeds in any state. */
  state: FeedState | null;
  /** Null: by title. */
  sort: TableSort | null;
};

export const plainView: FeedsView = { find: '', state: null, sort: null };

/** A feed with what is reckoned of its articles; null is unknown. */
export type FeedRow = {
  feed: Feed;
  /** The part of the reader's reading that was in this feed, from 0 to 1. */
  share: number | null;
  /** The mean place of its articles on the scale of importance, 0 to 100. */
  importance: number | null;
};

/** The order of feeds by health: those that work first. */
const healthRank = ({ feed }: FeedRow): number => {
  if (!feed.is_active) return 1;
  if (feed.fetch_status === 'stopped') return 3;
  return feed.error_code === null ? 0 : 2;
};

type Column = {
  /** The value that the table sorts by; null is unknown and always comes last. */
  value: (row: FeedRow) => string | number | null;
  /** Width in rem; the first column takes what is left, at least its width. */
  width: number;
  /** Figures are aligned to the right, and the largest come first when a reader sorts by them. */
  isFigure: boolean;
};

/** Every column of the table of feeds. */
export const columns: Readonly<Record<ColumnId, Column>> = {
  title: { value: ({ feed }) => feed.title, width: 13.5, isFigure: false },
  folder: { value: ({ feed }) => feed.folder, width: 5.75, isFigure: false },
  health: { value: healthRank, width: 15, isFigure: false },
  pace: { value: ({ feed }) => feed.articles_per_week, width: 4.75, isFigure: true },
  unread: { value: ({ feed }) => feed.unread_count, width: 4.5, isFigure: true },
  success: { value: ({ feed }) => feed.last_success_at, width: 6, isFigure: true },
  share: { value: ({ share }) => share, width: 4.5, isFigure: true },
  importance: { value: ({ importance }) => importance, width: 7.25, isFigure: true },
};

/** The time without a new article after which a feed counts as quiet, in milliseconds. */
const QUIET_MS = 90 * 24 * 3_600_000;

const isQuiet = ({ feed_last_updated, created_at }: Feed, now: Date): boolean =>
  now.getTime() - Date.parse(feed_last_updated ?? created_at) > QUIET_MS;

/** Returns true if a feed fails or is no longer fetched, and the reader has not paused it. */
export const isInTrouble = ({ is_active, fetch_status, error_code }: Feed): boolean =>
  is_active && (fetch_status === 'stopped' || error_code !== null);

/** Returns true if a feed is in the state at this time. */
export const isInState = (feed: Feed, state: FeedState, now: Date): boolean => {
  switch (state) {
    case 'trouble':
      return isInTrouble(feed);
    case 'paused':
      return !feed.is_active;
    case 'quiet':
      return isQuiet(feed, now);
    case 'never_read':
      return feed.last_read_at === null;
  }
};

/** Returns a function that tells which feeds a view shows. A text is looked for in any case. */
export const shownIn = (
  { find, state }: Pick<FeedsView, 'find' | 'state'>,
  now: Date,
): ((feed: Feed) => boolean) => {
  const wanted = find.normalize('NFKC').trim().toLocaleLowerCase();
  return (feed) =>
    (state === null || isInState(feed, state, now)) &&
    (wanted === '' ||
      [feed.title, feed.url, feed.folder ?? ''].some((text) =>
        text.normalize('NFKC').toLocaleLowerCase().includes(wanted),
      ));
};
