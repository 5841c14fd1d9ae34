import type { Job } from '@omomi/backend/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isActive, jobsQuery } from '../../lib/jobs/queries.ts';
import { keys } from '../../lib/queries/query-keys.ts';

/**
 * Returns the jobs that have ended since the last answer, including those that also began since then. `known` is null
 * for the first answer. Nothing is returned then, because those jobs ended before the page was opened.
 */
export const newlyFinished = (known: ReadonlySet<string> | null, jobs: readonly Job[]): Job[] =>
  known === null ? [] : jobs.filter((job) => !isActive(job) && !known.has(job.job_id));

export const finishedIds = (jobs: readonly Job[]): Set<string> =>
  new Set(jobs.filter((job) => !isActive(job)).map((job) => job.job_id));

/** The time to look for a job that the server starts by itself, in milliseconds. */
const expectFor = 15_000;

export type JobWatch = {
  fetching: Job | null;
  isRanking: boolean;
  /** Starts looking for a job. Call this after a change that makes the server start one by itself. */
  expectJob: () => void;
};

/** Polls the reader's jobs while any is running, and calls `onFinished` once for each that ends. */
export const useWatchedJobs = (onFinished: (job: Job) => void): JobWatch => {
  const client = useQueryClient();
  const [watchUntil, setWatchUntil] = useState(0);
  const { data } = useQuery(jobsQuery(watchUntil));
  const known = useRef<Set<string> | null>(null);
  const tell = useRef(onFinished);
  useEffect(() => {
    tell.current = onFinished;
  });
  useEffect(() => {
    if (data === undefined) return;
    const ended = newlyFinished(known.current, data.items);
    known.current = finishedIds(data.items);
    for (const job of ended) tell.current(job);
    if (ended.length > 0) void client.invalidateQueries({ queryKey: keys.jobHistory });
  }, [data, client]);
  const expectJob = useCallback(() => setWatchUntil(Date.now() + expectFor), []);
  const running = data?.items.filter(isActive) ?? [];
  return {
    fetching: running.find((job) => job.kind === 'fetch-feeds') ?? null,
    isRanking: running.some((job) => job.kind === 'recalculate'),
    expectJob,
  };
};
