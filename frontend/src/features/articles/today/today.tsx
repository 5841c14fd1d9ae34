import { Box } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '../../../components/page/states.tsx';
import { fullTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { todayTexts } from '../../../lib/i18n/texts/today.ts';
import { ArticleItems } from '../list/article-items.tsx';
import { ListSkeleton } from '../list/list-skeleton.tsx';
import { useOpenArticle } from '../list/use-open-article.ts';
import { todayQuery } from './today-query.ts';

type Props = {
  now: Date;
  openId: string | null;
  onOpen: (articleId: string | null) => void;
  /** Returns the address of an article in this list. */
  addressOf: (articleId: string) => string;
  /** Shown above the stories, for a reader without keywords. */
  hint: ReactNode;
  /** Leads to all articles. */
  action: ReactNode;
  /** Shown after the text of the open article. */
  afterText: (articleId: string) => ReactNode;
};

/** Shows the stories that matter since the last visit, with the keys of a list, and what was left out. */
export const Today = ({ now, openId, onOpen, addressOf, hint, action, afterText }: Props) => {
  const { language } = useI18n();
  const texts = useTexts(todayTexts);
  const { data, error, isPending, refetch } = useInfiniteQuery(todayQuery);
  const { rows, actions } = useOpenArticle({ loaded: data, look: 'list', openId, onOpen, addressOf });
  const page = data?.pages[0];
  const left = page?.left_out ?? { must_read: 0, worth_a_look: 0, rest: 0 };
  if (isPending) return <ListSkeleton />;
  if (page === undefined)
    return <ErrorState title={texts.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (rows.length === 0)
    return (
      <>
        {hint}
        <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
          {action}
        </EmptyState>
      </>
    );
  return (
    <>
      <Box color="fg.muted" textStyle="sm" px={{ base: '3', md: '5' }} pb="2">
        {texts.since(fullTime(page.since, language))}
      </Box>
      {hint}
      <ArticleItems
        rows={rows}
        hasMore={false}
        openId={openId}
        look="list"
        isStale={false}
        now={now}
        actions={actions}
        afterText={afterText}
      />
      <Box
        role="note"
        textAlign="center"
        color="fg.muted"
        textStyle="sm"
        px="3"
        py="8"
        data-testid="left-out"
      >
        <Box mb="3">{texts.leftOut(left.must_read, left.worth_a_look, left.rest)}</Box>
        {action}
      </Box>
    </>
  );
};
