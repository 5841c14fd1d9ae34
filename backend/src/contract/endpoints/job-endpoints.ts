import { z } from 'zod';
import { jobId, page } from '../schemas/common.ts';
import type { Endpoint } from './shape/endpoint.ts';
import { fetchRequest, job, jobQuery } from '../schemas/jobs.ts';

const byJob = z.object({ job_id: jobId });

/** The endpoints for jobs, which are work that continues after the answer. */
export const jobEndpoints = {
  fetchFeeds: {
    method: 'POST',
    path: '/api/jobs/fetch-feeds',
    summary:
      'Fetch the reader’s active feeds now, due or not, or the one of `feed_id`. While a fetch goes on it is answered with; one for a single feed then becomes one for all, unless it is for the same feed.',
    access: 'reader',
    limit: 'protected',
    body: fetchRequest,
    status: 202,
    response: job,
    errors: ['NOT_FOUND', 'FEED_INACTIVE'],
  },
  cleanupArticles: {
    method: 'POST',
    path: '/api/jobs/cleanup-articles',
    summary: 'Remove what has expired now instead of at the next daily cleanup.',
    access: 'reader',
    limit: 'protected',
    status: 202,
    response: job,
    errors: [],
  },
  listJobs: {
    method: 'GET',
    path: '/api/jobs',
    summary: 'The reader’s jobs of the last 30 days, newest first.',
    access: 'reader',
    limit: 'public',
    query: jobQuery,
    status: 200,
    response: page(job),
    errors: ['INVALID_CURSOR'],
  },
  getJob: {
    method: 'GET',
    path: '/api/jobs/{job_id}',
    summary: 'One job with its progress; of a fetch or an import, `result.rows` tell of each feed.',
    access: 'reader',
    limit: 'public',
    params: byJob,
    status: 200,
    response: job,
    errors: ['NOT_FOUND'],
  },
  cancelJob: {
    method: 'POST',
    path: '/api/jobs/{job_id}/cancel',
    summary:
      'Stop a job at its next slice; what was done stays. One that is over, or can no longer be undone, is answered with as it is.',
    access: 'reader',
    limit: 'protected',
    params: byJob,
    status: 200,
    response: job,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
