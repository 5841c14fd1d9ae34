import type { Feed } from '@omomi/backend/contract';

export type Folder = { name: string; feeds: Feed[]; unread: number };
export type FeedTree = { folders: Folder[]; loose: Feed[]; unread: number };

const unreadOf = (feeds: Feed[]): number => feeds.reduce((sum, feed) => sum + feed.unread_count, 0);

/** Returns the folders sorted by name, each with its feeds sorted by title, and the feeds without a folder. */
export const treeOf = (feeds: readonly Feed[], language: string): FeedTree => {
  const order = new Intl.Collator(language, { numeric: true });
  const sorted = feeds.toSorted((a, b) => order.compare(a.title, b.title));
  const byName = Map.groupBy(
    sorted.filter((feed) => feed.folder !== null),
    (feed) => feed.folder ?? '',
  );
  const folders = [...byName]
    .map(([name, members]) => ({ name, feeds: members, unread: unreadOf(members) }))
    .toSorted((a, b) => order.compare(a.name, b.name));
  return { folders, loose: sorted.filter((feed) => feed.folder === null), unread: unreadOf(sorted) };
};
