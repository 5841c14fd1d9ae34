import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import { loadPart } from '../lib/load-part.tsx';
import { refreshArrivals } from '../lib/queries/refresh-lists.ts';
import { type Route, pathOf } from './address/route.ts';
import { useJobWatch } from './job-watch.tsx';
import { useShowFeeds } from './layout/layout.tsx';
import { useWholeRoom } from './layout/room.ts';
import { Reading } from './reading/reading.tsx';
import { goToPage, useReading } from './use-reading.ts';

const SettingsPage = loadPart(async () => (await import('./pages/settings-page.tsx')).SettingsPage);
const SearchPage = loadPart(async () => (await import('./search/search-page.tsx')).SearchPage);
const TodayPage = loadPart(async () => (await import('./pages/today-page.tsx')).TodayPage);
const FeedsPage = loadPart(async () => (await import('./pages/feeds-page.tsx')).FeedsPage);
const KeywordsPage = loadPart(async () => (await import('./pages/keywords-page.tsx')).KeywordsPage);
const JobsPage = loadPart(async () => (await import('./pages/jobs-page.tsx')).JobsPage);
const OwnerPage = loadPart(async () => (await import('./pages/owner-page.tsx')).OwnerPage);
const CrawlsPage = loadPart(async () => (await import('./pages/crawls-page.tsx')).CrawlsPage);
const FirstStart = loadPart(async () => (await import('../features/start/first-start.tsx')).FirstStart);

/** Shows the articles, or the first page for a reader who has no feeds yet. */
const ReadingPage = () => {
  const client = useQueryClient();
  const showFeeds = useShowFeeds();
  const { expectJob } = useJobWatch();
  const { feeds, place } = useReading();
  // The first page stays until all its feeds are added, although the reader has some feeds before that.
  const [isStarting, setStarting] = useState(false);
  const isEmpty = feeds?.length === 0 && place.kind !== 'saved';
  const isFirst = isStarting || isEmpty;
  useWholeRoom(isFirst);
  if (!isFirst) return <Reading />;
  return (
    <FirstStart
      onMenu={showFeeds}
      onStart={() => setStarting(true)}
      onDone={() => {
        setStarting(false);
        window.scrollTo(0, 0);
        expectJob();
        void refreshArrivals(client);
      }}
    />
  );
};

const PageOf = ({ route }: { route: Route }) => {
  if (route.page === 'search') return <SearchPage />;
  if (route.page === 'today') return <TodayPage />;
  if (route.page === 'feeds') return <FeedsPage />;
  if (route.page === 'keywords') return <KeywordsPage />;
  if (route.page === 'owner') return <OwnerPage />;
  if (route.page === 'settings') return <SettingsPage section={route.section} />;
  if (route.page === 'crawls' || route.page === 'new-crawl' || route.page === 'crawl')
    return <CrawlsPage route={route} />;
  return route.page === 'jobs' ? <JobsPage /> : <ReadingPage />;
};

export const PageContent = ({ route }: { route: Route }) => (
  <ErrorBoundary pane="page" resetKey={pathOf(route)} onBack={() => goToPage({ page: 'reading' })}>
    <Suspense>
      <PageOf route={route} />
    </Suspense>
  </ErrorBoundary>
);
