import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { isCancellable, type Job } from '@omomi/backend/contract';
import { useState } from 'react';
import { Bar } from '../../components/bar.tsx';
import { Tag } from '../../components/list-line.tsx';
import { relativeTime } from '../../lib/format.ts';
import { jobsTexts } from '../../lib/i18n/texts/jobs.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { JobDetails, hasDetails } from './job-details.tsx';
import { canUndo, isActive } from '../../lib/jobs/pace.ts';
import { nameOf, summaryOf } from './summaries.ts';
import { useUndo } from '../../lib/jobs/undo.ts';
import { useCancelJob } from './use-job-actions.ts';

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
  const texts = useTexts(jobsTexts);
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
  const texts = useTexts(jobsTexts);
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
