import type { Feed, Job } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { call } from '../../../lib/api/api.ts';
import { isActive, jobsQuery } from '../../../lib/jobs/queries.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useDeed } from '../../../lib/queries/use-deed.ts';

/**
 * Asks for the older articles of a feed, and tells the job that brings them, null if none runs. The job watch tells when
 * it ends.
 */
const useBringOlder = ({ feed_id }: Pick<Feed, 'feed_id'>) => {
  const { data } = useQuery(jobsQuery(0));
  const isOfFeed = (job: Job): boolean => job.kind === 'older-articles' && job.feed_id === feed_id;
  const job = data?.items.find((each) => isOfFeed(each) && isActive(each)) ?? null;
  const { mutate, isPending } = useDeed({
    mutationFn: () => call('bringOlder', { params: { feed_id } }),
    reload: [keys.jobs],
  });
  return { job, bring: () => mutate(), isPending };
};

/** The button that brings the older articles of a feed; while they come, how far that is. */
export const BringOlder = ({ feed, isNamed = false }: { feed: Feed; isNamed?: boolean }) => {
  const texts = useTexts('older');
  const { job, bring, isPending } = useBringOlder(feed);
  const count = feed.left_out.over_limit;
  if (job !== null)
    return (
      <Box as="output" color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
        {texts.coming(job.done, job.total)}
      </Box>
    );
  return (
    <Button size="md" variant="subtle" disabled={isPending} title={texts.asRead} onClick={bring}>
      {isNamed ? texts.bringOf(count, feed.title) : texts.bring(count)}
    </Button>
  );
};
