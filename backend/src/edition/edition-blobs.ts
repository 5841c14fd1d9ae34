import type { StoredMorning } from '../model/reader/notified.ts';

// In a file of their own, so that whoever lists editions or deletes a reader's blobs does not load what makes books.

const DAY_MS = 24 * 3_600_000;

/** The folder of the editions that are kept. */
export const editionFolder = 'editions';

/** Days for which an edition can be had, in UTC: its own and those after it. */
export const editionDays = 31;

/**
 * Days after which the bucket's lifecycle or the daily sweep of the local runner deletes the blob of an edition. A day in the reader's
 * time zone begins up to 14 hours before the one in UTC.
 */
export const editionBlobDays = editionDays + 1;

/** Returns the prefix of the names of a reader's editions. */
export const editionsOf = (userId: string): string => `${editionFolder}/${userId}/`;

export const editionName = (userId: string, day: string, id: string): string =>
  `${editionsOf(userId)}${day}-${id}`;

/** Returns the ids of the editions that can be had at a time, by their days. */
export const keptAt = (
  morning: Pick<StoredMorning, 'kept'> | null,
  now: Date,
): ReadonlyMap<string, string> => {
  const first = new Date(now.getTime() - (editionDays - 1) * DAY_MS).toISOString().slice(0, 10);
  return new Map(Object.entries(morning?.kept ?? {}).filter(([day]) => day >= first));
};
