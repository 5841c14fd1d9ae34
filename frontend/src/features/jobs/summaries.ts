import type { Job, JobKind } from '@omomi/backend/contract';
import type { JobsTexts } from '../../lib/i18n/texts/jobs.ts';
import { figureOf, textOf } from './results.ts';

type Figures = {
  /** Returns the figure with this name; 0 if the job has none. */
  figure: (name: string) => number;
  has: (name: string) => boolean;
};

/** How the result of each kind of job is told in a few words. A kind that is missing has nothing to tell. */
const summaries: Partial<Record<JobKind, (texts: JobsTexts, figures: Figures) => string | null>> = {
  'fetch-feeds': (texts, { figure }) =>
    texts.fetched(figure('new_articles'), figure('failed_feeds') + figure('stopped_feeds')),
  cleanup: (texts, { figure, has }) =>
    has('deleted_articles')
      ? texts.cleaned(figure('deleted_articles'), figure('deleted_read_articles'))
      : null,
  recalculate: (texts, { figure, has }) =>
    has('changed_entries') ? texts.ranked(figure('changed_entries')) : null,
  'apply-rules': (texts, { figure, has }) =>
    has('changed_entries')
      ? texts.ruled(figure('matched_articles'), figure('changed_entries'), figure('changed_by_others'))
      : null,
  'mark-read': (texts, { figure, has }) =>
    has('marked_articles') ? texts.marked(figure('marked_articles')) : null,
  unsubscribe: (texts, { figure, has }) =>
    has('removed_articles') ? texts.removed(figure('removed_articles')) : null,
  'older-articles': (texts, { figure, has }) =>
    has('brought_articles') ? texts.brought(figure('brought_articles')) : null,
  crawl: (texts, { figure, has }) => (has('pages') ? texts.crawled(figure('pages'), figure('errors')) : null),
  import: (texts, { figure }) => texts.imported(figure('imported'), figure('failed')),
};

/** Returns the name of a job, with the feed's title if it is about one feed. */
export const nameOf = (texts: JobsTexts, job: Job, feedTitle: string | null): string => {
  const title = textOf(job, 'title') ?? feedTitle ?? texts.aFeed;
  if (job.kind === 'unsubscribe') return texts.leaveOne(title);
  if (job.kind === 'older-articles') return texts.olderOf(title);
  return job.feed_id === null ? texts.kinds[job.kind] : texts.fetchOne(feedTitle ?? texts.aFeed);
};

/** Summarises the result of a job in a few words; null if there is nothing to tell. */
export const summaryOf = (texts: JobsTexts, job: Job): string | null => {
  if (job.result === null) return null;
  const figures: Figures = {
    figure: (name) => figureOf(job, name) ?? 0,
    has: (name) => figureOf(job, name) !== null,
  };
  return summaries[job.kind]?.(texts, figures) ?? null;
};
