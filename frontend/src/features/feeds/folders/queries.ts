import type { Feed } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { type Filing, filing } from './filing.ts';
import { positionsFor } from './order.ts';

/** The query of the folders' positions. Their feeds and counts come from the feeds. */
export const foldersQuery = queryOptions({
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
  const notify = useNotify();
  const reload = useReloadFolders();
  return useMutation({
    mutationFn: async ({ items, from, to }: Move<Feed>) => {
      for (const { item, position } of positionsFor(items, from, to))
        await call('updateFeed', { params: { feed_id: item.feed_id }, body: { position } });
    },
    onError: (error) => notify.error(error),
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
  const file = useMutation({
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
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
  return file;
};

/** Moves a folder among the reader's folders. */
export const useMoveFolder = () => {
  const notify = useNotify();
  const reload = useReloadFolders();
  return useMutation({
    mutationFn: async ({ items, from, to }: Move<{ name: string; position: number | null }>) => {
      for (const { item, position } of positionsFor(items, from, to))
        await call('updateFolder', { params: { name: item.name }, body: { position } });
    },
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
};
