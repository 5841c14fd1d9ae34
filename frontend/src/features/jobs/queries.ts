import type { Job } from '@omomi/backend/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

export const isActive = (job: Job): boolean => job.state === 'queued' || job.state === 'running';

/** Whether cancelling a job still undoes what it stands for, by this device's clock. */
export const canUndo = (job: Job, now: Date): boolean =>
  isActive(job) && job.undo_until !== null && job.undo_until > now.toISOString();

/** Active, and worth looking at again soon: one that only waits out its time to be undone is not. */
const isMoving = (job: Job): boolean => isActive(job) && !canUndo(job, new Date());

/** The newest jobs, among which those that run are. */
const watched = 20;

/** Milliseconds between two looks at the jobs while one runs, or is expected to begin. */
const lookEvery = 1_200;

/** `watchUntil`: until when (milliseconds since 1970) to look although no job is known to run. */
export const jobsQuery = (watchUntil: number) =>
  queryOptions({
    queryKey: keys.jobs,
    queryFn: ({ signal }) => call('listJobs', { query: { limit: watched }, signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some(isMoving) === true || Date.now() < watchUntil ? lookEvery : false,
  });

/** All jobs of the last 30 days, page by page. */
export const jobHistoryQuery = infiniteQueryOptions({
  queryKey: keys.jobHistory,
  queryFn: ({ pageParam, signal }) =>
    call('listJobs', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.items.some(isMoving)) === true ? lookEvery : false,
});

/** One job with what it tells only when it is asked for alone. */
export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: keys.job(jobId),
    queryFn: ({ signal }) => call('getJob', { params: { job_id: jobId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? lookEvery : false),
  });
