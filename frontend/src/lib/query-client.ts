import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Only what may pass by itself is tried again: no connection, or the server's own trouble. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
