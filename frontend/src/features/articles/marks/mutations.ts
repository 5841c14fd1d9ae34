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

const mark = z.object({ row: z.object({ article_id: z.string() }) });

/** Whether a later mark of the same article is on its way: what it says holds, not the answer to an earlier one. */
const hasLater = (client: QueryClient, mutationKey: MutationKey, articleId: string): boolean =>
  client.isMutating({
    mutationKey,
    predicate: ({ state }) => mark.safeParse(state.variables).data?.row.article_id === articleId,
  }) > 1;

/** Marks of one kind are sent one after the other: answered out of order, an earlier one would have the last word. */
const readScope = { id: 'read-marks' };
const savedScope = { id: 'saved-marks' };

/** A mark shows at once and is taken back when the server refuses it. */
export const useSetRead = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationKey: keys.readMarks,
    scope: readScope,
    mutationFn: ({ row, isRead }: { row: ArticleRow; isRead: boolean }) =>
      call('setRead', { params: { article_id: row.article_id }, body: { is_read: isRead } }),
    onMutate: async ({ row, isRead }) => {
      // A first load that is given up would not be tried again.
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
      // The counts have followed each mark; the server's are asked for once, after the last. Nothing waits for them.
      if (client.isMutating({ mutationKey: keys.readMarks }) === 1)
        void client.invalidateQueries({ queryKey: keys.feeds });
    },
  });
};

/**
 * Says that an article was read to its end. A reader who did nothing is not told when that fails: the next article says
 * the like.
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
