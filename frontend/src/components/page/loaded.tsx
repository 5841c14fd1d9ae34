import { Skeleton } from '@chakra-ui/react/skeleton';
import type { ReactNode } from 'react';
import { ErrorState } from './states.tsx';

type Props<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The title of the error message when loading fails. */
  failed: string;
  children: (data: T) => ReactNode;
};

/** Shows a placeholder while the query loads, then its data or an error message. */
export const Loaded = <T,>({ query: { data, error, refetch }, failed, children }: Props<T>) => {
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  return <Skeleton h="6rem" borderRadius="xl" />;
};
