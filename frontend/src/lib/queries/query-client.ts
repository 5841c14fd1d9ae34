import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Tries after the first, of requests that AWS did not hand on, with pauses of 1, 2, 4 and 8 seconds between them. */
const MOST_RETRIES = 4;

/** Returns true while a request was refused because no instance was free. Nothing of it was done. */
const wasRefused = (failures: number, error: Error): boolean =>
  failures < MOST_RETRIES && error instanceof ApiError && error.code === 'OVERLOADED';

/**
 * Returns true for failures that may pass by themselves: without a connection or for an error of the server twice, and four times where no
 * instance was free.
 */
export const worthRetrying = (failures: number, error: Error): boolean =>
  wasRefused(failures, error) ||
  (failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500));

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
      mutations: { retry: wasRefused, networkMode: 'always' },
    },
  });
};
