import type { Profile } from './profile.ts';

/** The time for which a deployment, or a reader, keeps entries that are not saved. */
export type Retention = {
  /** Number of days from an article's arrival in the reader's list. */
  articleDays: number;
  /** Number of hours after the article was read. */
  readHours: number;
};

/**
 * Returns the retention of a reader: the reader's choice, but at most that of the deployment. Null is a reader without
 * a profile.
 */
export const retentionFor = (
  profile: Pick<Profile, 'retention'> | null,
  { articleDays, readHours }: Retention,
): Retention => ({
  articleDays: Math.min(profile?.retention?.article_days ?? articleDays, articleDays),
  readHours: Math.min(profile?.retention?.read_hours ?? readHours, readHours),
});
