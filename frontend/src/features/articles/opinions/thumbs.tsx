import type { ArticleRow } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { ThumbIcon } from '../../../components/later-icons.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../../lib/preferences/queries.ts';
import { usePlainKeys } from '../../../lib/use-plain-keys.ts';
import { type Opinion, useSetOpinion } from './queries.ts';

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
    <Flex alignItems="center" columnGap="2" wrap="wrap" mt="4" textStyle="sm" color="fg.muted">
      {ranking.invitation}
      <Button size="sm" variant="subtle" onClick={() => mutate({ like_saved: true })}>
        {ranking.accept}
      </Button>
    </Flex>
  );
};

/** Shows what the reader thinks of the open article; also an invitation, once they have saved it and nothing is learned. */
export const Thumbs = ({ row, opinion }: { row: ArticleRow; opinion: Opinion }) => {
  const { like_saved: learns } = usePreferences();
  return (
    <>
      <Asked articleId={row.article_id} opinion={opinion} />
      {row.is_saved && !learns ? <Invitation /> : null}
    </>
  );
};
