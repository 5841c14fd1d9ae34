import type { Job } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { More } from '../../components/list-line.tsx';
import { EmptyState } from '../../components/page/states.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { type Startable, JobLine, useStartJob } from '../../features/jobs/job-line.tsx';
import { isActive, jobHistoryQuery, jobsQuery } from '../../lib/jobs.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNow } from '../../lib/clock.ts';
import { useJobWatch } from '../job-watch.tsx';
import { useShowFeeds } from '../layout/layout.tsx';
import { SettingsTabs } from './page-tabs.tsx';

/** Merges both lists without repetition, newest first. A job in both is taken from `watched`, which is newer. */
export const mergedJobs = (history: readonly Job[], watched: readonly Job[]): Job[] => {
  const byId = new Map([...history, ...watched].map((job) => [job.job_id, job]));
  return [...byId.values()].toSorted(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.job_id.localeCompare(a.job_id),
  );
};

const startable = ['fetch-feeds', 'cleanup', 'recalculate'] as const;

/** Shows the buttons that start a job. A kind of job that is already running cannot be started. */
const Starters = ({ jobs }: { jobs: readonly Job[] }) => {
  const texts = useTexts('jobs');
  const { expectJob } = useJobWatch();
  const start = useStartJob();
  const labels: Record<Startable, string> = {
    'fetch-feeds': texts.fetch,
    cleanup: texts.cleanup,
    recalculate: texts.rank,
  };
  const runs = (kind: Startable): boolean =>
    jobs.some((job) => job.kind === kind && job.feed_id === null && isActive(job));
  return (
    <Flex gap="2" wrap="wrap" mt="4" mb="7">
      {startable.map((kind) => (
        <Button
          key={kind}
          size="md"
          variant="subtle"
          disabled={start.isPending || runs(kind)}
          onClick={() => start.mutate(kind, { onSuccess: expectJob })}
        >
          {labels[kind]}
        </Button>
      ))}
    </Flex>
  );
};

/** Shows the jobs of the last 30 days, and the buttons that start new ones. */
export const JobsPage = () => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const texts = useTexts('jobs');
  const minute = useNow();
  const history = useInfiniteQuery(jobHistoryQuery);
  const watch = useQuery({ ...jobsQuery(0), refetchOnMount: 'always' });
  // The minute clock is too slow for the end of an undo period, so the time of the last answer counts too.
  const now = new Date(Math.max(minute.getTime(), watch.dataUpdatedAt));
  const { data: feeds } = useQuery(feedsQuery);
  const jobs = mergedJobs(history.data?.pages.flatMap(({ items }) => items) ?? [], watch.data?.items ?? []);
  const titleOf = (feedId: string | null): string | null =>
    feeds?.items.find((feed) => feed.feed_id === feedId)?.title ?? null;
  return (
    <PageFrame title={t.nav.jobs} onMenu={showFeeds} tabs={<SettingsTabs current="jobs" />}>
      <Box color="fg.muted" textStyle="sm">
        {texts.intro}
      </Box>
      <Starters jobs={jobs} />
      <Loaded query={history} failed={texts.loadFailed}>
        {() =>
          jobs.length === 0 ? (
            <EmptyState {...texts.empty} />
          ) : (
            <>
              <Box
                as="ul"
                aria-label={t.nav.jobs}
                listStyleType="none"
                borderBottomWidth="1px"
                borderColor="border"
              >
                {jobs.map((job) => (
                  <JobLine key={job.job_id} job={job} feedTitle={titleOf(job.feed_id)} now={now} />
                ))}
              </Box>
              <More query={history} label={texts.older} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
};
