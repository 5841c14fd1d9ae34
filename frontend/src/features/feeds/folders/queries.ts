import type { Feed, FolderChanges } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { feedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';
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

const useReload = () => {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.folders }),
      client.invalidateQueries({ queryKey: keys.feeds }),
    ]);
};

/** Renames a folder. If that merged two folders, a notice says so. */
export const useRenameFolder = () => {
  const notify = useNotify();
  const texts = useTexts(feedDialogsTexts);
  const reload = useReload();
  return useMutation({
    mutationFn: ({ name, changes }: { name: string; changes: FolderChanges }) =>
      call('updateFolder', { params: { name }, body: changes }),
    onSuccess: (folder) => {
      if (folder.is_merged) notify.info(texts.folderMerged(folder.name));
    },
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
};

export const useDeleteFolder = () => {
  const notify = useNotify();
  const texts = useTexts(feedDialogsTexts);
  const reload = useReload();
  return useMutation({
    mutationFn: (name: string) => call('deleteFolder', { params: { name } }),
    onSuccess: (_, name) => notify.info(texts.folderDeleted(name)),
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
};

type Move<T> = { items: readonly T[]; from: number; to: number };

/** Moves a feed among those of its folder. */
export const useMoveFeed = () => {
  const notify = useNotify();
  const reload = useReload();
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
  const reload = useReload();
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
  const reload = useReload();
  return useMutation({
    mutationFn: async ({ items, from, to }: Move<{ name: string; position: number | null }>) => {
      for (const { item, position } of positionsFor(items, from, to))
        await call('updateFolder', { params: { name: item.name }, body: { position } });
    },
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
};
