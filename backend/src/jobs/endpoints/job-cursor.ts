import { digest } from '../../lib/digest.ts';
import { jobId as jobIdShape } from '../../contract/index.ts';
import { invalidCursor } from '../../lib/json-cursor.ts';

const SEAL_DIGITS = 16;

// The seal has no secret key, because it only detects mistakes: a forged cursor leads only to the forger's own jobs.
const seal = (userId: string, jobId: string): string => digest(SEAL_DIGITS, 'jobs', userId, jobId);

/** Returns the cursor of the page that begins after this job. */
export const encodeJobCursor = (userId: string, jobId: string): string =>
  Buffer.from(seal(userId, jobId) + jobId).toString('base64url');

/**
 * Returns the id of the job in a cursor. Throws INVALID_CURSOR unless encodeJobCursor made the cursor for this
 * reader and it is unchanged.
 */
export const decodeJobCursor = (userId: string, cursor: string): string => {
  const jobId = Buffer.from(cursor, 'base64url').toString('utf8').slice(SEAL_DIGITS);
  if (!jobIdShape.safeParse(jobId).success || encodeJobCursor(userId, jobId) !== cursor)
    throw invalidCursor();
  return jobId;
};
