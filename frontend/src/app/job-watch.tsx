import type { Job } from '@omomi/backend/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  createContext,
  useContext,
  useMemo,
} from 'react';
import { isActive, jobsQuery } from '../lib/jobs.ts';
import { keys } from '../lib/queries/query-keys.ts';
import { useResumeFeeds } from '../features/feeds/mutations.ts';
import { troubledCount, troubledFeeds } from '../features/jobs/results.ts';
import { call } from '../lib/api/api.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { useNotify } from '../lib/notify.ts';
import { refreshArrivals, refreshRows, renewLists } from '../lib/queries/refresh-lists.ts';

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

type JobWatch = {
  fetching: Job | null;
  isRanking: boolean;
  /** Starts looking for a job. Call this after a change that makes the server start one by itself. */
  expectJob: () => void;
};

/** Polls the reader's jobs while any is running, and calls `onFinished` once for each that ends. */
const useWatchedJobs = (onFinished: (job: Job) => void): JobWatch => {
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
