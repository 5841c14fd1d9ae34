import { z } from 'zod';
import { jobId, page } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { job } from './jobs.ts';

const byJob = z.object({ job_id: jobId });

/** Work that goes on after the answer. */
export const jobEndpoints = {
  fetchFeeds: {
    method: 'POST',
    path: '/api/jobs/fetch-feeds',
    summary: 'Fetch all of the reader’s active feeds now, due or not.',
    access: 'reader',
    limit: 'protected',
    status: 202,
    response: job,
    errors: [],
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
    status: 200,
    response: page(job),
    errors: [],
  },
  getJob: {
    method: 'GET',
    path: '/api/jobs/{job_id}',
    summary: 'One job with its progress.',
    access: 'reader',
    limit: 'public',
    params: byJob,
    status: 200,
    response: job,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
