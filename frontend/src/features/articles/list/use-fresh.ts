import { useState } from 'react';

/**
 * Returns true if articles have arrived since the list was loaded. `freshestAt` is a time of the server's clock,
 * `loadedAt` (milliseconds since 1970) of the browser's. An arrival counts only if it is also later than the latest one
 * known at loading. Otherwise a browser whose clock is slow would always offer the same articles.
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
