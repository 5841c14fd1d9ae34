import type { Entry } from '../articles/entry.ts';

/** How long a deployment keeps what is not saved. */
export type Retention = {
  /** Days from an article's arrival with a reader. */
  articleDays: number;
  /** Hours from when it was read. */
  readHours: number;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Read entries leave a tombstone for so long, that nothing shows the article again as new. */
export const TOMBSTONE_DAYS = 30;

/** When an entry is hidden: never while saved; else at its age limit, or some hours after reading if that is sooner. */
export const expiryOf = (
  { created_at, is_read, read_at, is_saved }: Pick<Entry, 'created_at' | 'is_read' | 'read_at' | 'is_saved'>,
  { articleDays, readHours }: Retention,
): string | null => {
  if (is_saved) return null;
  const byAge = Date.parse(created_at) + articleDays * DAY_MS;
  const byReading = is_read && read_at !== null ? Date.parse(read_at) + readHours * HOUR_MS : Infinity;
  return new Date(Math.min(byAge, byReading)).toISOString();
};

export const isExpired = ({ expires_at }: Pick<Entry, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now;
