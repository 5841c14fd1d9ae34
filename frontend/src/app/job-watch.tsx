import type { Job } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useContext, useMemo } from 'react';
import { useResumeFeeds } from '../features/feeds/mutations.ts';
import { troubledCount, troubledFeeds } from '../features/jobs/results.ts';
import { type JobWatch, useWatchedJobs } from '../features/jobs/use-watched-jobs.ts';
import { call } from '../lib/api/api.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { useNotify } from '../lib/notify.ts';
import { keys } from '../lib/queries/query-keys.ts';
import { refreshArrivals, refreshRows, renewLists } from '../lib/queries/refresh-lists.ts';

const figureOf = (job: Job, name: string): number | null => {
  const count = job.result?.[name];
  return typeof count === 'number' ? count : null;
};

/** Returns the feeds that a fetch could not read. A list of jobs leaves the outcomes of feeds out, so this loads them. */
const troubledFeedsOf = async ({ job_id }: Job): Promise<string[]> =>
  troubledFeeds(await call('getJob', { params: { job_id } }));

const JobWatchContext = createContext<JobWatch>({
  fetching: null,
  isRanking: false,
  expectJob: () => undefined,
});

/** Returns the running jobs, and a function that announces one that is about to start. */
export const useJobWatch = (): JobWatch => useContext(JobWatchContext);

/** Follows the reader's jobs. When one ends, tells the lists and shows its result. */
export const JobWatchProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useI18n();
  const client = useQueryClient();
  const notify = useNotify();
  const resume = useResumeFeeds();
  const { fetching, isRanking, expectJob } = useWatchedJobs((job) => {
    if (job.kind === 'crawl') {
      void client.invalidateQueries({ queryKey: keys.crawls });
      if (job.state !== 'cancelled') notify.info(t.jobs.crawlEnded);
      return;
    }
    if (job.kind === 'older-articles' || job.kind === 'past-articles') {
      void refreshArrivals(client);
      void client.invalidateQueries({ queryKey: keys.feedHistories });
      const brought = figureOf(job, 'brought_articles') ?? 0;
      const showOlder = () => void renewLists(client);
      if (brought > 0)
        notify.offer(t.jobs.broughtOlder(brought), { label: t.jobs.showOlder, run: showOlder });
      return;
    }
    // The counts of the rules include what was here already.
    if (job.kind === 'apply-rules') void client.invalidateQueries({ queryKey: keys.rules });
    // A mark appears in the lists as soon as it is made, so the job that applies it changes nothing in them.
    if (job.kind === 'fetch-feeds' || job.kind === 'import') void refreshArrivals(client);
    else if (job.kind !== 'mark-read') void refreshRows(client);
    if (job.kind !== 'fetch-feeds') return;
    if (job.state === 'failed') notify.info(t.jobs.fetchFailed);
    if (job.state !== 'done') return;
    const count = figureOf(job, 'new_articles');
    const news = count === null ? t.jobs.fetchedPlain : t.jobs.fetched(count);
    const troubled = troubledCount(job);
    if (troubled === 0) notify.info(news);
    else
      notify.offer(`${news} ${t.jobs.needAttention(troubled)}`, {
        label: t.jobs.tryAgain(troubled),
        run: () => resume.mutate(() => troubledFeedsOf(job)),
      });
  });
  const watch = useMemo(() => ({ fetching, isRanking, expectJob }), [fetching, isRanking, expectJob]);
  return <JobWatchContext value={watch}>{children}</JobWatchContext>;
};
