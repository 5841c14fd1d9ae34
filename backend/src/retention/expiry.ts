import type { Profile } from '../accounts/profile.ts';
import type { Entry } from '../articles/entry.ts';

/** How long a deployment, or a reader, keeps what is not saved. */
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

/** When a tombstone that is made now goes, in seconds since 1970. */
export const tombstoneUntil = (now: Date): number =>
  Math.floor(now.getTime() / 1000) + TOMBSTONE_DAYS * 86_400;

/** What holds for a reader: what they chose, but never more than the deployment keeps. Null is one who chose nothing. */
export const retentionFor = (
  profile: Pick<Profile, 'retention'> | null,
  { articleDays, readHours }: Retention,
): Retention => ({
  articleDays: Math.min(profile?.retention?.article_days ?? articleDays, articleDays),
  readHours: Math.min(profile?.retention?.read_hours ?? readHours, readHours),
});

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

/** What arrived, or was read, by these times is past its age. */
export const cutOffs = (
  now: Date,
  { articleDays, readHours }: Retention,
): { article_cutoff: string; read_cutoff: string } => ({
  article_cutoff: new Date(now.getTime() - articleDays * DAY_MS).toISOString(),
  read_cutoff: new Date(now.getTime() - readHours * HOUR_MS).toISOString(),
});

export const isExpired = ({ expires_at }: Pick<Entry, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now;
