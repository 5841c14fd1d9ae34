import type { Job } from '@omomi/backend/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keys } from '../../lib/queries/query-keys.ts';
import { finishedIds, newlyFinished } from './finished.ts';
import { isActive } from '../../lib/jobs/pace.ts';
import { jobsQuery } from '../../lib/jobs/queries.ts';

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
