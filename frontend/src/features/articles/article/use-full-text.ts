import type { Article, OpenedArticle, TextSource } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { showRow } from '../snapshot/show-rows.ts';

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
      showRow(client, article);
    },
    onError: (error) => notify.error(error),
  });
};

/** Shows the new score and reading time in the lists once the text that was on its way has come. */
export const useFollowText = (article: Article | undefined): void => {
  const client = useQueryClient();
  const state = article?.full_text.state;
  const before = useRef(state);
  useEffect(() => {
    const hasCome = before.current === 'coming' && state === 'full';
    before.current = state;
    if (hasCome && article !== undefined) showRow(client, article);
  }, [client, state, article]);
};
