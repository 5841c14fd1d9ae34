import type { Crawl } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bar, More } from '../../../components/list-line.tsx';
import { EmptyState } from '../../../components/page/states.tsx';
import { Loaded } from '../../../components/page/section.tsx';
import { relativeTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { CrawlState } from '../states.tsx';
import { usdText, useCrawlName } from '../figures.ts';
import { type LinkTo, InnerLink } from '../../../components/inner-link.tsx';
import { crawlsQuery, isRunning } from '../queries.ts';

type Props = { linkTo: (crawlId: string) => LinkTo; onNew: () => void; now: Date };

const CrawlLine = ({ crawl, to, now }: { crawl: Crawl; to: LinkTo; now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('crawl');
  const name = useCrawlName();
  const runs = isRunning(crawl);
  const progress = texts.progress(crawl.done, crawl.found);
  const facts = [
    runs ? progress : texts.pages(crawl.done),
    texts.started(relativeTime(crawl.created_at, now, language)),
    ...(crawl.spent.usd === 0 ? [] : [texts.usd(usdText(crawl.spent.usd, language))]),
  ];
  return (
    <Box
      as="li"
      data-testid="crawl"
      data-state={crawl.state}
      position="relative"
      py="3"
      borderTopWidth="1px"
      borderColor="border"
      _last={{ borderBottomWidth: '1px' }}
      _hover={{ bg: 'bg.subtle' }}
    >
      <Flex alignItems="center" gap="2" wrap="wrap" fontWeight="medium">
        {/* The link's area is the whole line. */}
        <InnerLink to={to} css={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}>
          {name(crawl.settings)}
        </InnerLink>
        <CrawlState state={crawl.state} />
      </Flex>
      <Box color="fg.muted" textStyle="xs" mt="0.5">
        {facts.join(' · ')}
      </Box>
      {runs ? <Bar done={crawl.done} total={Math.max(crawl.found, 1)} label={progress} /> : null}
    </Box>
  );
};

/** Shows the reader's crawls of the last 30 days, newest first, and the button that starts a new one. */
export const CrawlList = ({ linkTo, onNew, now }: Props) => {
  const { t } = useI18n();
  const texts = useTexts('crawl');
  const list = useInfiniteQuery(crawlsQuery);
  return (
    <Loaded query={list} failed={texts.listFailed}>
      {({ pages }) => {
        const crawls = pages.flatMap(({ items }) => items);
        const start = (
          <Button size="md" colorPalette="shu" onClick={onNew}>
            {texts.start}
          </Button>
        );
        if (crawls.length === 0) return <EmptyState {...texts.empty}>{start}</EmptyState>;
        return (
          <>
            <Box color="fg.muted" textStyle="sm" maxW="38rem">
              {texts.intro}
            </Box>
            <Box mt="4" mb="7">
              {start}
            </Box>
            <chakra.ul aria-label={t.nav.crawls} listStyleType="none">
              {crawls.map((crawl) => (
                <CrawlLine key={crawl.crawl_id} crawl={crawl} to={linkTo(crawl.crawl_id)} now={now} />
              ))}
            </chakra.ul>
            <More query={list} label={texts.older} />
          </>
        );
      }}
    </Loaded>
  );
};
