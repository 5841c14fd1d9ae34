import type { Job, Page } from '@omomi/backend/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../queries/query-keys.ts';

/** Adds a new job to the cached jobs, so that it shows before they are loaded again. */
export const addJob = (client: QueryClient, job: Job): void => {
  client.setQueryData<Page<Job>>(keys.jobs, (known) =>
    known === undefined
      ? known
      : { ...known, items: [job, ...known.items.filter(({ job_id }) => job_id !== job.job_id)] },
  );
};
