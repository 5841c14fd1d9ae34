import type { ArticleOpinion } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

export type Opinion = ArticleOpinion['opinion'];

export const opinionQuery = (articleId: string) =>
  queryOptions({
    queryKey: keys.opinion(articleId),
    queryFn: ({ signal }) => call('getOpinion', { params: { article_id: articleId }, signal }),
    staleTime: 300_000,
  });

/** Sets an opinion. It is shown at once, and taken back if the server refuses. */
export const useSetOpinion = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    scope: { id: 'opinions' },
    mutationFn: ({ articleId, opinion }: { articleId: string; opinion: Opinion }) =>
      call('setOpinion', { params: { article_id: articleId }, body: { opinion } }),
    onMutate: async ({ articleId, opinion }) => {
      await client.cancelQueries({ queryKey: keys.opinion(articleId) });
      client.setQueryData<ArticleOpinion>(keys.opinion(articleId), { opinion });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.learned }),
    onError: async (error, { articleId }) => {
      notify.error(error);
      await client.invalidateQueries({ queryKey: keys.opinion(articleId) });
    },
  });
};
