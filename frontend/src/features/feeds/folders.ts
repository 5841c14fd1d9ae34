import { type Feed, comparePositions } from '@omomi/backend/contract';

/** A list of articles that the sidebar leads to. */
export type Place =
  | { kind: 'all' }
  | { kind: 'saved' }
  | { kind: 'feed'; feedId: string }
  | { kind: 'folder'; name: string }
  | { kind: 'tag'; name: string };

export type Folder = { name: string; position: number | null; feeds: Feed[]; unread: number };
export type FeedTree = { folders: Folder[]; loose: Feed[]; unread: number };

const unreadOf = (feeds: Feed[]): number => feeds.reduce((sum, feed) => sum + feed.unread_count, 0);

/**
 * Returns the folders, each with its feeds, and the feeds without a folder. Folders and feeds are in the reader's order:
 * by position, then by name. `positions` are those of the folders.
 */
export const treeOf = (
  feeds: readonly Feed[],
  language: string,
  positions: ReadonlyMap<string, number | null> = new Map(),
): FeedTree => {
  const order = new Intl.Collator(language, { numeric: true });
  const sorted = feeds.toSorted((a, b) => comparePositions(a, b) || order.compare(a.title, b.title));
  const byName = Map.groupBy(
    sorted.filter((feed) => feed.folder !== null),
    (feed) => feed.folder ?? '',
  );
  const folders = [...byName]
    .map(([name, members]) => ({
      name,
      position: positions.get(name) ?? null,
      feeds: members,
      unread: unreadOf(members),
    }))
    .toSorted((a, b) => comparePositions(a, b) || order.compare(a.name, b.name));
  return { folders, loose: sorted.filter((feed) => feed.folder === null), unread: unreadOf(sorted) };
};

/** Returns the feeds among which a feed has its place: those of its folder, or those in none. */
export const siblingsOf = ({ folders, loose }: FeedTree, { folder }: Pick<Feed, 'folder'>): Feed[] =>
  folder === null ? loose : (folders.find(({ name }) => name === folder)?.feeds ?? []);
