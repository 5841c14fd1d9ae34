import type { Job } from '@omomi/backend/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/api.ts';
import { lookAgain } from '../api/limit.ts';
import { keys } from '../queries/query-keys.ts';
import { nextLook } from './pace.ts';

/** The newest jobs, among which those that run are. */
const watched = 20;

const lookAfter = (jobs: readonly Job[], isExpected: boolean, error: unknown): number | false => {
  const wait = nextLook(jobs, isExpected, new Date());
  return wait === false ? false : lookAgain(wait, error);
};

/**
 * The one look at all jobs that is repeated while one is under way. `watchUntil`: until when (milliseconds since 1970) to
 * look although no job is known to run.
 */
export const jobsQuery = (watchUntil: number) =>
  queryOptions({
    queryKey: keys.jobs,
    queryFn: ({ signal }) => call('listJobs', { query: { limit: watched }, signal }),
    refetchInterval: ({ state }) => lookAfter(state.data?.items ?? [], Date.now() < watchUntil, state.error),
  });

/** All jobs of the last 30 days, page by page. What changes is told by `jobsQuery`. */
export const jobHistoryQuery = infiniteQueryOptions({
  queryKey: keys.jobHistory,
  queryFn: ({ pageParam, signal }) =>
    call('listJobs', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
});

/** Whether a look at one job need not be repeated: it is gone, or nothing of it is to be seen any more. */
const isLastLook = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED');

/**
 * One job with what it tells only when it is asked for alone; followed while it is under way, over looks that fail. Null
 * asks for nothing.
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
