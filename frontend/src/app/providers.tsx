import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import { NoticeProvider } from '../components/notices.tsx';
import { forgetReader } from '../lib/preferences/stored-copy.ts';
import { ThemeModeProvider } from '../lib/preferences/theme-mode.tsx';
import { keepMarks } from '../features/articles/marks/keep-marks.ts';
import { signInPage } from '../features/sign-in/addresses.ts';
import { LanguageProvider, type LoadedLanguage } from '../lib/i18n/language.tsx';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { parsePath } from './address/route.ts';
import { createTheme } from './theme/theme.ts';
import { go } from '../lib/address/history.ts';

/** Goes to the sign-in page, which leads back to this address. Deletes stored data: another reader may sign in. */
const leadToSignIn = (): void => {
  forgetReader();
  const { pathname, search } = window.location;
  if (parsePath(pathname).page !== 'sign-in') go(signInPage(`${pathname}${search}`), 'replace');
};

const createClient = (): QueryClient => {
  const client = createQueryClient(leadToSignIn);
  // From here on, because lists are asked for before the page is rendered.
  keepMarks(client);
  return client;
};

type ProvidersProps = { language: LoadedLanguage; children: ReactNode };

export const Providers = ({ language, children }: ProvidersProps) => {
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
