import { useState } from 'react';

/**
 * Whether something has arrived since the list was loaded. `freshestAt` is by the server's clock and `loadedAt`
 * (milliseconds since 1970) by the browser's: an arrival counts only if it is also later than the latest one known
 * at loading, so that a clock that is behind does not offer the same articles for ever.
 */
export const useFresh = (freshestAt: string | null, loadedAt: number): boolean => {
  const [loading, setLoading] = useState({ loadedAt, freshestAt });
  if (loading.loadedAt !== loadedAt) setLoading({ loadedAt, freshestAt });
  return (
    freshestAt !== null &&
    loadedAt > 0 &&
    freshestAt > new Date(loadedAt).toISOString() &&
    (loading.freshestAt === null || freshestAt > loading.freshestAt)
  );
};
