import { type Job, type JobKind, isCancellable } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Bar, Tag } from '../../components/list-line.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { canUndo, isActive, useUndo } from '../../lib/jobs.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';
import { useNotify } from '../../lib/notify.ts';
import { call } from '../../lib/api/api.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { refreshMarks } from '../../lib/queries/refresh-lists.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { figureOf, textOf } from './results.ts';
import { JobDetails, hasDetails } from './job-details.tsx';

type Figures = {
  /** Returns the figure with this name; 0 if the job has none. */
  figure: (name: string) => number;
  has: (name: string) => boolean;
};

/** How the result of each kind of job is told in a few words. A kind that is missing has nothing to tell. */
const summaries: Partial<Record<JobKind, (texts: LaterTexts['jobs'], figures: Figures) => string | null>> = {
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
  'past-articles': (texts, { figure, has }) =>
    has('brought_articles') ? texts.brought(figure('brought_articles')) : null,
  crawl: (texts, { figure, has }) => (has('pages') ? texts.crawled(figure('pages'), figure('errors')) : null),
  import: (texts, { figure }) => texts.imported(figure('imported'), figure('failed'), figure('articles')),
};

/** Returns the name of a job, with the feed's title if it is about one feed. */
export const nameOf = (texts: LaterTexts['jobs'], job: Job, feedTitle: string | null): string => {
  const title = textOf(job, 'title') ?? feedTitle ?? texts.aFeed;
  if (job.kind === 'unsubscribe') return texts.leaveOne(title);
  if (job.kind === 'past-articles') return texts.pastOne(title);
  return job.feed_id === null ? texts.kinds[job.kind] : texts.fetchOne(feedTitle ?? texts.aFeed);
};

/** Summarises the result of a job in a few words; null if there is nothing to tell. */
export const summaryOf = (texts: LaterTexts['jobs'], job: Job): string | null => {
  if (job.result === null) return null;
  const figures: Figures = {
    figure: (name) => figureOf(job, name) ?? 0,
    has: (name) => figureOf(job, name) !== null,
  };
  return summaries[job.kind]?.(texts, figures) ?? null;
};

type Props = {
  job: Job;
  /** The title of the feed, for a job that fetches or leaves only one. */
  feedTitle: string | null;
  now: Date;
};

const clockTime = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(at));

type StopProps = { job: Job; name: string; isUndoable: boolean };

/** Undoes a mark, or cancels another running job, unless its kind cannot be cancelled. */
const StopButton = ({ job, name, isUndoable }: StopProps) => {
  const { t } = useI18n();
  const texts = useTexts('jobs');
  const cancel = useCancelJob();
  const { undo } = useUndo();
  if (isUndoable)
    return (
      <Button size="md" variant="subtle" onClick={() => void undo(job)}>
        {t.marks.undo}
      </Button>
    );
  if (!isActive(job) || !isCancellable[job.kind]) return null;
  return (
    <Button
      size="md"
      variant="ghost"
      aria-label={texts.cancelOf(name)}
      disabled={cancel.isPending}
      onClick={() => cancel.mutate(job)}
    >
      {texts.cancel}
    </Button>
  );
};

/** Shows one job: its name, its progress or result, and its buttons. */
export const JobLine = ({ job, feedTitle, now }: Props) => {
  const { language } = useI18n();
  const texts = useTexts('jobs');
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(texts, job, feedTitle);
  const undoable = canUndo(job, now);
  const progress = texts.progress(job.done, job.total);
  const facts = [
    relativeTime(job.created_at, now, language),
    ...(undoable && job.undo_until !== null ? [texts.undoUntil(clockTime(job.undo_until, language))] : []),
    ...(job.state === 'running' ? [progress] : []),
    ...(isActive(job) ? [] : [summaryOf(texts, job)]),
  ].filter((fact) => fact !== null);
  return (
    <Box
      as="li"
      data-testid="job"
      data-kind={job.kind}
      data-state={job.state}
      borderTopWidth="1px"
      borderColor="border"
    >
      <Flex alignItems="center" gap="2" py="2.5">
        <Box flex="1" minW="0">
          <Flex alignItems="center" gap="2" wrap="wrap" textStyle="sm" fontWeight="medium">
            {name}
            <Tag tone={job.state === 'failed' ? 'error' : isActive(job) && !undoable ? 'strong' : 'plain'}>
              {texts.states[job.state]}
            </Tag>
          </Flex>
          <Box color="fg.muted" textStyle="xs">
            {facts.join(' · ')}
          </Box>
          {job.state === 'running' && job.total !== null ? (
            <Bar done={job.done} total={job.total} label={progress} />
          ) : null}
        </Box>
        <StopButton job={job} name={name} isUndoable={undoable} />
        {hasDetails(job) ? (
          <Button
            size="md"
            variant="ghost"
            aria-label={texts.detailsOf(name)}
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            {texts.details}
          </Button>
        ) : null}
      </Flex>
      {isOpen ? <JobDetails jobId={job.job_id} /> : null}
    </Box>
  );
};

export type Startable = 'fetch-feeds' | 'cleanup' | 'recalculate';

const starters = {
  'fetch-feeds': () => call('fetchFeeds', { body: {} }),
  cleanup: () => call('cleanupArticles', {}),
  recalculate: () => call('recalculate', {}),
} as const satisfies Record<Startable, () => Promise<Job>>;

export const useStartJob = () =>
  useDeed({
    mutationFn: (kind: Startable) => starters[kind](),
    reload: [keys.jobs],
  });

const useCancelJob = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('jobs');
  return useDeed({
    mutationFn: (job: Job) => call('cancelJob', { params: { job_id: job.job_id } }),
    onSuccess: ({ state }) => notify.info(state === 'cancelled' ? texts.cancelled : texts.tooLate),
    onSettled: (_answer, _error, { kind }) =>
      // Cancelling a mark makes articles unread again, so the lists must be loaded again too.
      kind === 'mark-read' ? refreshMarks(client) : client.invalidateQueries({ queryKey: keys.jobs }),
  });
};
