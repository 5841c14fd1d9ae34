import type { Article, ArticleRow, Feed, Page } from '@omomi/backend/contract';
import { type MutationKey, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useNotify } from '../../../lib/notify.ts';
import { call } from '../../../lib/api/api.ts';
import { worthRetrying } from '../../../lib/queries/query-client.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { type ArticlePages, type RowChange, withRow, withUnread } from '../cache.ts';

const applyChange = (client: QueryClient, articleId: string, change: RowChange): void => {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: keys.articleLists })) {
    client.setQueryData<ArticlePages>(
      queryKey,
      (data) => (data === undefined ? data : withRow(data, articleId, change)),
      // Keep the time of loading, because a mark does not make the list newer.
      { updatedAt: state.dataUpdatedAt },
    );
  }
  client.setQueryData<Article>(keys.article(articleId), (data) =>
    data === undefined ? data : { ...data, ...change },
  );
};

const changeUnread = (client: QueryClient, feedId: string, change: number): void => {
  client.setQueryData<Page<Feed>>(keys.feeds, (feeds) =>
    feeds === undefined ? feeds : withUnread(feeds, feedId, change),
  );
};

/** Removes lists that are not on screen. A mark may have made them wrong, so they are loaded again when shown. */
const dropOtherLists = (client: QueryClient): void => {
  client.removeQueries({ queryKey: keys.articleLists, type: 'inactive' });
};

const mark = z.object({ row: z.object({ article_id: z.string() }) });

/** Checks if a later mark of the same article is being sent. In that case the answer to an earlier one is ignored. */
const hasLater = (client: QueryClient, mutationKey: MutationKey, articleId: string): boolean =>
  client.isMutating({
    mutationKey,
    predicate: ({ state }) => mark.safeParse(state.variables).data?.row.article_id === articleId,
  }) > 1;

/** The scopes of the marks. Mutations of one scope run one after the other, so that the latest mark is applied last. */
const readScope = { id: 'read-marks' };
const savedScope = { id: 'saved-marks' };

/** Shows a mark at once, and undoes it if the server refuses. */
export const useSetRead = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationKey: keys.readMarks,
    scope: readScope,
    mutationFn: ({ row, isRead }: { row: ArticleRow; isRead: boolean }) =>
      call('setRead', { params: { article_id: row.article_id }, body: { is_read: isRead } }),
    onMutate: async ({ row, isRead }) => {
      // Cancel only a reload: a first load that is cancelled would not be started again.
      if (client.getQueryData(keys.feeds) !== undefined) await client.cancelQueries({ queryKey: keys.feeds });
      applyChange(client, row.article_id, { is_read: isRead });
      if (row.is_read !== isRead) changeUnread(client, row.feed_id, isRead ? -1 : 1);
    },
    onError: (error, { row, isRead }) => {
      if (!hasLater(client, keys.readMarks, row.article_id))
        applyChange(client, row.article_id, { is_read: row.is_read });
      if (row.is_read !== isRead) changeUnread(client, row.feed_id, isRead ? 1 : -1);
      notify.error(error);
    },
    onSuccess: (answer) => {
      if (!hasLater(client, keys.readMarks, answer.article_id))
        applyChange(client, answer.article_id, { is_read: answer.is_read, read_at: answer.read_at });
      dropOtherLists(client);
    },
    onSettled: () => {
      // Each mark has already changed the counts. After the last mark, the server's counts are loaded once.
      if (client.isMutating({ mutationKey: keys.readMarks }) !== 1) return;
      void client.invalidateQueries({ queryKey: keys.feeds });
      void client.invalidateQueries({ queryKey: keys.searchCounts });
    },
  });
};

/**
 * Tells the server that an article was read to its end. An error is not shown: the reader asked for nothing, and losing
 * one of these signals does little harm.
 */
export const useNoteReadThrough = () =>
  useMutation({
    scope: readScope,
    mutationFn: (articleId: string) =>
      call('setRead', {
        params: { article_id: articleId },
        body: { is_read: true, is_read_through: true },
      }),
    retry: worthRetrying,
  });

export const useSetSaved = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationKey: keys.savedMarks,
    scope: savedScope,
    mutationFn: ({ row, isSaved }: { row: ArticleRow; isSaved: boolean }) =>
      call('setSaved', { params: { article_id: row.article_id }, body: { is_saved: isSaved } }),
    onMutate: ({ row, isSaved }) => applyChange(client, row.article_id, { is_saved: isSaved }),
    onError: (error, { row }) => {
      if (!hasLater(client, keys.savedMarks, row.article_id))
        applyChange(client, row.article_id, { is_saved: row.is_saved });
      notify.error(error);
    },
    onSuccess: (answer) => {
      if (!hasLater(client, keys.savedMarks, answer.article_id))
        applyChange(client, answer.article_id, { is_saved: answer.is_saved });
      dropOtherLists(client);
    },
  });
};
