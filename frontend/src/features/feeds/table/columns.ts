import type { Feed } from '@omomi/backend/contract';
import type { ColumnId } from './view.ts';

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
  health: { value: healthRank, width: 11, isFigure: false },
  pace: { value: ({ feed }) => feed.articles_per_week, width: 4.75, isFigure: true },
  unread: { value: ({ feed }) => feed.unread_count, width: 4.5, isFigure: true },
  success: { value: ({ feed }) => feed.last_success_at, width: 6, isFigure: true },
  share: { value: ({ share }) => share, width: 4.5, isFigure: true },
  importance: { value: ({ importance }) => importance, width: 7.25, isFigure: true },
};
