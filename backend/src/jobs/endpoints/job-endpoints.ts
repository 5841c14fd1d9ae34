import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Job } from '../../model/job/job.ts';
import { createCancelJob, jobUnknown } from '../cancel-job.ts';
import { decodeJobCursor, encodeJobCursor } from './job-cursor.ts';
import type { OnCancelled } from '../job-definition.ts';
import type { JobMachine } from '../job-machine.ts';
import { jobToWire } from '../new-job.ts';
import { withProgress, withRows } from '../progress.ts';
import { createCheckJob } from '../restart-job.ts';

type JobEndpointDeps = JobMachine & { onCancelled: OnCancelled };

/** Creates the endpoints that show and cancel jobs of any kind. Looking at a dead job restarts it. */
export const createJobEndpoints = (
  deps: JobEndpointDeps,
): HandlersOf<'listJobs' | 'getJob' | 'cancelJob'> => {
  const { jobs, jobParts, now } = deps;
  const cancel = createCancelJob(deps);
  const check = createCheckJob(deps);

  /** Checks whether a job has not expired, because DynamoDB may delete an expired item only days later. */
  const isKept = ({ ttl }: Job): boolean => ttl > now().getTime() / 1000;

  return {
    listJobs: async ({ reader: { user_id }, query: { limit, cursor } }) => {
      const after = cursor === undefined ? undefined : decodeJobCursor(user_id, cursor);
      const kept = (await jobs.list(user_id, { limit: limit + 1, after })).filter(isKept);
      const page = kept.slice(0, limit);
      const last = page.at(-1);
      const shown = await Promise.all(page.map(async (job) => withProgress(jobParts, await check(job))));
      return {
        items: shown.map(jobToWire),
        next_cursor: kept.length > limit && last !== undefined ? encodeJobCursor(user_id, last.job_id) : null,
        has_more: kept.length > limit,
      };
    },
    getJob: async ({ reader: { user_id }, params: { job_id } }) => {
      const job = await jobs.get(user_id, job_id);
      if (job === null || !isKept(job)) throw jobUnknown();
      return jobToWire(await withRows(jobParts, await check(job)));
    },
    cancelJob: async ({ reader: { user_id }, params: { job_id } }) =>
      jobToWire(await withRows(jobParts, await cancel(user_id, job_id))),
  };
};
