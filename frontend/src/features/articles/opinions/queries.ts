import type { ArticleOpinion, OpenedArticle } from '@omomi/backend/contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../../lib/preferences/queries.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

export type Opinion = ArticleOpinion['opinion'];

/**
 * Returns a function that switches learning on, which the server wants before an opinion, and says so with a way back. Does
 * nothing if it is on.
 */
const useStartLearning = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('opinions');
  const { t } = useI18n();
  const { like_saved: learns } = usePreferences();
  const { mutateAsync: change } = useChangePreferences();
  return async (): Promise<void> => {
    if (learns) return;
    await change({ like_saved: true });
    const takeBack = async (): Promise<void> => {
      await change({ like_saved: false });
      // The server has forgotten the opinions of all articles.
      await client.invalidateQueries({ queryKey: keys.everyArticle });
      notify.info(texts.undone);
    };
    // A failure of the change shows a notice by itself.
    const run = (): void => void takeBack().catch(() => undefined);
    notify.offer(texts.learns, { label: t.marks.undo, run });
  };
};

/** Shows an opinion of an article that is loaded, whatever a reload that is under way brings. */
const showOpinion = async (client: QueryClient, articleId: string, opinion: Opinion): Promise<void> => {
  const queryKey = keys.article(articleId);
  // Cancel only a reload: a first load that is cancelled would not be started again.
  if (client.getQueryData(queryKey) !== undefined) await client.cancelQueries({ queryKey });
  client.setQueryData<OpenedArticle>(queryKey, (known) =>
    known === undefined ? known : { ...known, opinion },
  );
};

const mutationKey = ['opinions'];

/**
 * Sets an opinion, and switches learning on first if it is off. The opinion is shown at once, and taken back if the server
 * refuses.
 */
export const useSetOpinion = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const startLearning = useStartLearning();
  return useMutation({
    mutationKey,
    scope: { id: 'opinions' },
    mutationFn: async ({ articleId, opinion }: { articleId: string; opinion: Opinion }) => {
      await startLearning();
      return call('setOpinion', { params: { article_id: articleId }, body: { opinion } });
    },
    onMutate: ({ articleId, opinion }) => showOpinion(client, articleId, opinion),
    onSuccess: async (_, { articleId, opinion }) => {
      // A reload that began before the server knew the opinion may have brought the one before it. Of several, the last counts.
      if (client.isMutating({ mutationKey }) === 1) await showOpinion(client, articleId, opinion);
      await client.invalidateQueries({ queryKey: keys.learned });
    },
    onError: async (error, { articleId }) => {
      notify.error(error);
      await client.invalidateQueries({ queryKey: keys.article(articleId) });
    },
  });
};
