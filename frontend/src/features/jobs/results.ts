import { type FetchRow, type Job, fetchRow } from '@omomi/backend/contract';
import { z } from 'zod';
import type { JobsTexts } from '../../lib/i18n/texts/jobs.ts';

/** Returns the number with this name in a job's result; null if there is none. */
export const figureOf = ({ result }: Pick<Job, 'result'>, name: string): number | null =>
  z.number().safeParse(result?.[name]).data ?? null;

export const textOf = ({ result }: Pick<Job, 'result'>, name: string): string | null =>
  z.string().safeParse(result?.[name]).data ?? null;

/** Returns the outcome of each feed of a fetch: failed ones first, then those with the most new articles. */
export const fetchRowsOf = ({ result }: Pick<Job, 'result'>): FetchRow[] => {
  const { data } = fetchRow.array().safeParse(result?.['rows']);
  return (data ?? []).toSorted(
    (a, b) =>
      Number(b.outcome === 'failed') - Number(a.outcome === 'failed') || b.new_articles - a.new_articles,
  );
};

/** Summarises the result of a job in a few words; null if there is no result yet. */
export const summaryOf = (texts: JobsTexts, job: Job): string | null => {
  const figure = (name: string): number => figureOf(job, name) ?? 0;
  if (job.result === null) return null;
  switch (job.kind) {
    case 'fetch-feeds':
      return texts.fetched(figure('new_articles'), figure('failed_feeds'));
    case 'cleanup':
      return figureOf(job, 'deleted_articles') === null
        ? null
        : texts.cleaned(figure('deleted_articles'), figure('deleted_read_articles'));
    case 'recalculate':
      return figureOf(job, 'changed_entries') === null ? null : texts.ranked(figure('changed_entries'));
    case 'mark-read':
      return figureOf(job, 'marked_articles') === null ? null : texts.marked(figure('marked_articles'));
    case 'import':
      return texts.imported(figure('imported'), figure('failed'));
    case 'leave':
      return null;
  }
};
