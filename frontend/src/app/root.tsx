import { Suspense, lazy } from 'react';
import { PreferencesProvider } from '../lib/preferences/preferences.tsx';
import { App } from './app.tsx';
import { parsePath } from './address/route.ts';
import { usePath } from './address/use-address.ts';

const SignIn = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in-page.tsx')).SignInPage,
}));

const Goodbye = lazy(async () => ({
  default: (await import('../features/account/goodbye-page.tsx')).GoodbyePage,
}));

/** The pages before and after a reader stand alone: they ask for nothing of one. */
export const Root = () => {
  const route = parsePath(usePath());
  return route.page === 'sign-in' || route.page === 'goodbye' ? (
    <Suspense>{route.page === 'sign-in' ? <SignIn /> : <Goodbye />}</Suspense>
  ) : (
    <PreferencesProvider>
      <App route={route} />
    </PreferencesProvider>
  );
};
