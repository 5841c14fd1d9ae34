import type { Feed, FeedChanges } from '@omomi/backend/contract';
import { positionsFor } from './order.ts';

/** A feed to bring into a folder: `items` are the feeds of the folder, with this one at `from`, which comes to `to`. */
export type Filing = { feed: Feed; folder: string | null; items: readonly Feed[]; from: number; to: number };

/** The changes that bring a feed into a folder, at a place among its feeds: that of the feed itself, then those of others. */
export const filing = ({ feed, folder, items, from, to }: Filing): { feed: Feed; changes: FeedChanges }[] => {
  const moved = positionsFor(items, from, to);
  const own = moved.find(({ item }) => item.feed_id === feed.feed_id)?.position ?? null;
  return [
    { feed, changes: { ...(feed.folder === folder ? {} : { folder }), position: own } },
    ...moved
      .filter(({ item }) => item.feed_id !== feed.feed_id)
      .map(({ item, position }) => ({ feed: item, changes: { position } })),
  ];
};
