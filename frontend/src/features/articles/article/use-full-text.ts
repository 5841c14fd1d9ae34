import type { Article, OpenedArticle, TextSource } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

/** Chooses the text of one article: the page's, which is asked for if need be, or the feed's. */
export const useChooseText = (articleId: string) => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (source: TextSource) =>
      call(source === 'full' ? 'fetchFullText' : 'dropFullText', { params: { article_id: articleId } }),
    onSuccess: (article) => {
      client.setQueryData<OpenedArticle>(keys.article(articleId), (known) =>
        known === undefined ? known : { ...known, ...article, story: known.story },
      );
      // The row has the reading time of the text.
      void client.invalidateQueries({ queryKey: keys.articleLists });
    },
    onError: (error) => notify.error(error),
  });
};

/** Loads the lists again once the text that was on its way has come, since the score follows it. */
export const useFollowText = (article: Article | undefined): void => {
  const client = useQueryClient();
  const state = article?.full_text.state;
  const before = useRef(state);
  useEffect(() => {
    const hasCome = before.current === 'coming' && state === 'full';
    before.current = state;
    if (hasCome) void client.invalidateQueries({ queryKey: keys.articleLists });
  }, [client, state]);
};
