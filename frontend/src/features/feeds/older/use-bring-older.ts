import type { Feed, Job } from '@omomi/backend/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { isActive } from '../../../lib/jobs/pace.ts';
import { jobsQuery } from '../../../lib/jobs/queries.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

/**
 * Asks for the older articles of a feed, and tells the job that brings them, null if none runs. The job watch tells when
 * it ends.
 */
export const useBringOlder = ({ feed_id }: Pick<Feed, 'feed_id'>) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { data } = useQuery(jobsQuery(0));
  const isOfFeed = (job: Job): boolean => job.kind === 'older-articles' && job.feed_id === feed_id;
  const job = data?.items.find((each) => isOfFeed(each) && isActive(each)) ?? null;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('bringOlder', { params: { feed_id } }),
    onError: (error) => notify.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.jobs }),
  });
  return { job, bring: () => mutate(), isPending };
};
