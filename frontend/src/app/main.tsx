import 'virtual:fonts.css';
import 'virtual:theme.css';
import '../lib/zod-setup.ts';
import './theme/forced-colors.css';
import './theme/motion.css';
import './theme/print.css';
import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState, Suspense, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import { NoticeProvider } from '../components/notices.tsx';
import { forgetReader } from '../lib/preferences/stored-copy.ts';
import { ThemeModeProvider, PreferencesProvider } from '../lib/preferences/preferences.tsx';
import { keepMarks } from '../features/articles/marks/mutations.ts';
import { signInPage } from '../lib/session.ts';
import { type LoadedLanguage, LanguageProvider, loadFirstLanguage } from '../lib/i18n/language.tsx';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { go, usePath, followHistory } from '../lib/address/history.ts';
import { loadPart } from '../lib/load-part.tsx';
import { type Route, parsePath } from './address/route.ts';
import { createTheme } from './theme/theme.ts';
import { App } from './app.tsx';
import { registerWorker } from '../lib/offline/worker.ts';
import { readStored } from '../lib/storage.ts';

/** Goes to the sign-in page, which leads back to this address. Deletes stored data: another reader may sign in. */
const leadToSignIn = (): void => {
  forgetReader();
  const { pathname, search } = window.location;
  const { page } = parsePath(pathname);
  if (page !== 'sign-in' && page !== 'invitation') go(signInPage(`${pathname}${search}`), 'replace');
};

const createClient = (): QueryClient => {
  const client = createQueryClient(leadToSignIn);
  // From here on, because lists are asked for before the page is rendered.
  keepMarks(client);
  return client;
};

type ProvidersProps = { language: LoadedLanguage; children: ReactNode };

const Providers = ({ language, children }: ProvidersProps) => {
  // Created here, so that the page answers between the start of the script and this.
  const [system] = useState(createTheme);
  const [client] = useState(createClient);
  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={client}>
        <ThemeModeProvider>
          <LanguageProvider first={language}>
            <ErrorBoundary pane="page" onBack={() => window.location.assign('/')}>
              <NoticeProvider>{children}</NoticeProvider>
            </ErrorBoundary>
          </LanguageProvider>
        </ThemeModeProvider>
      </QueryClientProvider>
    </ChakraProvider>
  );
};

const SignIn = loadPart(async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage);
const Invitation = loadPart(
  async () => (await import('../features/sign-in/invitation-page.tsx')).InvitationPage,
);
const Goodbye = loadPart(async () => (await import('../features/account/goodbye-page.tsx')).GoodbyePage);

const RootPage = ({ route }: { route: Route }) => {
  if (route.page === 'sign-in') return <SignIn />;
  if (route.page === 'invitation') return <Invitation />;
  if (route.page === 'goodbye') return <Goodbye />;
  return (
    <PreferencesProvider>
      <App route={route} />
    </PreferencesProvider>
  );
};

/** Shows the page of the route. Sign-in and goodbye stand alone, because without a reader there are no feeds. */
const Root = () => {
  const route = parsePath(usePath());
  return (
    <ErrorBoundary pane="page" resetKey={route.page} onBack={() => window.location.assign('/')}>
      <Suspense>
        <RootPage route={route} />
      </Suspense>
    </ErrorBoundary>
  );
};

followHistory();
registerWorker();
if (readStored('omomi.keys') !== null) void import('../lib/translate-keys.ts');

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');

void loadFirstLanguage().then((language) => {
  // In a transition React renders in slices, so that the page answers in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers language={language}>
          <Root />
        </Providers>
      </StrictMode>,
    ),
  );
});
