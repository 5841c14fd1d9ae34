import { type Feed, type FeedChanges, comparePositions } from '@omomi/backend/contract';
import { queryOptions, useQueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api/api.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

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

/** A feed, which has its position within its folder, or a folder, which has it among folders. */
type Placed = { position: number | null };

/** The distance between neighbours after they were numbered, so that most moves change one position. */
const GAP = 1024;

/** Returns a position between two neighbours; null if there is none. Undefined is no neighbour, null one without. */
const between = (before: number | null | undefined, after: number | null | undefined): number | null => {
  if (before === null) return null;
  if (after === null || after === undefined) return before === undefined ? 0 : before + GAP;
  if (before === undefined) return after - GAP;
  return after - before > 1 ? before + Math.floor((after - before) / 2) : null;
};

/**
 * Returns the items whose position must change so that the item at `from` comes to `to`, with their new positions.
 * `items` are in their order. If there is no room at `to`, items are numbered anew up to there, and beyond as far as
 * they have positions.
 */
export const positionsFor = <T extends Placed>(
  items: readonly T[],
  from: number,
  to: number,
): { item: T; position: number }[] => {
  const item = items[from];
  if (item === undefined || from === to || items[to] === undefined) return [];
  const moved = items.toSpliced(from, 1).toSpliced(to, 0, item);
  const position = between(moved[to - 1]?.position, moved[to + 1]?.position);
  if (position !== null) return [{ item, position }];
  return moved
    .map((each, at) => ({
      item: each,
      position: (at + 1) * GAP,
      isNumbered: at <= to || each.position !== null,
    }))
    .filter(({ isNumbered }) => isNumbered)
    .filter((each) => each.item.position !== each.position)
    .map((each) => ({ item: each.item, position: each.position }));
};

/** A feed to bring into a folder: `items` are the feeds of the folder, with this one at `from`, which comes to `to`. */
type Filing = { feed: Feed; folder: string | null; items: readonly Feed[]; from: number; to: number };

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

/** The query of the folders' positions. Their feeds and counts come from the feeds. */
const foldersQuery = queryOptions({
  queryKey: keys.folders,
  queryFn: ({ signal }) => call('listFolders', { signal }),
  staleTime: 60_000,
});

/** Returns a function that loads folders and feeds anew. */
export const useReloadFolders = () => {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.folders }),
      client.invalidateQueries({ queryKey: keys.feeds }),
    ]);
};

type Move<T> = { items: readonly T[]; from: number; to: number };

/** Moves a feed among those of its folder. */
export const useMoveFeed = () => {
  const reload = useReloadFolders();
  return useDeed({
    mutationFn: async ({ items, from, to }: Move<Feed>) => {
      for (const { item, position } of positionsFor(items, from, to))
        await call('updateFeed', { params: { feed_id: item.feed_id }, body: { position } });
    },
    onSettled: reload,
  });
};

/**
 * Brings a feed into a folder, or into none, at a place among its feeds. It is shown there at once. A folder is gone with its
 * last feed; a notice says so, and takes it back.
 */
export const useFileFeed = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const reload = useReloadFolders();
  const { t } = useI18n();
  const tellOfEmptied = ({ feed, folder }: Filing): void => {
    const emptied = feed.folder;
    const feeds = client.getQueryData(feedsQuery.queryKey)?.items ?? [];
    if (emptied === null || emptied === folder || feeds.some((each) => each.folder === emptied)) return;
    const back: Filing = { feed: { ...feed, folder }, folder: emptied, items: [feed], from: 0, to: 0 };
    notify.offer(t.nav.folderGone(emptied), { label: t.marks.undo, run: () => file.mutate(back) });
  };
  const file = useDeed({
    mutationFn: async (asked: Filing) => {
      for (const { feed, changes } of filing(asked))
        await call('updateFeed', { params: { feed_id: feed.feed_id }, body: changes });
    },
    onMutate: (asked) => {
      const changes = new Map(filing(asked).map((one) => [one.feed.feed_id, one.changes]));
      client.setQueryData(feedsQuery.queryKey, (known) =>
        known === undefined
          ? known
          : {
              ...known,
              items: known.items.map((feed) => {
                const change = changes.get(feed.feed_id);
                if (change === undefined) return feed;
                const { folder = feed.folder, position = feed.position } = change;
                return { ...feed, folder, position };
              }),
            },
      );
    },
    onSuccess: (_, asked) => tellOfEmptied(asked),
    onSettled: reload,
  });
  return file;
};

/** Moves a folder among the reader's folders. */
export const useMoveFolder = () => {
  const reload = useReloadFolders();
  return useDeed({
    mutationFn: async ({ items, from, to }: Move<{ name: string; position: number | null }>) => {
      for (const { item, position } of positionsFor(items, from, to))
        await call('updateFolder', { params: { name: item.name }, body: { position } });
    },
    onSettled: reload,
  });
};

/** Returns the tree of feeds. It is empty until the order of the folders is known, so that they do not jump. */
export const useTree = (feeds: readonly Feed[] | undefined): FeedTree => {
  const { language } = useI18n();
  const { data: folders, isPending } = useQuery(foldersQuery);
  return useMemo(() => {
    const positions = new Map(folders?.items.map(({ name, position }) => [name, position]));
    return treeOf(isPending ? [] : (feeds ?? []), language, positions);
  }, [feeds, folders, isPending, language]);
};
