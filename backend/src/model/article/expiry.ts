import type { Entry } from './entry.ts';
import type { Settings } from '../../config/settings.ts';
import { KEPT_FOR_EVER, type RetentionChoice } from '../../contract/index.ts';

/**
 * The time for which a deployment, or a reader, keeps entries that are not saved: `article_days` since an article
 * arrived in the reader's list, `read_hours` since it was read. It has one form everywhere: in the settings of a
 * deployment, in requests and in stored items.
 */
export type Retention = RetentionChoice;

/** The settings of a deployment that say how long it keeps entries. */
export type RetentionSettings = Pick<Settings, 'ARTICLE_RETENTION_DAYS' | 'READ_RETENTION_HOURS'>;

/** Returns the retention that a deployment sets. */
export const retentionIn = (settings: RetentionSettings): Retention => ({
  article_days: settings.ARTICLE_RETENTION_DAYS,
  read_hours: settings.READ_RETENTION_HOURS,
});

/** Returns a retention reduced to the bounds of the deployment. */
export const within = (chosen: Retention, bounds: Retention): Retention => ({
  article_days: Math.min(chosen.article_days, bounds.article_days),
  read_hours: Math.min(chosen.read_hours, bounds.read_hours),
});

/**
 * Returns the retention of a reader: the reader's choice, but at most that of the deployment. Null is a reader without
 * a profile.
 */
export const retentionFor = (
  profile: { retention: Retention | null } | null,
  deployment: Retention,
): Retention => within(profile?.retention ?? deployment, deployment);

export const isSameRetention = (a: Retention, b: Retention): boolean =>
  a.article_days === b.article_days && a.read_hours === b.read_hours;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Number of days for which a read entry leaves a tombstone, so that no feed shows the article again as new. */
const TOMBSTONE_DAYS = 30;

/** Returns the time at which a tombstone made now expires, in seconds since 1970. */
export const tombstoneUntil = (now: Date): number =>
  Math.floor(now.getTime() / 1000) + TOMBSTONE_DAYS * 86_400;

type Timed = Pick<
  Entry,
  'created_at' | 'is_read' | 'read_at' | 'is_saved' | 'expires_at' | 'rule_hours' | 'kept_days'
>;

/**
 * Returns the time at which an entry is hidden: null while it is saved, otherwise its age limit or that of a rule, or some
 * hours after it was read, whatever is the soonest. Where its feed has days of its own, these are the age limit and reading
 * does not matter; rules do not end what is kept for ever. One that is read without a time of reading keeps the time that it
 * got then (`readUnopened`).
 */
export const expiryOf = (
  { created_at, is_read, read_at, is_saved, expires_at, rule_hours, kept_days }: Timed,
  { article_days, read_hours }: Retention,
): string | null => {
  if (is_saved) return null;
  const byRule = kept_days === KEPT_FOR_EVER ? Infinity : (rule_hours ?? Infinity) * HOUR_MS;
  const byAge = Date.parse(created_at) + Math.min((kept_days ?? article_days) * DAY_MS, byRule);
  if (!is_read || kept_days !== null) return new Date(byAge).toISOString();
  const byReading =
    read_at === null ? Date.parse(expires_at ?? '') || Infinity : Date.parse(read_at) + read_hours * HOUR_MS;
  return new Date(Math.min(byAge, byReading)).toISOString();
};

/** Returns the times before which arrival, or reading, is past the retention. */
export const cutOffs = (
  now: Date,
  { article_days, read_hours }: Retention,
): { article_cutoff: string; read_cutoff: string } => ({
  article_cutoff: new Date(now.getTime() - article_days * DAY_MS).toISOString(),
  read_cutoff: new Date(now.getTime() - read_hours * HOUR_MS).toISOString(),
});

export const isExpired = ({ expires_at }: Pick<Entry, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now;

/** Leave expiries under an hour away as they are: an article that was just unsaved can be saved again until then. */
const GRACE_MS = 3_600_000;

/**
 * Returns the entry with the expiry that a retention gives it. Returns null if the expiry stays the same, or the entry
 * is saved or has already expired.
 */
export const renewed = (entry: Entry, retention: Retention, now: Date): Entry | null => {
  const { expires_at } = entry;
  if (expires_at === null || isExpired(entry, now.toISOString())) return null;
  const wanted = expiryOf(entry, retention);
  if (wanted === null || wanted === expires_at) return null;
  const goesSoon = Date.parse(expires_at) <= now.getTime() + GRACE_MS;
  return wanted < expires_at && goesSoon ? null : { ...entry, expires_at: wanted };
};

/**
 * Returns the entry with the hours after which rules let it go, or the days of its feeds, and the expiry that follows. One that has
 * expired stays as it is, so that it does not come back.
 */
export const withLimit = (
  entry: Entry,
  limit: Pick<Entry, 'rule_hours'> | Pick<Entry, 'kept_days'>,
  { retention, now }: { retention: Retention; now: Date },
): Entry => {
  const limited = { ...entry, ...limit };
  const isSame = limited.rule_hours === entry.rule_hours && limited.kept_days === entry.kept_days;
  if (isSame || isExpired(entry, now.toISOString())) return entry;
  return renewed(limited, retention, now) ?? limited;
};

/** Returns of the days of several feeds those that keep an article longest; null stands for the reader's retention. */
export const longestKept = (
  days: readonly (number | null)[],
  { article_days }: Pick<Retention, 'article_days'>,
): number | null => {
  const lengthOf = (one: number | null): number => one ?? article_days;
  const longest = days.reduce((most, one) => (lengthOf(one) > lengthOf(most) ? one : most), days[0] ?? null);
  return days.includes(null) && lengthOf(longest) === article_days ? null : longest;
};

/** Checks whether the reader read this article, so that the others of its story are read too. */
export const isFinished = ({ is_read, read_at }: Pick<Entry, 'is_read' | 'read_at'>): boolean =>
  is_read && read_at !== null;

/**
 * Returns an entry as read although the reader did not read it: a rule says so, or they read another article of its story.
 * It goes when a read one does, but has no time of reading, so that it does not count among what the reader has read.
 */
export const readUnopened = (
  entry: Entry,
  { retention, at }: { retention: Retention; at: string },
): Entry => {
  const read = { ...entry, is_read: true, read_at: null, unread_after: null };
  const timed = { ...read, expires_at: expiryOf({ ...read, read_at: at }, retention) };
  // An article that was just unsaved stays for an hour, so that it can be saved again, however old it is.
  return isExpired(timed, at) ? read : timed;
};
