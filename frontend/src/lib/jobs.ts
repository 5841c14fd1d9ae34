import type { Job, Page } from '@omomi/backend/contract';
import { type QueryClient, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { keys } from './queries/query-keys.ts';
import { ApiError } from './api/api-error.ts';
import { call } from './api/api.ts';
import { lookAgain } from './api/limit.ts';
import { useNotify } from './notify.ts';
import { useI18n } from './i18n/language.tsx';
import { refreshMarks } from './queries/refresh-lists.ts';

export const isActive = (job: Job): boolean => job.state === 'queued' || job.state === 'running';

/** Checks by this device's clock if a job can still be undone by cancelling it. */
export const canUndo = (job: Job, now: Date): boolean =>
  isActive(job) && job.undo_until !== null && job.undo_until > now.toISOString();

/** The largest time, in milliseconds, by which the server's clock may be behind this device's. */
const slack = 1_000;

const soon = 3_000;

/** Returns the milliseconds between two requests for a job of this age in milliseconds. Young jobs are polled more. */
const paceAt = (age: number): number => (age < 30_000 ? soon : age < 180_000 ? 5_000 : 10_000);

const dueIn = (job: Job, now: Date): number =>
  // A job that waits for the end of its undo period does nothing before that.
  canUndo(job, now) && job.undo_until !== null
    ? Math.max(soon, Date.parse(job.undo_until) - now.getTime() + slack)
    : paceAt(now.getTime() - Date.parse(job.created_at));

/**
 * Returns the milliseconds until the jobs are requested again, at least 3,000. The job that is due first decides. False
 * if no job is active and none is expected.
 */
export const nextLook = (jobs: readonly Job[], isExpected: boolean, now: Date): number | false => {
  const waits = jobs.filter(isActive).map((job) => dueIn(job, now));
  if (isExpected) waits.push(soon);
  return waits.length === 0 ? false : Math.min(...waits);
};

/** Adds a new job to the cached jobs, so that it shows before they are loaded again. */
export const addJob = (client: QueryClient, job: Job): void => {
  client.setQueryData<Page<Job>>(keys.jobs, (known) =>
    known === undefined
      ? known
      : { ...known, items: [job, ...known.items.filter(({ job_id }) => job_id !== job.job_id)] },
  );
};

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

/** Returns `undo`, which cancels a marking job, and `tell`, which offers it after marking `count` (null: unknown). */
export const useUndo = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const undo = useCallback(
    async (job: Job): Promise<void> => {
      try {
        const { state } = await call('cancelJob', { params: { job_id: job.job_id } });
        // If the job has already begun, the server does not cancel it, but returns it unchanged.
        notify.info(state === 'cancelled' ? t.marks.undone : t.marks.tooLate);
      } catch (error) {
        notify.error(error);
      }
      await refreshMarks(client);
    },
    [client, notify, t],
  );
  const tell = useCallback(
    (job: Job, count: number | null): void => {
      const text = t.marks.marked(count);
      if (canUndo(job, new Date())) notify.offer(text, { label: t.marks.undo, run: () => void undo(job) });
      else notify.info(text);
    },
    [notify, t, undo],
  );
  return useMemo(() => ({ undo, tell }), [undo, tell]);
};
