import { Skeleton } from '@chakra-ui/react/skeleton';
import type { ReactNode } from 'react';
import { ErrorState } from './states.tsx';

type Props<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** What to say where it could not be loaded. */
  failed: string;
  children: (data: T) => ReactNode;
};

/** What a query answers with; until then its shape, and where it fails what happened. */
export const Loaded = <T,>({ query: { data, error, refetch }, failed, children }: Props<T>) => {
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  return <Skeleton h="6rem" borderRadius="xl" />;
};
