import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NoticeProvider } from '../components/notices.tsx';
import { ThemeModeProvider } from '../features/settings/theme-mode.tsx';
import { LanguageProvider } from '../lib/i18n/language.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { system } from './theme.ts';

export const Providers = ({ children }: { children: ReactNode }) => {
  const [client] = useState(createQueryClient);
  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={client}>
        <ThemeModeProvider>
          <LanguageProvider>
            <NoticeProvider>{children}</NoticeProvider>
          </LanguageProvider>
        </ThemeModeProvider>
      </QueryClientProvider>
    </ChakraProvider>
  );
};
