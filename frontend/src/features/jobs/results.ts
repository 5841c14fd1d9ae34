import { type FetchRow, type Job, fetchRow } from '@omomi/backend/contract';
import { z } from 'zod';

/** Returns the number with this name in a job's result; null if there is none. */
export const figureOf = ({ result }: Pick<Job, 'result'>, name: string): number | null =>
  z.number().safeParse(result?.[name]).data ?? null;

export const textOf = ({ result }: Pick<Job, 'result'>, name: string): string | null =>
  z.string().safeParse(result?.[name]).data ?? null;

const needsAttention = ({ outcome }: FetchRow): boolean => outcome === 'failed' || outcome === 'stopped';

/** Returns how many feeds of a fetch failed or are stopped. */
export const troubledCount = (job: Pick<Job, 'result'>): number =>
  (figureOf(job, 'failed_feeds') ?? 0) + (figureOf(job, 'stopped_feeds') ?? 0);

/** Returns the ids of the feeds of a fetch that failed or are stopped. */
export const troubledFeeds = (job: Pick<Job, 'result'>): string[] =>
  fetchRowsOf(job)
    .filter(needsAttention)
    .map(({ feed_id }) => feed_id);

/** Returns the outcome of each feed of a fetch: failed and stopped ones first, then those with the most new articles. */
export const fetchRowsOf = ({ result }: Pick<Job, 'result'>): FetchRow[] => {
  const { data } = fetchRow.array().safeParse(result?.['rows']);
  return (data ?? []).toSorted(
    (a, b) => Number(needsAttention(b)) - Number(needsAttention(a)) || b.new_articles - a.new_articles,
  );
};
