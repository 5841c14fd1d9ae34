import { useEffect } from 'react';
import { useReadMarks } from '../features/articles/marks/use-set-read.ts';
import type { Dictionary } from '../lib/i18n/dictionary.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { titleOf } from './address/list-scope.ts';
import { type Route, isOfCrawls } from './address/route.ts';
import { useAppKeys } from './keys/use-app-keys.ts';
import { DialogProvider } from './dialogs.tsx';
import { JobWatchProvider } from './job-watch.tsx';
import { noteElsewhere } from './search/elsewhere.ts';
import { Layout } from './layout/layout.tsx';
import { EarlyList } from './reading/early-list.tsx';
import { PageContent } from './page-content.tsx';
import { OfflineLine } from './offline/offline-line.tsx';
import { useBackOnline } from './offline/use-back-online.ts';
import { useOutbox } from './offline/use-outbox.ts';
import { useLoadAhead } from './offline/use-load-ahead.ts';
import { useReading } from './use-reading.ts';
import { useTabs } from './use-tabs.ts';
import { useSearchKey } from './search/use-search-key.ts';
import { useSearchView } from './address/use-search-view.ts';
import { usePath, useSearch } from '../lib/address/history.ts';

const pageTitle = (t: Dictionary, route: Route): string | null => {
  if (isOfCrawls(route)) return t.nav.crawls;
  if (route.page === 'today') return t.nav.today;
  if (route.page === 'keywords') return t.nav.keywords;
  if (route.page === 'owner') return t.nav.owner;
  return route.page === 'jobs' ? t.nav.jobs : route.page === 'settings' ? t.nav.settings : null;
};

/** Names the page in its tab, with the number of unread articles before the name. */
const useDocumentTitle = (route: Route): void => {
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
const Background = ({ route }: { route: Route }) => {
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
export const App = ({ route }: { route: Route }) => (
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
