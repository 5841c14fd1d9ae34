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
