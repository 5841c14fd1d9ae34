import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/api.ts';
import { patiently } from '../../lib/api/limit.ts';
import { keys } from '../../lib/queries/query-keys.ts';

type Added = { kind: 'keyword' | 'feed'; text: string };
export type Failure = Added & { error: unknown };

type Work = {
  addresses: readonly string[];
  keywords: readonly string[];
  add: (what: Added) => Promise<unknown>;
  /** Checks if an error means that the item was added before. */
  isThere: (error: unknown) => boolean;
  /** Called with the number of feeds tried so far. */
  onFeed: (done: number) => void;
};

/**
 * Adds the keywords, then the feeds, and returns those that failed. Adds one after the other, because the server has a
 * rate limit and the button counts the feeds.
 */
export const addAll = async ({ addresses, keywords, add, isThere, onFeed }: Work): Promise<Failure[]> => {
  const failed: Failure[] = [];
  const tryTo = async (what: Added): Promise<void> => {
    try {
      await add(what);
    } catch (error) {
      if (!isThere(error)) failed.push({ ...what, error });
    }
  };
  for (const text of keywords) await tryTo({ kind: 'keyword', text });
  for (const [index, text] of addresses.entries()) {
    await tryTo({ kind: 'feed', text });
    onFeed(index + 1);
  }
  return failed;
};

const adds = {
  keyword: (text: string) => call('addKeyword', { body: { text } }),
  feed: (url: string) => call('addFeed', { body: { url, if_several: 'ask' } }),
} as const;

/** Returns true if a feed or keyword exists already. A second try may repeat the first, so this is not a failure. */
const isThere = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ALREADY_SUBSCRIBED' || error.code === 'KEYWORD_EXISTS');

type Progress = { done: number; total: number; isWaiting: boolean };

/**
 * Adds keywords before feeds, so that the first articles are scored when they arrive. `start` continues after failures
 * and returns them.
 */
export const useFirstStart = () => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failures, setFailures] = useState<Failure[]>([]);

  const start = async (addresses: string[], keywords: string[]): Promise<Failure[]> => {
    setFailures([]);
    setProgress({ done: 0, total: addresses.length, isWaiting: false });
    const failed = await addAll({
      addresses,
      keywords,
      isThere,
      onFeed: (done) => setProgress({ done, total: addresses.length, isWaiting: false }),
      add: ({ kind, text }) =>
        patiently<unknown>(
          () => adds[kind](text),
          () => setProgress((before) => before && { ...before, isWaiting: true }),
        ),
    });
    setFailures(failed);
    await client.invalidateQueries({ queryKey: keys.keywords });
    await client.invalidateQueries({ queryKey: keys.feeds });
    return failed;
  };

  return { progress, failures, start };
};
