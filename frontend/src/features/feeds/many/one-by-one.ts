import type { Feed } from '@omomi/backend/contract';
import { ApiError } from '../../../lib/api/api-error.ts';
import { patiently } from '../../../lib/api/limit.ts';

/** A feed for which something failed, with the error. */
export type Failure = { feed: Feed; error: unknown };

/** How far a deed came: `done` of `total` feeds; `isWaiting` until a rate limit has passed. */
export type Progress = { done: number; total: number; isWaiting: boolean };

type Work = {
  feeds: readonly Feed[];
  act: (feed: Feed) => Promise<unknown>;
  onProgress: (progress: Progress) => void;
  /** Asked before each feed; true ends the work. */
  isStopped: () => boolean;
  /** Waits for seconds; tests hand in another one. */
  wait?: (seconds: number) => Promise<void>;
};

/** The rest would fail in the same way: without a connection, or signed out. */
const isHopeless = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 401);

/** A feed that is no longer followed needs nothing more. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/**
 * Does something with feeds, one after the other, and waits where a rate limit asks for it. Returns the feeds with which
 * it is done, those that failed, and those that it did not come to because it was stopped.
 */
export const oneByOne = async ({ feeds, act, onProgress, isStopped, wait }: Work) => {
  const done: Feed[] = [];
  const failed: Failure[] = [];
  const total = feeds.length;
  for (const [index, feed] of feeds.entries()) {
    if (isStopped()) return { done, failed, left: feeds.slice(index) };
    onProgress({ done: index, total, isWaiting: false });
    try {
      await patiently(
        () => act(feed),
        () => onProgress({ done: index, total, isWaiting: true }),
        wait,
      );
      done.push(feed);
    } catch (error) {
      if (isGone(error)) done.push(feed);
      else if (isHopeless(error)) {
        failed.push(...feeds.slice(index).map((each) => ({ feed: each, error })));
        return { done, failed, left: [] };
      } else failed.push({ feed, error });
    }
  }
  return { done, failed, left: [] };
};
