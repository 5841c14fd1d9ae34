import type { Job } from '@omomi/backend/contract';

/**
 * The state of an account deletion. `none`: the address names no job. `running`: the job can be seen. `hidden`: the
 * session has ended, so the job can no longer be seen. `gone`: the job is done, or has deleted itself. `failed`: it gave up.
 */
export type LeftState = 'none' | 'running' | 'hidden' | 'gone' | 'failed';

/** Returns the state. `code` is the error code of the last request for the job; null if it succeeded. */
export const leftState = (
  jobId: string | null,
  job: Pick<Job, 'state'> | null,
  code: string | null,
): LeftState => {
  if (jobId === null) return 'none';
  if (code === 'NOT_FOUND') return 'gone';
  if (code === 'UNAUTHENTICATED') return 'hidden';
  if (job?.state === 'done') return 'gone';
  if (job?.state === 'failed' || job?.state === 'cancelled') return 'failed';
  return 'running';
};
