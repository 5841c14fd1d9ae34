import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Returns true for up to two failures that may pass by themselves: no connection, or an error of the server. */
export const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Creates the query client. It calls `onSignedOut` after every answer that says that nobody is signed in, except for
 * queries whose `meta` has `mayBeSignedOut`.
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
      // A browser without a network may still reach a server on the same machine. A paused query would load for ever.
      queries: {
        networkMode: 'always',
        retry: worthRetrying,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        // Load again only queries without data when the connection is back: data on the screen stays.
        refetchOnReconnect: ({ state }) => state.data === undefined,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
};
