import type { Feed, Job } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { ArticleList } from '../../features/articles/list/article-list.tsx';
import { FeedNotice } from '../../features/feeds/feed-notice.tsx';
import type { Place } from '../../features/feeds/sidebar.tsx';
import { useFetchFeeds } from '../../features/jobs/refresh-button.tsx';
import { keywordsQuery } from '../../features/keywords/queries.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { ListHeader } from './list-header.tsx';
import type { View } from '../address/url-state.ts';
import { useNow } from '../../lib/use-now.ts';
import type { ChangeView } from '../address/use-view.ts';

type Props = {
  title: string;
  place: Place;
  /** The feeds whose articles are shown. */
  feeds: Feed[];
  view: View;
  changeView: ChangeView;
  fetching: Job | null;
  freshestAt: string | null;
  onMenu: () => void;
  onKeywords: () => void;
};

const KeywordHint = ({ onKeywords }: { onKeywords: () => void }) => {
  const { t } = useI18n();
  return (
    <Flex
      role="note"
      direction={{ base: 'column', sm: 'row' }}
      alignItems={{ base: 'start', sm: 'center' }}
      gap="4"
      borderRadius="xl"
      bg="shu.subtle"
      px="5"
      py="4"
      my="3"
    >
      <Box flex="1">
        <Box fontWeight="semibold">{t.empty.noKeywordsTitle}</Box>
        <Box color="fg.muted" textStyle="sm">
          {t.empty.noKeywordsText}
        </Box>
      </Box>
      <Button colorPalette="shu" size="md" onClick={onKeywords}>
        {t.empty.noKeywordsAction}
      </Button>
    </Flex>
  );
};

const EmptyAction = ({ view, changeView }: Pick<Props, 'view' | 'changeView'>) => {
  const { t } = useI18n();
  const { mutate, isPending } = useFetchFeeds();
  return view.filter === 'all' ? (
    <Button variant="subtle" disabled={isPending} onClick={() => mutate()}>
      {t.jobs.refresh}
    </Button>
  ) : (
    <Button variant="subtle" onClick={() => changeView({ filter: 'all' })}>
      {t.empty.showAll}
    </Button>
  );
};

/** The right side: what is shown, how it is ordered, and the articles. */
export const Reading = ({
  title,
  place,
  feeds,
  view,
  changeView,
  fetching,
  freshestAt,
  onMenu,
  onKeywords,
}: Props) => {
  const now = useNow();
  const { view: look } = usePreferences();
  // One column reads best narrow; cards and stories stand side by side.
  const width = look === 'list' ? '54rem' : '72rem';
  const { data: keywords } = useQuery(keywordsQuery);
  const { article_id: openId, ...scope } = view;
  const unread = place.kind === 'saved' ? 0 : feeds.reduce((sum, feed) => sum + feed.unread_count, 0);
  const onlyFeed = place.kind === 'feed' ? feeds[0] : undefined;
  return (
    <>
      <ListHeader
        title={title}
        unread={unread}
        view={view}
        changeView={changeView}
        fetching={fetching}
        onMenu={onMenu}
        width={width}
      />
      <Box maxW={width} mx="auto" px={{ base: '1', md: '6' }} pt="2" pb="24">
        {onlyFeed === undefined ? null : <FeedNotice feed={onlyFeed} />}
        {keywords?.items.length === 0 && view.sort === 'importance_score' ? (
          <KeywordHint onKeywords={onKeywords} />
        ) : null}
        <ArticleList
          scope={scope}
          openId={openId}
          onOpen={(articleId) => changeView({ article_id: articleId })}
          now={now}
          freshestAt={freshestAt}
          emptyAction={<EmptyAction view={view} changeView={changeView} />}
        />
      </Box>
    </>
  );
};
