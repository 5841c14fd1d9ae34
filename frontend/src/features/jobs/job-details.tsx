import { Box, Flex, chakra } from '@chakra-ui/react';
import type { FetchRow, Job, Page, Feed } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Tag } from '../../components/list-line.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { fullTime, languageOf } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { ImportReport } from '../../components/import-report.tsx';
import { jobQuery } from '../../lib/jobs.ts';
import { fetchRowsOf, figureOf, textOf } from './results.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';

const titleOf = (feeds: Page<Feed> | undefined, feedId: string): string | undefined =>
  feeds?.items.find((feed) => feed.feed_id === feedId)?.title;

const FeedRow = ({ row, title }: { row: FetchRow; title: string | undefined }) => {
  const { t } = useI18n();
  const texts = useTexts('jobs');
  const isDone = row.outcome === 'updated' || row.outcome === 'unchanged';
  const isTroubled = row.outcome === 'failed' || row.outcome === 'stopped';
  const failedWhy = row.error_code === null ? t.feed.unknownTrouble : t.feed.trouble[row.error_code];
  const why = row.outcome === 'skipped' ? texts.skippedWhy : isTroubled ? failedWhy : null;
  return (
    <Flex
      as="li"
      data-testid="fetch-row"
      gap="3"
      py="1.5"
      alignItems="baseline"
      justifyContent="space-between"
    >
      <Box minW="0">
        <Box truncate lang={title === undefined ? undefined : languageOf(title)}>
          {title ?? texts.feedGone}
        </Box>
        {isDone ? (
          <Box color="fg.muted" textStyle="xs">
            {texts.rowFacts(row.new_articles, row.total, row.unchanged, row.left_out)}
          </Box>
        ) : why === null ? null : (
          <Box color={isTroubled ? 'fg.error' : 'fg.muted'} textStyle="xs">
            {why}
          </Box>
        )}
      </Box>
      <Tag tone={isTroubled ? 'error' : row.new_articles > 0 ? 'strong' : 'plain'}>
        {texts.outcomes[row.outcome]}
      </Tag>
    </Flex>
  );
};

const Feeds = ({ rows }: { rows: FetchRow[] }) => {
  const texts = useTexts('jobs');
  const { data } = useQuery(feedsQuery);
  return (
    <Box
      as="ul"
      listStyleType="none"
      textStyle="sm"
      maxH="22rem"
      overflowY="auto"
      {...{ 'aria-label': texts.feedsLabel, tabIndex: 0 }}
    >
      {rows.map((row) => (
        <FeedRow key={row.feed_id} row={row} title={titleOf(data, row.feed_id)} />
      ))}
    </Box>
  );
};

const counts = [
  'deleted_articles',
  'deleted_read_articles',
  'deleted_copies',
  'deleted_blobs',
  'changed_expiries',
  'drifted_counts',
] as const;
const moments = ['article_cutoff', 'read_cutoff'] as const;

/** Returns the names and values of the figures in a job's result. Zero is shown only for expired articles. */
const figuresOf = (texts: LaterTexts['jobs'], job: Job, language: string): [string, string][] => {
  const expired = new Set<string>(['deleted_articles', 'deleted_read_articles']);
  const figures: [string, string][] = counts.flatMap((name) => {
    const value = figureOf(job, name);
    if (value === null || (value === 0 && !expired.has(name))) return [];
    return [[texts.figures[name], value.toLocaleString(language)]];
  });
  for (const name of moments) {
    const at = textOf(job, name);
    if (at !== null) figures.push([texts.figures[name], fullTime(at, language)]);
  }
  const [read, write, cost] = [
    figureOf(job, 'read_units'),
    figureOf(job, 'write_units'),
    figureOf(job, 'cost_usd'),
  ];
  if (read !== null && write !== null)
    figures.push([
      texts.figures.units,
      `${read.toLocaleString(language)} + ${write.toLocaleString(language)}`,
    ]);
  if (cost !== null)
    figures.push([
      texts.figures.cost,
      `${job.result?.['is_cost_estimated'] === true ? '~' : ''}${texts.usd(cost)}`,
    ]);
  const reason = textOf(job, 'reason');
  return reason === null ? figures : [...figures, [texts.figures.reason, texts.reason(reason)]];
};

const Figures = ({ job }: { job: Job }) => {
  const { language } = useI18n();
  const texts = useTexts('jobs');
  const figures = figuresOf(texts, job, language);
  if (figures.length === 0) return null;
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr auto', sm: '18rem 1fr' }}
      columnGap="4"
      rowGap="1"
      textStyle="sm"
      m="0"
    >
      {figures.map(([name, value]) => (
        <chakra.div key={name} display="contents">
          <chakra.dt color="fg.muted">{name}</chakra.dt>
          <chakra.dd m="0" fontVariantNumeric="tabular-nums">
            {value}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
};

/** Returns true if the job has details to show. */
export const hasDetails = ({ kind, state, result }: Job): boolean =>
  kind === 'fetch-feeds' ||
  (kind === 'import' && result !== null) ||
  (kind === 'cleanup' && result !== null) ||
  state === 'failed';

/** Shows the details of a job's result. */
export const JobDetails = ({ jobId }: { jobId: string }) => {
  const texts = useTexts('jobs');
  return (
    <Loaded query={useQuery(jobQuery(jobId))} failed={texts.loadFailed}>
      {(job) => (
        <Box pb="4" animation="fade-in 160ms ease-out">
          {job.kind === 'import' ? <ImportReport job={job} /> : null}
          {job.kind === 'fetch-feeds' ? <Feeds rows={fetchRowsOf(job)} /> : null}
          <Figures job={job} />
        </Box>
      )}
    </Loaded>
  );
};
