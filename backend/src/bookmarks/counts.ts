import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { BookmarkStore } from '../model/article/bookmark.ts';

const FRESH_MS = 5 * 60_000;

/** Returns the known counts by article_id, for every reader; unknown ones are missing. */
export type BookmarkCounts = () => Promise<ReadonlyMap<string, number>>;

/**
 * Creates a cache of the last run's counts, at most five minutes old, so that all lists share one read of the blob. If
 * the read fails, the previous counts stay.
 */
export const createBookmarkCounts = (
  bookmarks: Pick<BookmarkStore, 'load'>,
  now: Clock,
  log: Log,
): BookmarkCounts => {
  let counts: ReadonlyMap<string, number> = new Map();
  let freshUntil = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;
  const load = async (): Promise<void> => {
    try {
      const links = await bookmarks.load();
      counts = new Map(
        links.flatMap(({ article_id, count }): [string, number][] =>
          count === null ? [] : [[article_id, count]],
        ),
      );
    } catch (error) {
      log.error('bookmark counts could not be read', { error });
    }
    freshUntil = now().getTime() + FRESH_MS;
    loading = null;
  };
  return async () => {
    if (now().getTime() >= freshUntil) {
      loading ??= load();
      await loading;
    }
    return counts;
  };
};
