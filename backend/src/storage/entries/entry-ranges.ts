import type { EntryListQuery, EntryPosition } from '../../model/article/entry.ts';
import type { ReadWatermark } from '../../model/article/watermark.ts';
import { feedRange, positionIn, timeRange, type IndexName, type ReadState } from '../table/keys.ts';

/** A range of index rows in one order, newest or highest score first. */
export type RowRange = {
  index: IndexName;
  prefix: string;
  /** Returns the key that a row at this position has, or would have, in this range. */
  keyAt: (position: EntryPosition) => string;
};

export const readerRange = (sort: EntryListQuery['sort'], state: ReadState): RowRange => {
  const index = sort === 'published_at' ? 'by-time' : 'by-importance';
  return { index, prefix: timeRange(state), keyAt: (position) => positionIn[index](state, position) };
};

export const feedRangeOf = (feedId: string, state: ReadState): RowRange => ({
  index: 'by-feed',
  prefix: feedRange(feedId, state),
  keyAt: (position) => positionIn['by-feed'](feedId, state, position),
});

export const savedRange: RowRange = {
  index: 'saved',
  prefix: '',
  keyAt: (position) => positionIn.saved(position),
};

/**
 * Returns the read states of a filter. UNREAD comes first: a row that is marked read between the two reads is then
 * found in one state or in both, never in neither.
 */
export const statesOf = (filter: EntryListQuery['filter']): ReadState[] => {
  switch (filter) {
    case 'all':
    case 'saved':
      return ['UNREAD', 'READ'];
    case 'unread':
      return ['UNREAD'];
    case 'read':
      return ['READ'];
  }
};

/**
 * Returns the time-ordered ranges with rows that marks cover. They are unread rows: of all feeds if a mark is for all
 * feeds, otherwise of the marks' feeds.
 */
export const coveredRanges = (feedIds: string[] | null, marks: ReadWatermark[]): RowRange[] => {
  if (marks.length === 0) return [];
  const marked = new Set(marks.flatMap(({ feed_ids }) => feed_ids ?? []));
  const isForAll = marks.some(({ feed_ids }) => feed_ids === null);
  if (feedIds === null && isForAll) return [readerRange('published_at', 'UNREAD')];
  return (feedIds ?? [...marked])
    .filter((feedId) => isForAll || marked.has(feedId))
    .map((feedId) => feedRangeOf(feedId, 'UNREAD'));
};
