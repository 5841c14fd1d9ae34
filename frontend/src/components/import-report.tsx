import {
  type ImportRow,
  type Job,
  type FeedErrorCode,
  type ImportProblem,
  type TakenTaste,
  importRow,
  feedErrorCode,
} from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { z } from 'zod';
import { ApiError } from '../lib/api/api-error.ts';
import type { Dictionary } from '../lib/i18n/en/start.ts';
import { useI18n, useTexts } from '../lib/i18n/language.tsx';
import { isActive } from '../lib/jobs.ts';
import { Bar } from './list-line.tsx';
import { FieldError } from './page/states.tsx';
import type { LaterTexts } from '../lib/i18n/en/later.ts';

/** Returns the rows in the result of an import job; empty if it has none. */
const importRowsOf = (job: Job): ImportRow[] => {
  const { data } = importRow.array().safeParse(job.result?.['rows']);
  return data ?? [];
};

const isFeedError = (problem: ImportProblem): problem is FeedErrorCode =>
  feedErrorCode.safeParse(problem).success;

const whyOf = (t: Dictionary, opml: LaterTexts['opml'], problem: ImportProblem): string =>
  isFeedError(problem) ? t.feed.trouble[problem] : opml.problems[problem];

/** The order of the rows. Those that need the reader's attention come first. */
const order: Readonly<Record<ImportRow['outcome'], number>> = {
  failed: 0,
  imported_unreachable: 1,
  duplicate: 2,
  pending: 3,
  imported: 4,
};

const Row = ({ row }: { row: ImportRow }) => {
  const { t } = useI18n();
  const opml = useTexts('opml');
  const isBad = row.outcome === 'failed' || row.outcome === 'imported_unreachable';
  return (
    <Box as="li" py="2.5" borderTopWidth="1px" borderColor="border">
      <Flex gap="3" justifyContent="space-between" alignItems="baseline">
        <Box fontWeight="semibold" minW="0" wordBreak="break-word">
          {row.title ?? row.url}
        </Box>
        <Box flexShrink="0" textStyle="xs" color={isBad ? 'fg.error' : 'fg.muted'}>
          {opml.outcomes[row.outcome]}
        </Box>
      </Flex>
      {row.title === null ? null : (
        <Box color="fg.muted" textStyle="xs" wordBreak="break-all">
          {row.url}
        </Box>
      )}
      {row.problem === null ? null : <Box textStyle="xs">{whyOf(t, opml, row.problem)}</Box>}
    </Box>
  );
};

const articleFigures = z.object({
  starred: z.number(),
  tagged: z.number(),
  read: z.number(),
  not_here: z.number(),
  no_address: z.number(),
});

/** Returns what became of the articles of a file, as one sentence; '' if there are none. */
const articlesOf = (opml: LaterTexts['opml'], job: Job): string => {
  const { data } = articleFigures.safeParse(job.result);
  return data === undefined ? '' : opml.articles(data);
};

/** Shows the progress of an import while it runs, then the outcome of each feed. */
export const ImportReport = ({ job }: { job: Job }) => {
  const texts = useTexts('opml');
  const rows = importRowsOf(job);
  const count = (...outcomes: ImportRow['outcome'][]): number =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const summary = texts.summary(
    count('imported', 'imported_unreachable'),
    count('imported_unreachable'),
    count('duplicate'),
    count('failed'),
  );
  const articles = articlesOf(texts, job);
  if (isActive(job)) {
    const label = texts.progress(job.done, job.total ?? 0);
    return (
      <Box mt="4">
        <Box as="output" display="block" textStyle="sm">
          {label}
        </Box>
        <Bar done={job.done} total={job.total ?? 0} label={label} />
      </Box>
    );
  }
  const sorted = rows.toSorted((a, b) => order[a.outcome] - order[b.outcome]);
  return (
    <Box mt="4">
      <Box as="output" display="block" textStyle="sm" fontWeight="semibold" mb="2">
        {[...(rows.length === 0 ? [] : [summary]), articles].join(' ') || summary}
      </Box>
      <Box
        as="ul"
        listStyleType="none"
        maxH="22rem"
        overflowY="auto"
        {...{ 'aria-label': texts.report, tabIndex: 0 }}
      >
        {sorted.map((row, index) => (
          // Two rows may be equal in all their fields, so only the index tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={index} row={row} />
        ))}
      </Box>
    </Box>
  );
};

const fileFaults = z.array(
  z.object({ fault: z.enum(['unknown', 'damaged', 'too_large', 'too_many_feeds']) }),
);

/** Says what is wrong with a file that was refused. */
const faultOf = (opml: LaterTexts['opml'], error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'PAYLOAD_TOO_LARGE') return opml.faults.too_large;
  const [first] = fileFaults.safeParse(error.details).data ?? [];
  return first === undefined ? undefined : opml.faults[first.fault];
};

const sumOf = (taken: TakenTaste, kind: 'added' | 'known' | 'left_out'): number =>
  Object.values(taken).reduce((sum, each) => sum + each[kind], 0);

type OutcomeProps = { error: unknown; job: Job | null; taken: TakenTaste | null };

/** Shows how the taking in of a file goes on: why it was refused, the report of its job, or what of a taste was added. */
export const ImportOutcome = ({ error, job, taken }: OutcomeProps) => {
  const texts = useTexts('opml');
  return (
    <>
      {error === null ? null : (
        <Box mt="3">
          <FieldError error={error} invalid={texts.invalid} why={faultOf(texts, error)} />
        </Box>
      )}
      {taken === null ? null : (
        <Box as="output" display="block" textStyle="sm" mt="3">
          {texts.taken(sumOf(taken, 'added'), sumOf(taken, 'known'), sumOf(taken, 'left_out'))}
        </Box>
      )}
      {job === null ? null : <ImportReport job={job} />}
    </>
  );
};
