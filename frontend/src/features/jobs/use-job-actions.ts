import type { Job } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../lib/notify.ts';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { jobsTexts } from '../../lib/i18n/texts/jobs.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { refreshMarks } from '../../lib/queries/refresh-lists.ts';

export type Startable = 'fetch-feeds' | 'cleanup' | 'recalculate';

const starters = {
  'fetch-feeds': () => call('fetchFeeds', { body: {} }),
  cleanup: () => call('cleanupArticles', {}),
  recalculate: () => call('recalculate', {}),
} as const satisfies Record<Startable, () => Promise<Job>>;

export const useStartJob = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (kind: Startable) => starters[kind](),
    onError: (error) => notify.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.jobs }),
  });
};

export const useCancelJob = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts(jobsTexts);
  return useMutation({
    mutationFn: (job: Job) => call('cancelJob', { params: { job_id: job.job_id } }),
    onSuccess: ({ state }) => notify.info(state === 'cancelled' ? texts.cancelled : texts.tooLate),
    onError: (error) => notify.error(error),
    onSettled: (_answer, _error, { kind }) =>
      // Cancelling a mark makes articles unread again, so the lists must be loaded again too.
      kind === 'mark-read' ? refreshMarks(client) : client.invalidateQueries({ queryKey: keys.jobs }),
  });
};
