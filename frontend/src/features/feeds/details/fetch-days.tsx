import type { FetchDayOutcome, Feed, FeedFetches } from '@omomi/backend/contract';
import { Box, Flex, VisuallyHidden } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';
import type { LaterTexts } from '../../../lib/i18n/en/later.ts';

/** Returns the number of days with each outcome. */
export const countDays = (
  days: readonly { outcome: FetchDayOutcome }[],
): Readonly<Record<FetchDayOutcome, number>> => {
  const counts = { new: 0, unchanged: 0, failed: 0, none: 0 };
  for (const { outcome } of days) counts[outcome] += 1;
  return counts;
};

type Schedule = Pick<
  Feed,
  'fetch_interval_minutes' | 'current_interval_minutes' | 'interval_reason' | 'next_fetch_reason'
>;

/** Returns why the next fetch of a feed is at its time, in one sentence; null if none is planned. */
export const nextFetchWhy = (
  texts: LaterTexts['feedDialogs']['details'],
  { current_interval_minutes, interval_reason, next_fetch_reason }: Schedule,
): string | null => {
  switch (next_fetch_reason) {
    case null:
      return null;
    case 'first':
      return texts.whyFirst;
    case 'asked_to_wait':
      return texts.whyAsked;
    case 'failing':
      return texts.whyFailing;
    case 'interval':
      return texts.whyInterval[interval_reason](current_interval_minutes);
  }
};

/** Returns the name of the automatic interval, with what it is now if it is the one that holds. */
export const automaticText = (
  texts: LaterTexts['feedDialogs']['details'],
  { fetch_interval_minutes, current_interval_minutes, interval_reason }: Schedule,
): string =>
  fetch_interval_minutes !== null || interval_reason === 'another_reader'
    ? texts.automatic
    : texts.automaticNow(current_interval_minutes, interval_reason);

type Day = FeedFetches['days'][number];

const fetchesQuery = (feedId: string) =>
  queryOptions({
    queryKey: keys.feedFetches(feedId),
    queryFn: ({ signal }) => call('getFeedFetches', { params: { feed_id: feedId }, signal }),
  });

/** Heights in pixels, so that the outcomes differ without their colours too. */
const looks: Readonly<Record<FetchDayOutcome, { height: string; bgColor: string }>> = {
  new: { height: '28px', bgColor: 'fg.muted' },
  unchanged: { height: '14px', bgColor: 'fg.subtle' },
  failed: { height: '28px', bgColor: 'fg.error' },
  none: { height: '3px', bgColor: 'border.emphasized' },
};

/** A crossed bar is a failure also for those who see no red. */
const crossed = {
  backgroundImage:
    'repeating-linear-gradient(45deg, transparent 0 3px, var(--chakra-colors-bg-panel) 3px 5px)',
} as const;

const Bars = ({ days }: { days: readonly Day[] }) => {
  const { language } = useI18n();
  const { fetches: texts } = useTexts('feedDialogs').details;
  const name = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const counts = countDays(days);
  const failed = days
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ day }) => name.format(new Date(day)));
  return (
    <>
      <Flex aria-hidden="true" alignItems="flex-end" gap="2px" h="28px" css={{ forcedColorAdjust: 'none' }}>
        {days.map(({ day, outcome }) => (
          <Box
            key={day}
            flex="1"
            borderRadius="2px"
            title={`${name.format(new Date(day))}: ${texts.outcomes[outcome]}`}
            {...looks[outcome]}
            {...(outcome === 'failed' ? { css: crossed } : {})}
          />
        ))}
      </Flex>
      <Box color="fg.muted" mt="1.5">
        {texts.summary(counts.new, counts.unchanged, counts.failed, counts.none)}
        {failed.length === 0 ? null : <VisuallyHidden>{texts.failedOn(failed.join(', '))}</VisuallyHidden>}
      </Box>
    </>
  );
};

/** Shows what became of a feed's fetches on each of the last 30 days, as bars and in words. */
export const FetchDays = ({ feedId }: { feedId: string }) => {
  const { t } = useI18n();
  const { fetches: texts } = useTexts('feedDialogs').details;
  const { data, error, refetch } = useQuery(fetchesQuery(feedId));
  const body = () => {
    if (data !== undefined) return <Bars days={data.days} />;
    if (error === null) return <Skeleton h="28px" mb="7" />;
    return (
      <Flex gap="3" alignItems="center" color="fg.error">
        <Box flex="1">{errorText(t, error).what}</Box>
        <Button size="sm" minH="9" variant="subtle" onClick={() => void refetch()}>
          {t.common.retry}
        </Button>
      </Flex>
    );
  };
  return (
    <Box mt="5" textStyle="sm">
      <Box as="h3" fontWeight="semibold" mb="1.5">
        {texts.title}
      </Box>
      {body()}
    </Box>
  );
};
