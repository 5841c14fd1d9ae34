import type { Job } from '@omomi/backend/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { useNotify } from '../lib/notify.ts';
import { refreshLists } from '../lib/queries/refresh-lists.ts';
import type { Place } from '../features/feeds/sidebar.tsx';
import { feedsQuery } from '../lib/queries/feeds.ts';
import { useJobWatch } from '../features/jobs/use-job-watch.ts';
import { usePreferences } from '../lib/preferences/preferences.tsx';
import type { Dictionary } from '../lib/i18n/dictionary.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { Layout } from './layout.tsx';
import { feedsIn, freshestOf, goTo, placeOf, titleOf } from './address/list-scope.ts';
import { Reading } from './reading/reading.tsx';
import { type Route, pathOf } from './address/route.ts';
import { go } from './address/use-address.ts';
import { useHelpKey } from './use-help-key.ts';
import { useView } from './address/use-view.ts';

const AddFeed = lazy(async () => ({ default: (await import('../features/feeds/add-feed.tsx')).AddFeed }));
const KeywordsPanel = lazy(async () => ({
  default: (await import('../features/keywords/keywords-panel.tsx')).KeywordsPanel,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('./pages/settings-page.tsx')).SettingsPage,
}));
const JobsPage = lazy(async () => ({ default: (await import('./pages/jobs-page.tsx')).JobsPage }));
const ShortcutHelp = lazy(async () => ({
  default: (await import('./pages/shortcut-help.tsx')).ShortcutHelp,
}));
const FirstStart = lazy(async () => ({
  default: (await import('../features/start/first-start.tsx')).FirstStart,
}));

type Dialog = 'add-feed' | 'keywords' | 'shortcuts';

const pageTitle = (t: Dictionary, { page }: Route): string | null =>
  page === 'jobs' ? t.nav.jobs : page === 'settings' ? t.nav.settings : null;

const newArticles = (job: Job): number | null => {
  const count = job.result?.['new_articles'];
  return typeof count === 'number' ? count : null;
};

/** `route`: never the pages that stand alone. */
export const App = ({ route }: { route: Route }) => {
  const { t } = useI18n();
  const client = useQueryClient();
  const notify = useNotify();
  const { view, changeView } = useView();
  const { default_filter: preferredFilter } = usePreferences();
  const { data: feedPage } = useQuery(feedsQuery);
  // The first page stays until it is done, though the feeds it adds are there before.
  const [isStarting, setStarting] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  // Once opened, a panel stays mounted so that it can close with its animation.
  const [loaded, setLoaded] = useState<ReadonlySet<Dialog>>(new Set());
  const open = useCallback((which: Dialog) => {
    setLoaded((before) => new Set(before).add(which));
    setDialog(which);
  }, []);
  const close = useCallback(() => setDialog(null), []);
  useHelpKey(useCallback(() => open('shortcuts'), [open]));

  const onFinished = (job: Job): void => {
    // What a settled mark writes was already shown.
    if (job.kind !== 'mark-read') void refreshLists(client);
    if (job.kind !== 'fetch-feeds') return;
    if (job.state === 'failed') notify.info(t.jobs.fetchFailed);
    const count = newArticles(job);
    if (job.state === 'done') notify.info(count === null ? t.jobs.fetchedPlain : t.jobs.fetched(count));
  };
  const { fetching, isRanking, expectJob } = useJobWatch(onFinished);

  const feeds = feedPage?.items ?? [];
  const place = placeOf(view);
  const shown = feedsIn(place, feeds);
  const title = pageTitle(t, route) ?? titleOf(t, place, feeds);
  const goToPlace = (target: Place): void => {
    changeView(goTo(target, view, preferredFilter));
    window.scrollTo(0, 0);
  };
  const goToPage = (target: Route): void => {
    go(pathOf(target));
    window.scrollTo(0, 0);
  };
  useEffect(() => {
    document.title = title === '' ? 'Omomi' : `${title} · Omomi`;
  }, [title]);

  const isFirst = isStarting || (feedPage !== undefined && feeds.length === 0 && place.kind !== 'saved');
  return (
    <>
      <Layout
        route={route}
        place={route.page === 'reading' ? place : null}
        onGo={goToPlace}
        onPage={goToPage}
        onAddFeed={() => open('add-feed')}
        onKeywords={() => open('keywords')}
      >
        {(showFeeds) => {
          if (route.page === 'settings') {
            return (
              <Suspense>
                <SettingsPage
                  section={route.section}
                  onSection={(section) => goToPage({ page: 'settings', section })}
                  onMenu={showFeeds}
                  onShortcuts={() => open('shortcuts')}
                />
              </Suspense>
            );
          }
          if (route.page === 'jobs') {
            return (
              <Suspense>
                <JobsPage onMenu={showFeeds} onExpectJob={expectJob} />
              </Suspense>
            );
          }
          return isFirst ? (
            <Suspense>
              <FirstStart
                onMenu={showFeeds}
                onStart={() => setStarting(true)}
                onDone={() => {
                  setStarting(false);
                  window.scrollTo(0, 0);
                  expectJob();
                  void refreshLists(client);
                }}
              />
            </Suspense>
          ) : (
            <Reading
              title={title}
              place={place}
              feeds={shown}
              view={view}
              changeView={changeView}
              fetching={fetching}
              freshestAt={freshestOf(shown)}
              onMenu={showFeeds}
              onKeywords={() => open('keywords')}
            />
          );
        }}
      </Layout>
      <Suspense>
        {loaded.has('add-feed') ? (
          <AddFeed
            open={dialog === 'add-feed'}
            onClose={close}
            onAdded={(feedId) => {
              expectJob();
              goToPlace({ kind: 'feed', feedId });
            }}
          />
        ) : null}
        {loaded.has('keywords') ? (
          <KeywordsPanel
            open={dialog === 'keywords'}
            onClose={close}
            onChanged={expectJob}
            isRanking={isRanking}
          />
        ) : null}
        {loaded.has('shortcuts') ? <ShortcutHelp open={dialog === 'shortcuts'} onClose={close} /> : null}
      </Suspense>
    </>
  );
};
