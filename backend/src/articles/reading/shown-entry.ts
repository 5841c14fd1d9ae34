import type { Entry } from '../../model/article/entry.ts';
import { expiryOf, isExpired } from '../../model/article/expiry.ts';
import type { ReadWatermark, ReadWatermarkStore } from '../../model/article/watermark.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import { retentionFor, type Retention } from '../../model/reader/retention.ts';
import { DomainError } from '../../lib/domain-error.ts';

/** Returns the error of an article that never existed, or that expired. */
export const articleUnknown = () =>
  new DomainError('NOT_FOUND', 'You have no article with this id. It may have expired.');

/** The rules that decide if a reader sees an entry as read and how long it is kept. */
export type ReaderRules = { marks: ReadWatermark[]; retention: Retention };

export type ReaderRulesDeps = {
  marks: Pick<ReadWatermarkStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  /** The retention of the deployment; a reader may choose a shorter one. */
  retention: Retention;
};

export const rulesOf = async (deps: ReaderRulesDeps, userId: string): Promise<ReaderRules> => {
  const [{ marks }, profile] = await Promise.all([deps.marks.get(userId), deps.profiles.get(userId)]);
  return { marks, retention: retentionFor(profile, deps.retention) };
};

/** Returns the entry. @throws NOT_FOUND if there is none or if it has expired at `at`. */
export const present = (entry: Entry | null, at: string): Entry => {
  if (entry === null || isExpired(entry, at)) throw articleUnknown();
  return entry;
};

export const withExpiry = (entry: Entry, retention: Retention): Entry => ({
  ...entry,
  expires_at: expiryOf(entry, retention),
});
