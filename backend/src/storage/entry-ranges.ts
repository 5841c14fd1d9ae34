import type { EntryListQuery, EntryPosition } from '../articles/entry.ts';
import type { Mark } from '../articles/marks.ts';
import { feedRange, positionIn, timeRange, type IndexName, type ReadState } from './keys.ts';

/** A run of index rows in one order, newest or best first. */
export type RowRange = {
  index: IndexName;
  prefix: string;
  /** The key a row at this position has, or would have, in this range. */
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

/** UNREAD comes first: what is marked read between the two reads is then in one of them or in both, never in none. */
export const statesOf = (filter: 'all' | 'unread' | 'read'): ReadState[] => {
  switch (filter) {
    case 'all':
      return ['UNREAD', 'READ'];
    case 'unread':
      return ['UNREAD'];
    case 'read':
      return ['READ'];
  }
};

/** Where in time order rows lie that marks cover: among the unread, of the marks' feeds alone unless one is for all. */
export const coveredRanges = (feedIds: string[] | null, marks: Mark[]): RowRange[] => {
  if (marks.length === 0) return [];
  const marked = new Set(marks.flatMap(({ feed_ids }) => feed_ids ?? []));
  const isForAll = marks.some(({ feed_ids }) => feed_ids === null);
  if (feedIds === null && isForAll) return [readerRange('published_at', 'UNREAD')];
  return (feedIds ?? [...marked])
    .filter((feedId) => isForAll || marked.has(feedId))
    .map((feedId) => feedRangeOf(feedId, 'UNREAD'));
};
