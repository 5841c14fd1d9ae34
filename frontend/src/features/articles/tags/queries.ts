import type { ArticleRow } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { sendLater, takeBack } from '../../../lib/offline/outbox.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { preferencesQuery } from '../../../lib/preferences/queries.ts';
import { applyChange } from '../marks/mutations.ts';

export const tagsQuery = queryOptions({
  queryKey: keys.tags,
  queryFn: ({ signal }) => call('listTags', { signal }),
  staleTime: 60_000,
});

type Change = { row: Pick<ArticleRow, 'article_id' | 'own_tags'>; tags: readonly string[] };

/** Sends the tags of an article. Without a connection they wait in the outbox. */
const sendTags = async ({ row: { article_id }, tags }: Change): Promise<ArticleRow | null> => {
  try {
    return await call('setTags', { params: { article_id }, body: { tags: [...tags] } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    sendLater({ kind: 'tags', article_id, tags: [...tags] });
    return null;
  }
};

/** Gives an article its tags, and offers to take that back. What is shown changes at once. */
export const useSetTags = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const texts = useTexts('ownTags');
  const change = {
    mutationKey: keys.tagMarks,
    scope: { id: 'tag-marks' },
    mutationFn: sendTags,
    onMutate: ({ row, tags }: Change) => applyChange(client, row.article_id, { own_tags: [...tags] }),
    onError: (error: unknown, { row }: Change) => {
      applyChange(client, row.article_id, { own_tags: row.own_tags });
      notify.error(error);
    },
    onSuccess: async (answer: ArticleRow | null) => {
      if (answer === null) return;
      const { article_id, own_tags, expires_at } = answer;
      takeBack({ kind: 'tags', article_id, tags: [] });
      applyChange(client, article_id, { own_tags, expires_at });
      client.setQueryData(preferencesQuery.queryKey, (known) =>
        known === undefined ? known : { ...known, has_tags: true },
      );
      await client.invalidateQueries({ queryKey: keys.tags });
    },
  };
  const { mutate: undo } = useMutation(change);
  return useMutation({
    ...change,
    onMutate: (asked: Change) => {
      change.onMutate(asked);
      const { row, tags } = asked;
      const back = { row: { article_id: row.article_id, own_tags: [...tags] }, tags: row.own_tags };
      notify.offer(tags.length === 0 ? texts.untagged : texts.tagged(tags.join(', ')), {
        label: t.marks.undo,
        run: () => undo(back),
      });
    },
  });
};

/** Changes all articles of a tag, as many calls as that takes. */
const toTheEnd = async (slice: () => Promise<{ is_done: boolean }>): Promise<void> => {
  while (!(await slice()).is_done);
};

const changed = [keys.tags, keys.articleLists, keys.everyArticle, keys.preferences];

/** Renames a tag. `onDone` gets the new name before the lists are loaded again, which take the asking window away. */
export const useRenameTag = (onDone: (to: string) => void) =>
  useDeed({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      toTheEnd(() => call('renameTag', { params: { name: from }, body: { name: to } })),
    onSuccess: (_, { to }) => onDone(to),
    reload: changed,
  });

/** Takes a tag off all articles. */
export const useDeleteTag = (onDone: () => void) =>
  useDeed({
    mutationFn: (name: string) => toTheEnd(() => call('deleteTag', { params: { name } })),
    onSuccess: onDone,
    reload: changed,
  });
