import type { Job } from '@omomi/backend/contract';

/**
 * How far a leaving is: `none` where none is named; `running` while its job can be seen; `hidden` when the session has ended and nothing more can be
 * seen; `gone` when the job has deleted itself last, or says it is done; `failed` when it gave up.
 */
export type LeftState = 'none' | 'running' | 'hidden' | 'gone' | 'failed';

/** `code`: of the error that the last look at the job was answered with, null for none. */
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
