import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { readingEndpoints } from '@omomi/backend/contract';
import { call } from './api/api.ts';
import { keys } from './queries/query-keys.ts';
import { readMarksOf } from './marks/read-marks.ts';
import { forgetReader } from './preferences/stored-copy.ts';
import { useDeed } from './queries/use-deed.ts';

export const providersQuery = queryOptions({
  queryKey: keys.providers,
  queryFn: ({ signal }) => call('listProviders', { signal }),
  staleTime: 5 * 60_000,
});

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => call('getMe', { signal }),
  staleTime: 5 * 60_000,
});

/** Goes to the sign-in page and deletes all data of the reader in this browser. */
const leavePage = (): void => {
  forgetReader();
  window.location.replace('/sign-in');
};

/** Ends the session at the server, then goes to the sign-in page. */
export const useSignOut = () => {
  const client = useQueryClient();
  return useDeed({
    mutationFn: async () => {
      await readMarksOf(client).flush();
      await call('logout', {});
    },
    onSuccess: leavePage,
  });
};

/** Returns the sign-in page that leads back to `returnTo`, a path of this service with its query. */
export const signInPage = (returnTo: string): string =>
  returnTo === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ return_to: returnTo })}`;

/** Returns the address that starts signing in with a provider. */
export const loginAddress = (provider: string, returnTo: string | null): string =>
  `${readingEndpoints.login.path}?${new URLSearchParams({ provider, ...(returnTo === null ? {} : { return_to: returnTo }) })}`;
