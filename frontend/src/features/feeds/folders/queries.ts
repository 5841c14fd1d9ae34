import type { Feed } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
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

/** Brings a feed into a folder, or into none, at a place among its feeds. It is shown there at once. */
export const useFileFeed = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const reload = useReloadFolders();
  return useMutation({
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
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
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
