import type { Article } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { fullTextTexts } from '../../../lib/i18n/texts/articles/full-text.ts';
import { isTeaser } from './teaser.ts';
import { useChooseText } from './use-full-text.ts';

/** Returns what the note says, and the button that it offers; null if it has nothing to say. */
const noteOf = (texts: (typeof fullTextTexts)['en'], { full_text: { state, reason, site } }: Article) => {
  switch (state) {
    case 'full':
      return {
        text: site === null ? null : texts.from(site),
        action: texts.showFeed,
        wants: 'feed' as const,
      };
    case 'coming':
      return { text: texts.coming, action: null, wants: 'full' as const };
    case 'available':
      return { text: null, action: texts.show, wants: 'full' as const };
    case 'failed':
      if (reason === 'no_link') return null;
      return {
        text: reason === null ? null : texts.failed(texts.failures[reason]),
        action: texts.retry,
        wants: 'full' as const,
      };
    case 'feed':
      return { text: null, action: texts.fetch, wants: 'full' as const };
  }
};

/** Tells where the text of the open article is from, or why it is not the page's, and offers the other one. */
export const FullTextNote = ({ article }: { article: Article }) => {
  const texts = useTexts(fullTextTexts);
  const choose = useChooseText(article.article_id);
  const note = noteOf(texts, article);
  if (note === null) return null;
  // Under a text that says enough, what went wrong is a side note.
  const isAside = article.full_text.state === 'failed' && !isTeaser(article);
  const isComing = article.full_text.state === 'coming';
  return (
    <Flex
      data-testid="full-text-note"
      aria-live="polite"
      wrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="1"
      maxW="40rem"
      mt={isAside ? '4' : '5'}
      mb={isAside ? '0' : '4'}
      textStyle={isAside ? 'xs' : 'sm'}
      color={isAside ? 'fg.subtle' : 'fg.muted'}
      data-aside={isAside ? '' : undefined}
    >
      {isComing ? <Spinner size="xs" aria-hidden="true" /> : null}
      {note.text === null ? null : <Box overflowWrap="anywhere">{note.text}</Box>}
      {note.action === null ? null : (
        <Button
          size={isAside ? 'xs' : 'sm'}
          variant={isAside ? 'ghost' : 'outline'}
          minH={isAside ? '7' : '10'}
          px={isAside ? '2' : undefined}
          color={isAside ? 'fg.muted' : undefined}
          loading={choose.isPending}
          onClick={() => choose.mutate(note.wants)}
        >
          {note.action}
        </Button>
      )}
    </Flex>
  );
};
