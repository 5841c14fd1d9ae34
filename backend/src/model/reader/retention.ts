import type { Settings } from '../../config/settings.ts';
import type { RetentionChoice } from '../../contract/index.ts';
import type { Profile } from './profile.ts';

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
export const retentionFor = (profile: Pick<Profile, 'retention'> | null, deployment: Retention): Retention =>
  within(profile?.retention ?? deployment, deployment);

export const isSameRetention = (a: Retention, b: Retention): boolean =>
  a.article_days === b.article_days && a.read_hours === b.read_hours;
