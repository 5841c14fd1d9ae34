import type { ArticleRow, OpenedArticle } from '@omomi/backend/contract';
import {
  type MutationKey,
  type QueryClient,
  type Query,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { useNotify } from '../../../lib/notify.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { sendLater, takeBack, waitingChanges } from '../../../lib/offline/outbox.ts';
import { call } from '../../../lib/api/api.ts';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { worthRetrying } from '../../../lib/queries/query-client.ts';
import { tellTabs } from '../../../lib/tabs.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { showWaitingMarkAlls } from '../../../lib/marks/mark-all.ts';
import { type ArticlePages, type RowChange, withRows } from '../cache.ts';

/** Changes rows in all lists, as they are loaded. */
export const changeRows = (client: QueryClient, changes: ReadonlyMap<string, RowChange>): void => {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: keys.articleLists })) {
    client.setQueryData<ArticlePages>(
      queryKey,
      (data) => (data === undefined ? data : withRows(data, changes)),
      // Keep the time of loading, because a mark does not make the list newer.
      { updatedAt: state.dataUpdatedAt },
    );
  }
};

/** Changes rows in all lists and the articles themselves, as they are loaded. */
export const applyChanges = (client: QueryClient, changes: ReadonlyMap<string, RowChange>): void => {
  changeRows(client, changes);
  for (const [articleId, change] of changes)
    client.setQueryData<OpenedArticle>(keys.article(articleId), (data) =>
      data === undefined ? data : { ...data, ...change },
    );
};

/** Changes one row, as above. */
export const applyChange = (client: QueryClient, articleId: string, change: RowChange): void =>
  applyChanges(client, new Map([[articleId, change]]));

const mark = z.object({ row: z.object({ article_id: z.string() }) });

/** Checks if a later mark of the same article is being sent. In that case the answer to an earlier one is ignored. */
const hasLater = (client: QueryClient, mutationKey: MutationKey, articleId: string): boolean =>
  client.isMutating({
    mutationKey,
    predicate: ({ state }) => mark.safeParse(state.variables).data?.row.article_id === articleId,
  }) > 1;

/** Mutations of one scope run one after the other, so that the latest mark is applied last. */
const readScope = { id: 'read-marks' };
const savedScope = { id: 'saved-marks' };

/**
 * Tells the server that an article was read to its end. An error is not shown: the reader asked for nothing, and losing
 * one of these signals does little harm.
 */
export const useNoteReadThrough = () => {
  const client = useQueryClient();
  return useMutation({
    scope: readScope,
    mutationFn: async (articleId: string) => {
      await readMarksOf(client).flush();
      return call('setRead', {
        params: { article_id: articleId },
        body: { is_read: true, is_read_through: true },
      });
    },
    retry: worthRetrying,
  });
};

/**
 * Returns what is sent to save an article or to let it go. A row of Saved knows when it was saved, also after it was let go: if
 * it is saved again while the list shows it, it keeps its place.
 */
const savedMark = ({ saved_at }: ArticleRow, is_saved: boolean) => ({
  is_saved,
  saved_at: (is_saved && saved_at) || undefined,
});

export const useSetSaved = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationKey: keys.savedMarks,
    scope: savedScope,
    mutationFn: ({ row, isSaved }: { row: ArticleRow; isSaved: boolean }) =>
      call('setSaved', { params: { article_id: row.article_id }, body: savedMark(row, isSaved) }),
    onMutate: ({ row, isSaved }) => applyChange(client, row.article_id, { is_saved: isSaved }),
    onError: (error, { row, isSaved }) => {
      if (error instanceof ApiError && error.status === 0) {
        const saved_at = row.saved_at ?? new Date().toISOString();
        sendLater({ kind: 'save', article_id: row.article_id, is_saved: isSaved, saved_at });
        return;
      }
      if (!hasLater(client, keys.savedMarks, row.article_id))
        applyChange(client, row.article_id, { is_saved: row.is_saved });
      notify.error(error);
    },
    onSuccess: (answer) => {
      takeBack({ kind: 'save', article_id: answer.article_id, is_saved: answer.is_saved });
      if (!hasLater(client, keys.savedMarks, answer.article_id))
        applyChange(client, answer.article_id, { is_saved: answer.is_saved });
      tellTabs({ kind: 'saved', article_id: answer.article_id, is_saved: answer.is_saved });
    },
  });
};

/**
 * Puts the marks that were made during a request for articles back after its answer. They are missing in the answer, and
 * also in the pages of a list that were loaded before: TanStack Query keeps those as they were when the request began.
 * Returns the function that ends it.
 */
export const keepMarks = (client: QueryClient): (() => void) => {
  const marks = readMarksOf(client);
  const begun = new WeakMap<Query, number>();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== keys.articles[0]) return;
    const { action, query } = event;
    if (action.type === 'fetch') begun.set(query, marks.now());
    if (action.type !== 'success' || action.manual === true) return;
    showWaitingMarkAlls(client);
    for (const { article_id, is_read } of marks.later(begun.get(query) ?? marks.now()))
      applyChange(client, article_id, { is_read });
    for (const change of waitingChanges()) {
      if (change.kind === 'save') applyChange(client, change.article_id, { is_saved: change.is_saved });
      if (change.kind === 'tags') applyChange(client, change.article_id, { own_tags: change.tags });
    }
  });
};
