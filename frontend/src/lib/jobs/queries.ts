import type { Job } from '@omomi/backend/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/api.ts';
import { lookAgain } from '../api/limit.ts';
import { keys } from '../queries/query-keys.ts';
import { nextLook } from './pace.ts';

/** The number of newest jobs that are polled. Active jobs are among them. */
const watched = 20;

const lookAfter = (jobs: readonly Job[], isExpected: boolean, error: unknown): number | false => {
  const wait = nextLook(jobs, isExpected, new Date());
  return wait === false ? false : lookAgain(wait, error);
};

/**
 * Returns the query of the newest jobs, which is polled while one is active. Until `watchUntil` (milliseconds since
 * 1970) it is polled even if none is known to be active.
 */
export const jobsQuery = (watchUntil: number) =>
  queryOptions({
    queryKey: keys.jobs,
    queryFn: ({ signal }) => call('listJobs', { query: { limit: watched }, signal }),
    refetchInterval: ({ state }) => lookAfter(state.data?.items ?? [], Date.now() < watchUntil, state.error),
  });

/** The query of all jobs of the last 30 days, page by page. It is not polled, because `jobsQuery` has the changes. */
export const jobHistoryQuery = infiniteQueryOptions({
  queryKey: keys.jobHistory,
  queryFn: ({ pageParam, signal }) =>
    call('listJobs', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
});

/** Checks if polling a job can stop, because it is gone or the reader is signed out. */
const isLastLook = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED');

/**
 * Returns the query of one job with its full result, which lists of jobs leave out. It is polled while the job is
 * active, also after failed requests. For null, it requests nothing.
 */
export const jobQuery = (jobId: string | null) =>
  queryOptions({
    queryKey: keys.job(jobId ?? ''),
    queryFn: ({ signal }) => call('getJob', { params: { job_id: jobId ?? '' }, signal }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) =>
      isLastLook(state.error)
        ? false
        : lookAfter(state.data === undefined ? [] : [state.data], state.data === undefined, state.error),
  });
