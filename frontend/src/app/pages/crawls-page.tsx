import type { Crawl } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Bar, More } from '../../components/list-line.tsx';
import { EmptyState } from '../../components/page/states.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { CrawlState, usdText, useCrawlName } from '../../features/crawls/figures.tsx';
import { type LinkTo, InnerLink } from '../../components/inner-link.tsx';
import { crawlsQuery, isRunning, crawlQuery } from '../../features/crawls/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { CrawlForm } from '../../features/crawls/crawl-form.tsx';
import { useNow } from '../../lib/clock.ts';
import { type Route, parsePath, pathOf } from '../address/route.ts';
import { useSearch } from '../../lib/address/history.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage } from '../use-reading.ts';
import { CrawlPage } from './crawl-page.tsx';
import { SettingsTabs } from './page-tabs.tsx';

type CrawlListProps = { linkTo: (crawlId: string) => LinkTo; onNew: () => void; now: Date };

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
const CrawlList = ({ linkTo, onNew, now }: CrawlListProps) => {
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

const crawlRoute = (crawlId: string): Route => ({ page: 'crawl', crawl_id: crawlId, section: 'pages' });

/** Returns the id of the crawl whose settings a new one begins with; null if the address names none. */
const likeIn = (search: string): string | null => {
  const route = parsePath(`/crawls/${new URLSearchParams(search).get('like') ?? ''}`);
  return route.page === 'crawl' ? route.crawl_id : null;
};

const NewCrawl = () => {
  const showFeeds = useShowFeeds();
  const texts = useTexts('crawlForm');
  const { data } = useInfiniteQuery(crawlsQuery);
  const like = likeIn(useSearch());
  const model = useQuery({ ...crawlQuery(like ?? ''), enabled: like !== null });
  const running = data?.pages.flatMap(({ items }) => items).find(isRunning) ?? null;
  return (
    <PageFrame title={texts.title} onMenu={showFeeds}>
      {like !== null && model.isLoading ? (
        <Skeleton h="20rem" borderRadius="xl" />
      ) : (
        <CrawlForm
          initial={model.data?.settings ?? null}
          running={running}
          onShow={(crawlId) => goToPage(crawlRoute(crawlId))}
          onBack={() => goToPage({ page: 'crawls' })}
        />
      )}
    </PageFrame>
  );
};

const AllCrawls = () => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const now = useNow();
  return (
    <PageFrame title={t.nav.crawls} onMenu={showFeeds} tabs={<SettingsTabs current="crawls" />}>
      <CrawlList
        linkTo={(crawlId) => ({
          href: pathOf(crawlRoute(crawlId)),
          go: () => goToPage(crawlRoute(crawlId)),
        })}
        onNew={() => goToPage({ page: 'new-crawl' })}
        now={now}
      />
    </PageFrame>
  );
};

type Props = { route: Extract<Route, { page: 'crawls' | 'new-crawl' | 'crawl' }> };

/** Shows the reader's crawls, one of them, or the form of a new one. */
export const CrawlsPage = ({ route }: Props) => {
  if (route.page === 'new-crawl') return <NewCrawl />;
  if (route.page === 'crawls') return <AllCrawls />;
  return <CrawlPage key={route.crawl_id} crawlId={route.crawl_id} section={route.section} />;
};
