import type { Job } from '@omomi/backend/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

export const isActive = (job: Job): boolean => job.state === 'queued' || job.state === 'running';

/** Milliseconds between two looks at the jobs while one runs, or is expected to begin. */
const lookEvery = 1_200;

/** `watchUntil`: until when (milliseconds since 1970) to look although no job is known to run. */
export const jobsQuery = (watchUntil: number) =>
  queryOptions({
    queryKey: keys.jobs,
    queryFn: ({ signal }) => call('listJobs', { signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some(isActive) === true || Date.now() < watchUntil ? lookEvery : false,
  });
