import type { Found, SearchRow } from './search-input.ts';

const MOST_FEEDS = 30;

/** Counts hits by feed and by state. */
export const facetsOf = (rows: readonly SearchRow[]): Found['facets'] => {
  const counts = new Map<string, number>();
  const states = { unread: 0, read: 0, saved: 0 };
  for (const { feed_id, is_read: isRead, is_saved: isSaved } of rows) {
    counts.set(feed_id, (counts.get(feed_id) ?? 0) + 1);
    states[isRead ? 'read' : 'unread'] += 1;
    if (isSaved) states.saved += 1;
  }
  const feeds = Array.from(counts, ([feed_id, count]) => ({ feed_id, count }))
    .toSorted((a, b) => b.count - a.count || (a.feed_id < b.feed_id ? -1 : 1))
    .slice(0, MOST_FEEDS);
  return { feeds, states };
};
