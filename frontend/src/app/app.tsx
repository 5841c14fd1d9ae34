import {
  type QueryClient,
  useQueryClient,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { showMarks, useReadMarks } from '../features/articles/marks/use-set-read.ts';
import { applyChange } from '../features/articles/marks/mutations.ts';
import { readMarksOf } from '../lib/marks/read-marks.ts';
import { signalLists } from '../lib/queries/refresh-lists.ts';
import { keys } from '../lib/queries/query-keys.ts';
import { type TabMessage, listenToTabs } from '../lib/tabs.ts';
import { articleListQuery } from '../features/articles/queries.ts';
import { usePreferences } from '../lib/preferences/preferences.tsx';
import { feedsQuery } from '../lib/queries/feeds.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { usePath, useSearch } from '../lib/address/history.ts';
import { useReading } from './use-reading.ts';
import { titleOf } from './address/list-scope.ts';
import type { ReaderRoute } from './address/route.ts';
import { useAppKeys } from './use-app-keys.ts';
import { DialogProvider } from './dialogs.tsx';
import { JobWatchProvider } from './job-watch.tsx';
import { noteElsewhere, useSearchKey } from './search/use-search-key.ts';
import { Layout } from './layout/layout.tsx';
import { PageContent, pageTitle } from './page-content.tsx';
import { OfflineLine, useBackOnline, useOutbox, useLoadAhead } from './offline.tsx';
import { useSearchView } from './address/use-search-view.ts';

const takeFromTab = (client: QueryClient, told: TabMessage): void => {
  switch (told.kind) {
    case 'read':
      readMarksOf(client).told(told.marks);
      showMarks(client, told.marks);
      return;
    case 'settled':
      readMarksOf(client).settled(told.marks, told.is_taken);
      return;
    case 'saved':
      applyChange(client, told.article_id, { is_saved: told.is_saved });
      return;
    case 'changed':
      if (told.what === 'rows') signalLists(client, 'rows');
      else if (told.what === 'counts') void client.invalidateQueries({ queryKey: keys.counts });
      else if (told.what === 'preferences') void client.invalidateQueries({ queryKey: keys.preferences });
      else void client.invalidateQueries({ queryKey: keys.feeds });
  }
};

/** Looks for what is new when the page is seen again or has its connection back. */
const onComeback = (client: QueryClient) => (): void => {
  if (document.visibilityState === 'visible') void client.invalidateQueries({ queryKey: keys.counts });
};

/** Keeps this tab in agreement with the reader's other tabs, without moving a row, and up to date after a pause. */
const useTabs = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const forget = listenToTabs((told) => takeFromTab(client, told));
    const look = onComeback(client);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      forget();
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client]);
};

/**
 * Asks for the list, and for the names of its feeds, before the page is rendered. The list itself would ask after that,
 * which is a second later on a slow phone.
 */
const EarlyList = () => {
  const { view } = useReading();
  const { page_size: pageSize, balance: isBalanced } = usePreferences();
  const { article_id: _, ...scope } = view;
  usePrefetchInfiniteQuery(articleListQuery({ scope, pageSize, isBalanced }));
  usePrefetchQuery(feedsQuery);
  return null;
};

/** Names the page in its tab, with the number of unread articles before the name. */
const useDocumentTitle = (route: ReaderRoute): void => {
  const { t } = useI18n();
  const { place, feeds } = useReading();
  const { view: search } = useSearchView();
  const searched = route.page === 'search' ? search.q || t.nav.search : null;
  const title = searched ?? pageTitle(t, route) ?? titleOf(t, place, feeds ?? []);
  const unread = feeds?.reduce((sum, { unread_count }) => sum + unread_count, 0) ?? 0;
  useEffect(() => {
    const name = title === '' ? 'Omomi' : `${title} · Omomi`;
    document.title = unread === 0 ? name : `(${unread}) ${name}`;
  }, [title, unread]);
};

/** Follows the address, so that a closed search leads back to it. */
const useNoteElsewhere = (): void => {
  const address = `${usePath()}${useSearch()}`;
  useEffect(noteElsewhere, [address]);
};

/**
 * What goes on while any page is shown, such as keys and marks that are sent. It is a component of its own, so that what it
 * reads, for instance the counts of all feeds, does not render the page anew.
 */
const Background = ({ route }: { route: ReaderRoute }) => {
  useSearchKey();
  useAppKeys();
  useNoteElsewhere();
  useDocumentTitle(route);
  useReadMarks();
  useTabs();
  useOutbox();
  useBackOnline();
  useLoadAhead();
  return null;
};

/** Shows a reader's application: feeds, the page of the route, and dialogs. Sign-in and goodbye are separate pages. */
export const App = ({ route }: { route: ReaderRoute }) => (
  <>
    <JobWatchProvider>
      {route.page === 'reading' ? <EarlyList /> : null}
      <DialogProvider>
        <Layout route={route}>
          <PageContent route={route} />
        </Layout>
        <OfflineLine />
      </DialogProvider>
    </JobWatchProvider>
    <Background route={route} />
  </>
);
