import type { Article, ArticleRow, Feed, Page } from '@omomi/backend/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../components/notices.tsx';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { type ArticlePages, type RowChange, withRow, withUnread } from './cache.ts';

const applyChange = (client: QueryClient, articleId: string, change: RowChange): void => {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: keys.articleLists })) {
    client.setQueryData<ArticlePages>(
      queryKey,
      (data) => (data === undefined ? data : withRow(data, articleId, change)),
      // A mark makes a list no younger: it was loaded when it was loaded.
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

/** Lists that are not on screen no longer hold what they promise; they are loaded anew when they are shown. */
const dropOtherLists = (client: QueryClient): void => {
  client.removeQueries({ queryKey: keys.articleLists, type: 'inactive' });
};

/** A mark shows at once and is taken back when the server refuses it. */
export const useSetRead = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: ({ row, isRead }: { row: ArticleRow; isRead: boolean }) =>
      call('setRead', { params: { article_id: row.article_id }, body: { is_read: isRead } }),
    onMutate: async ({ row, isRead }) => {
      await client.cancelQueries({ queryKey: keys.feeds });
      applyChange(client, row.article_id, { is_read: isRead });
      if (row.is_read !== isRead) changeUnread(client, row.feed_id, isRead ? -1 : 1);
    },
    onError: (error, { row, isRead }) => {
      applyChange(client, row.article_id, { is_read: row.is_read });
      if (row.is_read !== isRead) changeUnread(client, row.feed_id, isRead ? 1 : -1);
      notify.error(error);
    },
    onSuccess: (answer) => {
      applyChange(client, answer.article_id, { is_read: answer.is_read, read_at: answer.read_at });
      dropOtherLists(client);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.feeds }),
  });
};

/**
 * Says that an article was read to its end. A reader who did nothing is not told when that fails: the next article says
 * the like.
 */
export const useNoteReadThrough = () =>
  useMutation({
    mutationFn: (articleId: string) =>
      call('setRead', {
        params: { article_id: articleId },
        body: { is_read: true, is_read_through: true },
      }),
    retry: 2,
  });

export const useSetSaved = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: ({ row, isSaved }: { row: ArticleRow; isSaved: boolean }) =>
      call('setSaved', { params: { article_id: row.article_id }, body: { is_saved: isSaved } }),
    onMutate: ({ row, isSaved }) => applyChange(client, row.article_id, { is_saved: isSaved }),
    onError: (error, { row }) => {
      applyChange(client, row.article_id, { is_saved: row.is_saved });
      notify.error(error);
    },
    onSuccess: (answer) => {
      applyChange(client, answer.article_id, { is_saved: answer.is_saved });
      dropOtherLists(client);
    },
  });
};
