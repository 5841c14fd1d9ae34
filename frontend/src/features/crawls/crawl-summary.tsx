import type { Crawl, LeftOutReason } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Bar } from '../../components/list-line.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { bytesText, durationText, msText, usdText, CrawlState, Fact } from './figures.tsx';
import { isRunning } from './queries.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';

/** Returns requests, time, bytes and cost in a few words; a local runner costs nothing and says nothing of it. */
const costTexts = (
  texts: LaterTexts['crawl'],
  language: string,
  { requests, seconds, usd, bytes }: Crawl['estimate'] & { bytes?: number },
): string[] => [
  texts.requests(requests),
  durationText(seconds, language),
  ...(bytes === undefined ? [] : [bytesText(bytes, language)]),
  ...(usd === 0 ? [] : [texts.usd(usdText(usd, language))]),
];

const dateOf = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(new Date(iso));

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));

/** Shows the state of a crawl, its progress while it runs, and what it has spent of its estimate. */
export const Summary = ({ crawl, now }: { crawl: Crawl; now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('crawl');
  const runs = isRunning(crawl);
  const progress = texts.progress(crawl.done, crawl.found);
  const times = [
    texts.started(relativeTime(crawl.created_at, now, language)),
    ...(crawl.ended_at === null
      ? []
      : [texts.took(durationText(secondsBetween(crawl.created_at, crawl.ended_at), language))]),
    texts.kept(dateOf(crawl.expires_at, language)),
  ];
  return (
    <Box mb="4">
      <Flex alignItems="center" gap="2.5" wrap="wrap" textStyle="sm" color="fg.muted">
        <CrawlState state={crawl.state} />
        {times.join(' · ')}
      </Flex>
      <Box
        textStyle="sm"
        color="fg.muted"
        mt="1.5"
        fontVariantNumeric="tabular-nums"
        data-testid="crawl-spent"
      >
        {texts.spent}: {costTexts(texts, language, crawl.spent).join(' · ')}{' '}
        <Box as="span" color="fg.subtle">
          ({texts.expected(costTexts(texts, language, crawl.estimate).join(' · '))})
        </Box>
      </Box>
      {crawl.reason === null ? null : (
        <Box mt="2" textStyle="sm" color="fg.error">
          {texts.reason(crawl.reason)}
        </Box>
      )}
      {runs ? (
        <Flex alignItems="center" columnGap="4" wrap="wrap" mt="2">
          <Box textStyle="sm" fontWeight="medium" fontVariantNumeric="tabular-nums">
            {progress}
          </Box>
          <Box flex="1" minW="12rem" pb="2">
            <Bar done={crawl.done} total={Math.max(crawl.found, 1)} label={progress} />
          </Box>
        </Flex>
      ) : null}
    </Box>
  );
};

const Lines = ({ texts }: { texts: readonly string[] }) => texts.map((text) => <Box key={text}>{text}</Box>);

/** Shows the settings of a crawl, and which links it left out and why. Folded at first. */
export const SettingsSummary = ({ crawl: { settings, left_out: leftOut } }: { crawl: Crawl }) => {
  const { t, language } = useI18n();
  const texts = useTexts('crawl');
  const names = texts.setting;
  const reasons: LeftOutReason[] = ['scope', 'pattern', 'depth', 'limit', 'nofollow', 'trap'];
  const left = reasons.filter((reason) => leftOut[reason] > 0);
  return (
    <Disclosure title={texts.settings} mt="3">
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '12rem 1fr' }}
        columnGap="5"
        rowGap={{ base: '1', sm: '2' }}
        textStyle="sm"
        py="2"
        m="0"
      >
        <Fact name={names.seeds}>
          <Lines texts={settings.seeds} />
        </Fact>
        {settings.include.length === 0 ? null : (
          <Fact name={names.include}>
            <Lines texts={settings.include} />
          </Fact>
        )}
        {settings.exclude.length === 0 ? null : (
          <Fact name={names.exclude}>
            <Lines texts={settings.exclude} />
          </Fact>
        )}
        <Fact name={names.scope}>{texts.scopes[settings.scope]}</Fact>
        <Fact name={names.limit}>{t.numbers.whole(settings.limit)}</Fact>
        <Fact name={names.depth}>{t.numbers.whole(settings.depth)}</Fact>
        <Fact name={names.pace}>
          {texts.pace(msText(settings.delay_ms, language), settings.host_concurrency, settings.concurrency)}
        </Fact>
        <Fact name={names.use_sitemaps}>
          {settings.use_sitemaps ? texts.sitemaps.yes : texts.sitemaps.no}
        </Fact>
        <Fact name={texts.leftOutTitle}>
          {left.length === 0 ? (
            texts.leftOutNone
          ) : (
            <Lines texts={left.map((reason) => texts.leftOutOf(leftOut[reason], texts.leftOut[reason]))} />
          )}
        </Fact>
      </chakra.dl>
    </Disclosure>
  );
};
