import type { Clock } from '../config/log.ts';
import type { HandlersOf } from '../contract/handlers.ts';
import { JobUnknownError } from './errors.ts';
import type { Job, JobStore } from './job.ts';
import { withLease } from './lease.ts';
import { withImportRows, withProgress } from './progress.ts';
import { toWire, type StartJob } from './start-job.ts';

type JobEndpoints = 'fetchFeeds' | 'cleanupArticles' | 'listJobs' | 'getJob';

export const createJobEndpoints = ({
  jobs,
  startJob,
  now,
}: {
  jobs: JobStore;
  startJob: StartJob;
  now: Clock;
}): HandlersOf<JobEndpoints> => {
  const progressOf = async (job: Job): Promise<Job> => withProgress(jobs, await withLease(jobs, job, now()));
  return {
    fetchFeeds: ({ reader: { user_id } }) => startJob(user_id, 'fetch-feeds'),
    cleanupArticles: ({ reader: { user_id } }) => startJob(user_id, 'cleanup'),
    listJobs: async ({ reader: { user_id } }) => {
      const listed = await Promise.all((await jobs.list(user_id)).map(progressOf));
      return { items: listed.map(toWire), next_cursor: null, has_more: false };
    },
    getJob: async ({ reader: { user_id }, params: { job_id } }) => {
      const job = await jobs.get(user_id, job_id);
      if (job === null) throw new JobUnknownError();
      const standing = await withLease(jobs, job, now());
      return toWire(await (job.kind === 'import' ? withImportRows : withProgress)(jobs, standing));
    },
  };
};
