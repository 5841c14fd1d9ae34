import { InvalidCursorError } from '../articles/errors.ts';
import { digest } from '../config/digest.ts';
import { jobId as jobIdShape } from '../contract/index.ts';

const SEAL_DIGITS = 16;

// Unkeyed: it tells mistakes from cursors. A forged one reaches no further than the forger's own jobs.
const seal = (userId: string, jobId: string): string => digest(SEAL_DIGITS, 'jobs', userId, jobId);

/** The cursor of the page that begins after this job. */
export const encodeJobCursor = (userId: string, jobId: string): string =>
  Buffer.from(seal(userId, jobId) + jobId).toString('base64url');

/** The job in a cursor. Throws InvalidCursorError unless encodeJobCursor made it, unchanged, for this reader. */
export const decodeJobCursor = (userId: string, cursor: string): string => {
  const jobId = Buffer.from(cursor, 'base64url').toString('utf8').slice(SEAL_DIGITS);
  if (!jobIdShape.safeParse(jobId).success || encodeJobCursor(userId, jobId) !== cursor)
    throw new InvalidCursorError();
  return jobId;
};
