import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, Suspense, useState } from 'react';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import type { Dictionary } from '../lib/i18n/en/start.ts';
import { loadPart } from '../lib/load-part.tsx';
import { refreshArrivals } from '../lib/queries/refresh-lists.ts';
import { type ReaderRoute, pathOf } from './address/route.ts';
import { useJobWatch } from './job-watch.tsx';
import { useShowFeeds } from './layout/layout.tsx';
import { useWholeRoom } from './layout/panes.tsx';
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

/** Returns the name of a page; null for those that are named by what they show. */
export const pageTitle = ({ nav }: Dictionary, { page }: ReaderRoute): string | null => {
  if (page === 'reading' || page === 'search') return null;
  if (page === 'feeds') return nav.manage;
  return page === 'new-crawl' || page === 'crawl' ? nav.crawls : nav[page];
};

const PageOf = ({ route }: { route: ReaderRoute }): ReactElement => {
  switch (route.page) {
    case 'reading':
      return <ReadingPage />;
    case 'search':
      return <SearchPage />;
    case 'today':
      return <TodayPage />;
    case 'feeds':
      return <FeedsPage />;
    case 'keywords':
      return <KeywordsPage />;
    case 'jobs':
      return <JobsPage />;
    case 'owner':
      return <OwnerPage />;
    case 'settings':
      return <SettingsPage section={route.section} />;
    case 'crawls':
    case 'new-crawl':
    case 'crawl':
      return <CrawlsPage route={route} />;
  }
};

export const PageContent = ({ route }: { route: ReaderRoute }) => (
  <ErrorBoundary pane="page" resetKey={pathOf(route)} onBack={() => goToPage({ page: 'reading' })}>
    <Suspense>
      <PageOf route={route} />
    </Suspense>
  </ErrorBoundary>
);
