import { Suspense } from 'react';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import { loadPart } from '../lib/load-part.tsx';
import { PreferencesProvider } from '../lib/preferences/preferences.tsx';
import { App } from './app.tsx';
import { type Route, parsePath } from './address/route.ts';
import { usePath } from '../lib/address/history.ts';

const SignIn = loadPart(async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage);
const Goodbye = loadPart(async () => (await import('../features/account/goodbye-page.tsx')).GoodbyePage);

const RootPage = ({ route }: { route: Route }) => {
  if (route.page === 'sign-in') return <SignIn />;
  if (route.page === 'goodbye') return <Goodbye />;
  return (
    <PreferencesProvider>
      <App route={route} />
    </PreferencesProvider>
  );
};

/** Shows the page of the route. Sign-in and goodbye stand alone, because without a reader there are no feeds. */
export const Root = () => {
  const route = parsePath(usePath());
  return (
    <ErrorBoundary pane="page" resetKey={route.page} onBack={() => window.location.assign('/')}>
      <Suspense>
        <RootPage route={route} />
      </Suspense>
    </ErrorBoundary>
  );
};
