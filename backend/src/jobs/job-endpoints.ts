import type { HandlersOf } from '../contract/handlers.ts';
import { JobUnknownError } from './errors.ts';
import { withProgress } from './fetch-feeds.ts';
import type { JobStore } from './job.ts';
import { toWire, type StartJob } from './start-job.ts';

type JobEndpoints = 'fetchFeeds' | 'cleanupArticles' | 'listJobs' | 'getJob';

export const createJobEndpoints = ({
  jobs,
  startJob,
}: {
  jobs: JobStore;
  startJob: StartJob;
}): HandlersOf<JobEndpoints> => ({
  fetchFeeds: ({ reader: { user_id } }) => startJob(user_id, 'fetch-feeds'),
  cleanupArticles: ({ reader: { user_id } }) => startJob(user_id, 'cleanup'),
  listJobs: async ({ reader: { user_id } }) => {
    const listed = await Promise.all((await jobs.list(user_id)).map((job) => withProgress(jobs, job)));
    return { items: listed.map(toWire), next_cursor: null, has_more: false };
  },
  getJob: async ({ reader: { user_id }, params: { job_id } }) => {
    const job = await jobs.get(user_id, job_id);
    if (job === null) throw new JobUnknownError();
    return toWire(await withProgress(jobs, job));
  },
});
