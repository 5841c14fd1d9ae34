import type { Context } from '../../model/context.ts';
import type { Job } from '../../model/job/job.ts';

/**
 * The folder of import documents. A document expires after `importDays` days, through the bucket's lifecycle rule or
 * the daily sweep of the local runner.
 */
export const importFolder = 'imports';
export const importDays = 7;

/** Returns the prefix of the keys of a reader's documents. */
export const importDocumentsOf = (userId: string): string => `${importFolder}/${userId}/`;

/** Returns the key of an import's document, which is stored until its feeds are planned and its articles taken in. */
export const importDocumentKey = (userId: string, jobId: string): string =>
  `${importDocumentsOf(userId)}${jobId}`;

/** Deletes the document of a cancelled import. Feeds and articles that were taken in stay. */
export const cancelImport = ({ blobs }: Pick<Context, 'blobs'>, { user_id, job_id }: Job): Promise<void> =>
  blobs.delete(importDocumentKey(user_id, job_id));
