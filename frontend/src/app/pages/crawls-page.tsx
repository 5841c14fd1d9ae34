import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { CrawlForm } from '../../features/crawls/form/crawl-form.tsx';
import { CrawlList } from '../../features/crawls/list/crawl-list.tsx';
import { crawlQuery, crawlsQuery, isRunning } from '../../features/crawls/queries.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNow } from '../../lib/time/clock.ts';
import { type Route, parsePath, pathOf } from '../address/route.ts';
import { useSearch } from '../../lib/address/history.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage } from '../use-reading.ts';
import { CrawlPage } from './crawl-page.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

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
