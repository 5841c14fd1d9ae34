import type { CrawlDetails } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { RefreshIcon } from '../../components/icons.tsx';
import { BackIcon } from '../../components/later-icons.tsx';
import { EmptyState } from '../../components/page/states.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { useCancelCrawl, crawlQuery, isRunning } from '../../features/crawls/queries.ts';
import { ExportMenu } from '../../features/crawls/export-menu.tsx';
import { Queue } from '../../features/crawls/crawl-queue.tsx';
import { SettingsSummary, Summary } from '../../features/crawls/crawl-summary.tsx';
import { BrokenLinks } from '../../features/crawls/broken-links.tsx';
import { Duplicates, ErrorList } from '../../features/crawls/findings.tsx';
import { InnerLink } from '../../components/inner-link.tsx';
import { useCrawlName, firstHost } from '../../features/crawls/figures.tsx';
import { PagePanel } from '../../features/crawls/page-panel.tsx';
import { Pages } from '../../features/crawls/pages.tsx';
import type { TableSort } from '../../features/crawls/view.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNow } from '../../lib/clock.ts';
import { type CrawlSection, crawlSections, pathOf } from '../address/route.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage } from '../use-reading.ts';
import { PageTabs } from './page-tabs.tsx';
import { useCrawlView } from './use-crawl-view.ts';

const slowestFirst: TableSort = { column: 'time', is_descending: true };

type PartProps = { crawl: CrawlDetails; section: CrawlSection; now: Date };

const Content = ({ crawl, section, now }: PartProps) => {
  const { crawl_id: crawlId } = crawl;
  const { view, changeView, linkTo, showHash } = useCrawlView(crawlId, section);
  const place = { crawlId, host: firstHost(crawl.settings), linkTo };
  switch (section) {
    case 'pages':
    case 'slowest':
      return (
        <Pages
          {...place}
          isCrawling={isRunning(crawl)}
          view={view}
          onChange={changeView}
          usualSort={section === 'slowest' ? slowestFirst : null}
          now={now}
        />
      );
    case 'broken':
      return <BrokenLinks {...place} />;
    case 'duplicates':
      return <Duplicates {...place} onShowHash={showHash} />;
    case 'errors':
      return <ErrorList {...place} now={now} />;
  }
};

const Body = ({ crawl, section, now }: PartProps) => {
  const { view, changeView, linkTo, showState } = useCrawlView(crawl.crawl_id, section);
  return (
    <>
      <Summary crawl={crawl} now={now} />
      <Queue
        queue={crawl.queue}
        chosen={section === 'pages' ? view.state : null}
        onChoose={showState}
        now={now}
      />
      <SettingsSummary crawl={crawl} />
      <Box mt="3">
        <Content key={section} crawl={crawl} section={section} now={now} />
      </Box>
      {view.page_id === null ? null : (
        <PagePanel
          crawlId={crawl.crawl_id}
          pageId={view.page_id}
          host={firstHost(crawl.settings)}
          linkTo={linkTo}
          onClose={() => changeView({ page_id: null })}
          now={now}
        />
      )}
    </>
  );
};

const Actions = ({ crawl }: { crawl: CrawlDetails }) => {
  const texts = useTexts('crawl');
  const cancel = useCancelCrawl();
  return (
    <Flex gap="2" flexShrink="0">
      {isRunning(crawl) ? (
        <Button
          size="md"
          variant="ghost"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(crawl.crawl_id)}
        >
          {texts.cancel}
        </Button>
      ) : (
        <Button
          size="md"
          variant="ghost"
          px={{ base: '2.5', sm: '4' }}
          title={texts.again}
          onClick={() => goToPage({ page: 'new-crawl' }, `?like=${crawl.crawl_id}`)}
        >
          {/* A phone has the room of the name. */}
          <Box as="span" hideFrom="sm" aria-hidden="true">
            <RefreshIcon />
          </Box>
          <Box as="span" srOnly={{ base: true, sm: false }}>
            {texts.again}
          </Box>
        </Button>
      )}
      <ExportMenu crawlId={crawl.crawl_id} />
    </Flex>
  );
};

const Back = () => {
  const texts = useTexts('crawl');
  return (
    <InnerLink
      to={{ href: pathOf({ page: 'crawls' }), go: () => goToPage({ page: 'crawls' }) }}
      aria-label={texts.back}
      title={texts.back}
      display="flex"
      alignItems="center"
      justifyContent="center"
      boxSize="10"
      ms={{ base: '0', md: '-2.5' }}
      borderRadius="lg"
      color="fg.muted"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
    >
      <BackIcon />
    </InnerLink>
  );
};

/** Shows a crawl: its progress, and its pages, broken links, duplicates or errors. */
export const CrawlPage = ({ crawlId, section }: { crawlId: string; section: CrawlSection }) => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const texts = useTexts('crawl');
  const name = useCrawlName();
  const minute = useNow();
  const query = useQuery(crawlQuery(crawlId));
  const { data, error, dataUpdatedAt } = query;
  // The minute clock is too slow for a crawl that has just begun.
  const now = useMemo(() => new Date(Math.max(minute.getTime(), dataUpdatedAt)), [minute, dataUpdatedAt]);
  const tabs = crawlSections.map((id) => ({
    id,
    label: texts.sections[id],
    route: { page: 'crawl', crawl_id: crawlId, section: id } as const,
  }));
  const title = data === undefined ? t.nav.crawls : name(data.settings);
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND';
  return (
    <PageFrame
      title={title}
      onMenu={showFeeds}
      width="table"
      back={<Back />}
      actions={data === undefined ? null : <Actions crawl={data} />}
      {...(isGone ? {} : { tabs: <PageTabs label={title} tabs={tabs} current={section} /> })}
    >
      {isGone ? (
        <EmptyState {...texts.gone}>
          <Button size="md" variant="subtle" onClick={() => goToPage({ page: 'crawls' })}>
            {texts.back}
          </Button>
        </EmptyState>
      ) : (
        <Loaded query={query} failed={texts.loadFailed}>
          {(crawl) => <Body crawl={crawl} section={section} now={now} />}
        </Loaded>
      )}
    </PageFrame>
  );
};
