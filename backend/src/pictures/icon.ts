import type { IconStore } from '../model/feed/icon.ts';
import type { Log } from '../logging/log.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { Feed } from '../model/feed/feed.ts';
import type { ReadIconLinks } from '../parser/pages/icon-links.ts';
import { createTakeIconStep, iconSearch, nextStep, type IconSource } from './icon-steps.ts';
import type { Icon } from '../model/feed/icon.ts';

/** Time limit of the whole search. */
const searchMs = 3000;
/** Least remaining time for which a request is still started. */
const leastMs = 100;
const daysKept = 7;
/** Number of days by which the next search is brought forward if this one ran out of time. */
const daysSaved = 6;
const dayMs = 86_400_000;
/**
 * A name server that does not answer blocks one of the process's four worker threads for seconds; file access and
 * compression need the same threads. Therefore only a few searches run at once, and after a search that ran out of
 * time, none starts for a while.
 */
const maxAtOnce = 2;
const restMs = 60_000;

/** Returns the icon, or null if none was found; `isLate` is true if the search ran out of time. */
type FindIcon = (source: IconSource) => Promise<{ icon: Icon | null; isLate: boolean }>;

type FindIconDeps = { fetch: GuardedFetch; iconLinks: ReadIconLinks; monotonicNow?: () => number };

/** Searches for a feed's icon within 3 seconds. Does not throw for failures of the network or of a site. */
export const createFindIcon = ({
  fetch,
  iconLinks,
  monotonicNow = () => performance.now(),
}: FindIconDeps): FindIcon => {
  const takeStep = createTakeIconStep({ fetch, iconLinks });
  return async (source) => {
    const deadline = monotonicNow() + searchMs;
    let search = iconSearch(source);
    for (let step = nextStep(search); step !== null; step = nextStep(search)) {
      const timeoutMs = deadline - monotonicNow();
      if (timeoutMs < leastMs) return { icon: null, isLate: true };
      const { icon, isLate, search: rest } = await takeStep(search, step, timeoutMs);
      if (icon !== null || isLate) return { icon, isLate };
      search = rest;
    }
    return { icon: null, isLate: false };
  };
};

/** The fields of a feed that describe its icon. */
export type IconFacts = Pick<Feed, 'icon_hash' | 'icon_checked_day'>;

/** Returns the icon fields to store with the feed; empty if no search was made. Never throws. */
export type RenewIcon = (
  feed: Pick<Feed, 'feed_id' | 'url'> & IconFacts,
  parsed: Pick<ParsedFeed, 'format' | 'icon_url' | 'site_url'>,
) => Promise<Partial<IconFacts>>;

/** Returns the day since 1970 of a time, which is stored with the feed as that of its last search. */
export const checkedDay = (now: Date): number => Math.floor(now.getTime() / dayMs);

/** Returns the day to store after a search that ran out of time, so that the next one is made a day later. */
export const lateCheckedDay = (now: Date): number => checkedDay(now) - daysSaved;

/** True if the last search for the feed's icon is less than 7 days old. */
export const isIconFresh = ({ icon_checked_day }: IconFacts, now: Date): boolean =>
  icon_checked_day !== null && checkedDay(now) - icon_checked_day < daysKept;

/** Limits the searches of a process: few at once, and none for a minute after one that ran out of time. */
export const createIconGate = (now: () => Date) => {
  let running = 0;
  let restsUntil = 0;
  return {
    /** Returns false if no search may start now; otherwise `leave` must follow. */
    enter: (): boolean => {
      if (running >= maxAtOnce || now().getTime() < restsUntil) return false;
      running += 1;
      return true;
    },
    leave: (): void => void (running -= 1),
    /** Notes that a search ran out of time. */
    rest: (): void => void (restsUntil = now().getTime() + restMs),
  };
};

export type RenewIconDeps = {
  icons: Pick<IconStore, 'put'>;
  now: () => Date;
  log: Log;
} & FindIconDeps;

/**
 * Renews a feed's icon when its last search is 7 days old. A new icon is stored before the feed refers to it; if no
 * icon is found any more, the old one stays. A failure is only logged, because a missing icon must not stop the fetch
 * of a feed.
 */
export const createRenewIcon = ({ icons, now, log, ...deps }: RenewIconDeps): RenewIcon => {
  const find = createFindIcon(deps);
  const gate = createIconGate(now);
  return async (feed, parsed) => {
    // A search that may not start now is tried again with the feed's next document.
    if (isIconFresh(feed, now()) || !gate.enter()) return {};
    try {
      const started = now();
      const { icon, isLate } = await find({ ...parsed, feed_url: feed.url });
      if (isLate) gate.rest();
      if (icon === null) return { icon_checked_day: isLate ? lateCheckedDay(started) : checkedDay(started) };
      if (icon.hash !== feed.icon_hash) await icons.put(feed.feed_id, icon);
      return { icon_hash: icon.hash, icon_checked_day: checkedDay(started) };
    } catch (error) {
      log.warn('icon failed', { feed_id: feed.feed_id, error });
      return {};
    } finally {
      gate.leave();
    }
  };
};
