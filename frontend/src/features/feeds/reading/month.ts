import type { Feed, FeedFigures } from '@omomi/backend/contract';

/** A bar of a picture: what it stands for, and how many articles. */
export type Count = { at: Date; count: number };

const HOUR_MS = 3_600_000;

const dayOf = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** Returns how many articles were read on each day of the browser's calendar, from the first one that is counted to today. */
export const daysOf = ({ since, hours }: Pick<FeedFigures, 'since' | 'hours'>, now: Date): Count[] => {
  const counts = new Map<number, number>();
  for (const { hour, read_count } of hours) {
    const day = dayOf(new Date(hour)).getTime();
    counts.set(day, (counts.get(day) ?? 0) + read_count);
  }
  const days: Count[] = [];
  // A change of the clocks makes a day an hour shorter or longer, so days are counted by the calendar.
  for (
    let at = dayOf(new Date(since));
    at <= now;
    at = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1)
  )
    days.push({ at, count: counts.get(at.getTime()) ?? 0 });
  return days;
};

/** Returns how many articles were read in each of the 24 hours of a day, by the browser's clock. */
export const hoursOf = ({ hours }: Pick<FeedFigures, 'hours'>, now: Date): Count[] => {
  const midnight = dayOf(now).getTime();
  return Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(midnight + hour * HOUR_MS),
    count: hours
      .filter((each) => new Date(each.hour).getHours() === hour)
      .reduce((sum, { read_count }) => sum + read_count, 0),
  }));
};

/** A feed with the number of its articles that came, and of those that were read. */
export type Opened = { feed: Feed; came: number; read: number };

/** Returns the feeds from which something came, those first of which the smallest part was read; of equal ones, of which most came. */
export const leastOpened = (feeds: readonly Feed[], { items }: Pick<FeedFigures, 'items'>): Opened[] => {
  const known = new Map(items.map((each) => [each.feed_id, each]));
  return feeds
    .flatMap((feed): Opened[] => {
      const { came_count: came = 0, read_count: read = 0 } = known.get(feed.feed_id) ?? {};
      return came === 0 ? [] : [{ feed, came, read }];
    })
    .toSorted((a, b) => a.read / a.came - b.read / b.came || b.came - a.came);
};
