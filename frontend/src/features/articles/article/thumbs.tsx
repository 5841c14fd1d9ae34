import type { ArticleOpinion, OpenedArticle, ArticleRow } from '@omomi/backend/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../../lib/preferences/queries.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { ThumbIcon } from '../../../components/later-icons.tsx';
import { usePlainKeys } from '../../../lib/use-plain-keys.ts';

type Opinion = ArticleOpinion['opinion'];

/**
 * Returns a function that switches learning on, which the server wants before an opinion, and says so with a way back. Does
 * nothing if it is on.
 */
const useStartLearning = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('opinions');
  const { t } = useI18n();
  const { learns } = usePreferences();
  const { mutateAsync: change } = useChangePreferences();
  return async (): Promise<void> => {
    if (learns) return;
    await change({ learns: true });
    const takeBack = async (): Promise<void> => {
      await change({ learns: false });
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
const useSetOpinion = () => {
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

/** The keys that give an opinion of the open article. */
const opinionKeys: Record<string, 'up' | 'down'> = { '+': 'up', '-': 'down' };

/** Asks for an opinion of the open article, by buttons and by the keys + and -. A second press takes it back. */
const Asked = ({ articleId, opinion }: { articleId: string; opinion: Opinion }) => {
  const ranking = useTexts('ranking');
  const { mutate } = useSetOpinion();
  usePlainKeys((event) => {
    const given = opinionKeys[event.key];
    if (given === undefined) return;
    event.preventDefault();
    mutate({ articleId, opinion: given === opinion ? null : given });
  });
  const thumb = (given: Opinion & string, label: string) => (
    <IconButton
      label={label}
      icon={<ThumbIcon down={given === 'down'} filled={opinion === given} />}
      aria-pressed={opinion === given}
      className="is-opinion"
      onClick={() => mutate({ articleId, opinion: opinion === given ? null : given })}
    />
  );
  return (
    <Flex alignItems="center" columnGap="1" wrap="wrap" mt="4">
      <Box textStyle="sm" color="fg.muted" me="1">
        {ranking.opinion}
      </Box>
      {thumb('up', ranking.thumbUp)}
      {thumb('down', ranking.thumbDown)}
    </Flex>
  );
};

/** Invites a reader who saved the article to let Omomi learn. */
const Invitation = () => {
  const ranking = useTexts('ranking');
  const { mutate } = useChangePreferences();
  return (
    <Flex alignItems="center" gap="2" wrap="wrap" mt="4" textStyle="sm" color="fg.muted">
      {ranking.invitation}
      <Button size="sm" variant="subtle" onClick={() => mutate({ learns: true })}>
        {ranking.accept}
      </Button>
    </Flex>
  );
};

/** Shows what the reader thinks of the open article; also an invitation, once they have saved it and nothing is learned. */
export const Thumbs = ({ row, opinion }: { row: ArticleRow; opinion: Opinion }) => {
  const { learns } = usePreferences();
  return (
    <>
      <Asked articleId={row.article_id} opinion={opinion} />
      {row.is_saved && !learns ? <Invitation /> : null}
    </>
  );
};
