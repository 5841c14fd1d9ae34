import type { Article, FullTextFailure, OpenedArticle, TextSource } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { languageOf } from '../../../lib/format.ts';
import { call } from '../../../lib/api/api.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { showRow } from '../snapshot/look.ts';
import type { LaterTexts } from '../../../lib/i18n/en/later.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';

/** The number of characters from which a text is no teaser. One in Chinese, Japanese or Korean says as much in half of them. */
const enough = 1_000;

/** Checks whether a feed gives only the beginning of an article, so that its reader may miss the rest. */
export const isTeaser = ({ content }: Pick<Article, 'content'>): boolean => {
  const text = content.replaceAll(/<[^<>]*>/g, '').replaceAll(/\s+/g, ' ');
  return text.length < (languageOf(text) === undefined ? enough : enough / 2);
};

/** The articles whose full text the reader asked for in this tab. They are told why it did not come. */
const asked = new Set<string>();

/** Chooses the text of one article: the page's, which is asked for if need be, or the feed's. */
const useChooseText = (articleId: string) => {
  const client = useQueryClient();
  return useDeed({
    mutationFn: (source: TextSource) => {
      if (source === 'full') asked.add(articleId);
      return call(source === 'full' ? 'fetchFullText' : 'dropFullText', {
        params: { article_id: articleId },
      });
    },
    onSuccess: (article) => {
      client.setQueryData<OpenedArticle>(keys.article(articleId), (known) =>
        known === undefined ? known : { ...known, ...article, story: known.story },
      );
      // The row has the reading time of the text.
      showRow(client, article);
    },
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

/** The failures after which another try would fail too, because the page has no longer text. */
const hopeless: ReadonlySet<FullTextFailure> = new Set(['no_link', 'not_longer', 'no_text', 'not_a_page']);

/**
 * Returns what the note says, and the button that it offers; null if it has nothing to say. That a page could not be read is
 * told where the feed's text is a teaser, or to a reader who asked for the page.
 */
export const noteOf = (
  texts: Pick<
    LaterTexts['fullText'],
    'from' | 'showFeed' | 'coming' | 'show' | 'fetch' | 'retry' | 'failed' | 'failures'
  >,
  { content, full_text: { state, reason, site } }: Pick<Article, 'content' | 'full_text'>,
  isAsked: boolean,
) => {
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
      if (reason === null) return { text: null, action: texts.fetch, wants: 'full' as const };
      if (hopeless.has(reason))
        return isAsked
          ? { text: texts.failed(texts.failures[reason]), action: null, wants: 'full' as const }
          : null;
      return isAsked || isTeaser({ content })
        ? { text: texts.failed(texts.failures[reason]), action: texts.retry, wants: 'full' as const }
        : { text: null, action: texts.fetch, wants: 'full' as const };
    case 'feed':
      return { text: null, action: texts.fetch, wants: 'full' as const };
  }
};

/** Tells where the text of the open article is from, or why it is not the page's, and offers the other one. */
export const FullTextNote = ({ article }: { article: Article }) => {
  const texts = useTexts('fullText');
  const choose = useChooseText(article.article_id);
  const note = noteOf(texts, article, asked.has(article.article_id));
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
