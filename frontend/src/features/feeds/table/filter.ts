import type { Feed } from '@omomi/backend/contract';
import type { FeedState, FeedsView } from './view.ts';

/** The time without a new article after which a feed counts as quiet, in milliseconds. */
const QUIET_MS = 90 * 24 * 3_600_000;

const isQuiet = ({ feed_last_updated, created_at }: Feed, now: Date): boolean =>
  now.getTime() - Date.parse(feed_last_updated ?? created_at) > QUIET_MS;

/** Returns true if a feed fails or is no longer fetched, and the reader has not paused it. */
export const isInTrouble = ({ is_active, fetch_status, error_code }: Feed): boolean =>
  is_active && (fetch_status === 'stopped' || error_code !== null);

/** Returns true if a feed is in the state at this time. */
export const isInState = (feed: Feed, state: FeedState, now: Date): boolean => {
  switch (state) {
    case 'trouble':
      return isInTrouble(feed);
    case 'paused':
      return !feed.is_active;
    case 'quiet':
      return isQuiet(feed, now);
    case 'never_read':
      return feed.last_read_at === null;
  }
};

/** Returns a function that tells which feeds a view shows. A text is looked for in any case. */
export const shownIn = (
  { find, state }: Pick<FeedsView, 'find' | 'state'>,
  now: Date,
): ((feed: Feed) => boolean) => {
  const wanted = find.normalize('NFKC').trim().toLocaleLowerCase();
  return (feed) =>
    (state === null || isInState(feed, state, now)) &&
    (wanted === '' ||
      [feed.title, feed.url, feed.folder ?? ''].some((text) =>
        text.normalize('NFKC').toLocaleLowerCase().includes(wanted),
      ));
};
