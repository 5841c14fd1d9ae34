import type { Columns } from './columns.ts';

const MOST_FEEDS = 30;

/** The numbers of hits by feed, the largest first, at most 30, and by state. */
export type Facets = {
  feeds: { feed_id: string; count: number }[];
  states: { unread: number; read: number; saved: number };
};

/** Counts hits, given as the places of their rows, by feed and by state. */
export const facetsOf = (
  hits: readonly number[],
  rows: readonly { is_read: boolean; is_saved: boolean }[],
  { feeds, feedOf }: Pick<Columns, 'feeds' | 'feedOf'>,
): Facets => {
  const counts = new Uint32Array(feeds.length);
  const states = { unread: 0, read: 0, saved: 0 };
  for (const hit of hits) {
    const feed = feedOf[hit] ?? 0;
    counts[feed] = (counts[feed] ?? 0) + 1;
    states[rows[hit]?.is_read === true ? 'read' : 'unread'] += 1;
    if (rows[hit]?.is_saved === true) states.saved += 1;
  }
  const found = feeds
    .map((feed_id, at) => ({ feed_id, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.feed_id < b.feed_id ? -1 : 1));
  return { feeds: found.slice(0, MOST_FEEDS), states };
};
