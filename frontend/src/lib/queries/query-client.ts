import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Only what may pass by itself is tried again: no connection, or the server's own trouble. */
export const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * `onSignedOut` is called for every answer that says nobody is signed in, but those to queries whose `meta` has
 * `mayBeSignedOut`.
 */
export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const tell = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => meta?.['mayBeSignedOut'] !== true && tell(error),
    }),
    mutationCache: new MutationCache({ onError: tell }),
    defaultOptions: {
      // A browser without a network may still reach a server on the same machine, and a paused query would load for ever.
      queries: {
        networkMode: 'always',
        retry: worthRetrying,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
};
