import { useEffect } from 'react';
import type { Dictionary } from '../lib/i18n/dictionary.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { titleOf } from './address/list-scope.ts';
import { type Route, isOfCrawls } from './address/route.ts';
import { DialogProvider } from './dialogs.tsx';
import { JobWatchProvider } from './job-watch.tsx';
import { Layout } from './layout.tsx';
import { PageContent } from './page-content.tsx';
import { useReading } from './use-reading.ts';

const pageTitle = (t: Dictionary, route: Route): string | null => {
  if (isOfCrawls(route)) return t.nav.crawls;
  return route.page === 'jobs' ? t.nav.jobs : route.page === 'settings' ? t.nav.settings : null;
};

const useDocumentTitle = (route: Route): void => {
  const { t } = useI18n();
  const { place, feeds } = useReading();
  const title = pageTitle(t, route) ?? titleOf(t, place, feeds ?? []);
  useEffect(() => {
    document.title = title === '' ? 'Omomi' : `${title} · Omomi`;
  }, [title]);
};

/** Shows a reader's application: feeds, the page of the route, and dialogs. Sign-in and goodbye are separate pages. */
export const App = ({ route }: { route: Route }) => {
  useDocumentTitle(route);
  return (
    <JobWatchProvider>
      <DialogProvider>
        <Layout route={route}>
          <PageContent route={route} />
        </Layout>
      </DialogProvider>
    </JobWatchProvider>
  );
};
