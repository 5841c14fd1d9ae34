import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Suspense, useState } from 'react';
import { useI18n } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { ListSkeleton } from '../../features/articles/list/list-skeleton.tsx';
import { ArticleList } from '../../features/articles/list/article-list.tsx';
import { FeedNotice } from '../../features/feeds/feed-notice.tsx';
import { useFetchFeeds } from '../../features/jobs/refresh-button.tsx';
import { areArriving } from '../../lib/queries/feeds.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { useReading } from '../use-reading.ts';
import { KeywordHint } from './keyword-hint.tsx';
import { useListColumn } from './list-column.ts';
import { ListHeader } from './list-header.tsx';
import { useIsPainted } from '../../lib/after-paint.ts';
import { touchPhone, useMedia } from '../../lib/screen.ts';
import { useNow } from '../../lib/clock.ts';

const HistoryList = loadPart(
  async () => (await import('../../features/articles/list/history-list.tsx')).HistoryList,
);

type FeedHistoryProps = { feedId: string; now: Date };

/** Offers what the document of a feed carries beside the list, and shows it when asked. */
const FeedHistory = ({ feedId, now }: FeedHistoryProps) => {
  const { t } = useI18n();
  const [isAsked, setAsked] = useState(false);
  if (isAsked)
    return (
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <HistoryList feedId={feedId} now={now} />
      </Suspense>
    );
  return (
    <Box textAlign="center" pt="6">
      <Button variant="ghost" color="fg.muted" onClick={() => setAsked(true)}>
        {t.history.show}
      </Button>
    </Box>
  );
};

const ComingNote = loadPart(async () => (await import('./coming-note.tsx')).ComingNote);

const RelatedArticles = loadPart(
  async () => (await import('../search/related-articles.tsx')).RelatedArticles,
);
const PullToRefresh = loadPart(async () => (await import('./pull-to-refresh.tsx')).PullToRefresh);

const EmptyAction = () => {
  const { view, changeView } = useReading();
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

/** Lets a finger pull the list down. It is loaded after the rows, which are what the reader waits for. */
const Pulling = () => {
  const isPainted = useIsPainted();
  return useMedia(touchPhone) && isPainted ? (
    <Suspense>
      <PullToRefresh />
    </Suspense>
  ) : null;
};

/** Shows the list of articles with its title and controls. */
export const Reading = () => {
  const now = useNow();
  const { view, changeView, addressOf, place, shown, goTo } = useReading();
  const { view: look } = usePreferences();
  const column = useListColumn(look);
  const { article_id: openId, ...scope } = view;
  const isByImportance = scope.sort === 'importance_score';
  const onlyFeed = place.kind === 'feed' ? shown[0] : undefined;
  return (
    <>
      <ListHeader column={column} />
      <div className={column}>
        {onlyFeed === undefined ? null : <FeedNotice feed={onlyFeed} />}
        <ErrorBoundary pane="list" onBack={() => goTo({ kind: 'all' })}>
          <ArticleList
            scope={scope}
            openId={openId}
            addressOf={addressOf}
            onOpen={(articleId) => changeView({ article_id: articleId })}
            now={now}
            isArriving={areArriving(shown, now.getTime())}
            comingNote={
              <Suspense fallback={null}>
                <ComingNote feeds={shown} />
              </Suspense>
            }
            emptyAction={
              <>
                <Pulling />
                <EmptyAction />
              </>
            }
            head={
              <>
                <Pulling />
                {isByImportance ? <KeywordHint /> : null}
              </>
            }
            afterText={(articleId) => (
              <Suspense>
                <RelatedArticles articleId={articleId} now={now} />
              </Suspense>
            )}
          />
        </ErrorBoundary>
        {onlyFeed === undefined ? null : (
          <ErrorBoundary pane="list" resetKey={onlyFeed.feed_id} onBack={() => goTo({ kind: 'all' })}>
            <FeedHistory key={onlyFeed.feed_id} feedId={onlyFeed.feed_id} now={now} />
          </ErrorBoundary>
        )}
      </div>
    </>
  );
};
