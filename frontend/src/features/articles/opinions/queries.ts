import type { ArticleOpinion, OpenedArticle } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

export type Opinion = ArticleOpinion['opinion'];

/** Sets an opinion. It is shown at once, and taken back if the server refuses. */
export const useSetOpinion = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    scope: { id: 'opinions' },
    mutationFn: ({ articleId, opinion }: { articleId: string; opinion: Opinion }) =>
      call('setOpinion', { params: { article_id: articleId }, body: { opinion } }),
    onMutate: async ({ articleId, opinion }) => {
      const queryKey = keys.article(articleId);
      // Cancel only a reload: a first load that is cancelled would not be started again.
      if (client.getQueryData(queryKey) !== undefined) await client.cancelQueries({ queryKey });
      client.setQueryData<OpenedArticle>(queryKey, (known) =>
        known === undefined ? known : { ...known, opinion },
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.learned }),
    onError: async (error, { articleId }) => {
      notify.error(error);
      await client.invalidateQueries({ queryKey: keys.article(articleId) });
    },
  });
};
