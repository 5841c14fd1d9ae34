import { isOver } from '../model/job/job.ts';
import type { JobMessage } from '../queues/messages.ts';
import { MOST_HOPS } from '../queues/hops.ts';
import type { JobMachine } from './job-machine.ts';
import { asFailed } from './lease.ts';

const REASON =
  `It was stopped because it had not ended after ${MOST_HOPS.toLocaleString('en')} steps, ` +
  'more than any job needs. What was done until then stands.';

/** Creates the function that ends the job of a message whose chain is too long. */
export const createStopJob =
  ({ jobs, jobLocks, jobParts }: Pick<JobMachine, 'jobs' | 'jobLocks' | 'jobParts'>) =>
  async ({ user_id, job_id, start_id }: JobMessage): Promise<void> => {
    const job = await jobs.get(user_id, job_id);
    if (job === null || isOver(job)) return;
    // A message from before a restart is not the job's any more.
    if (start_id !== undefined && job.taken_by !== null && start_id !== job.taken_by) return;
    const { state, done, result } = await asFailed(jobParts, job, REASON);
    const ended = await jobs.update(user_id, job_id, { state, done, result, cursor: null });
    if (ended !== null) await jobLocks.release(ended);
  };
