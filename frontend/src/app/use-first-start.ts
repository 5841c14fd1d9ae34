import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';
import { keys } from '../lib/query-keys.ts';

export type Failure = { url: string; error: unknown };

/** After a first try that failed half-way, what is there already is as good as added. */
const isThere = (error: unknown): boolean => error instanceof ApiError && error.code === 'ALREADY_SUBSCRIBED';

/**
 * Adds keywords, then feeds, so that the first articles are scored as they come. One failing feed does not hold up
 * the others; `start` answers with what failed.
 */
export const useFirstStart = () => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [failures, setFailures] = useState<Failure[]>([]);

  const start = async (addresses: string[], keywords: string[]): Promise<Failure[]> => {
    setFailures([]);
    setProgress({ done: 0, total: addresses.length });
    await Promise.allSettled(keywords.map((text) => call('addKeyword', { body: { text } })));
    const failed: Failure[] = [];
    for (const [index, url] of addresses.entries()) {
      // One after the other: the server limits how many feeds a minute, and the count on the button stays true.
      await call('addFeed', { body: { url } }).catch((error: unknown) => {
        if (!isThere(error)) failed.push({ url, error });
      });
      setProgress({ done: index + 1, total: addresses.length });
    }
    setFailures(failed);
    await client.invalidateQueries({ queryKey: keys.keywords });
    await client.invalidateQueries({ queryKey: keys.feeds });
    return failed;
  };

  return { progress, failures, start };
};
