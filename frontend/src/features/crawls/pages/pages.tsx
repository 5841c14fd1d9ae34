import { Box } from '@chakra-ui/react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useMemo } from 'react';
import { EmptyState, ErrorState } from '../../../components/page/states.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { crawlTexts } from '../../../lib/i18n/texts/crawls/crawl.ts';
import { crawlPagesTexts } from '../../../lib/i18n/texts/crawls/pages.ts';
import type { LinkTo } from '../../../components/inner-link.tsx';
import type { CrawlView, TableSort } from '../view.ts';
import { narrowColumns, usualColumns } from './columns.ts';
import { PagesTable } from './pages-table.tsx';
import { planOf } from './plan.ts';
import { Toolbar } from './toolbar.tsx';
import { useCrawlPages } from './use-crawl-pages.ts';
import { narrowScreen, useMedia } from '../../../lib/screen.ts';
import { usePagesTable } from './use-table.tsx';

type Props = {
  crawlId: string;
  /** The host of the crawl's first seed. */
  host: string;
  isCrawling: boolean;
  view: CrawlView;
  onChange: (changes: Partial<CrawlView>) => void;
  /** The order if the reader has chosen none; null for that in which the pages were found. */
  usualSort: TableSort | null;
  linkTo: (pageId: string) => LinkTo;
  now: Date;
};

/** Shows the table of a crawl's pages with its filters. */
export const Pages = ({ crawlId, host, isCrawling, view, onChange, usualSort, linkTo, now }: Props) => {
  const texts = useTexts(crawlPagesTexts);
  const failed = useTexts(crawlTexts).loadFailed;
  const isNarrow = useMedia(narrowScreen);
  const shown = view.columns ?? (isNarrow ? narrowColumns : usualColumns);
  const plan = useMemo(() => planOf(view, usualSort), [view, usualSort]);
  const { query, rows, loadedCount, isLoadingAll, loadMore } = useCrawlPages(
    crawlId,
    plan,
    view.find,
    isCrawling,
  );
  const table = usePagesTable({ rows, plan, shown, onSort: (sort) => onChange({ sort }) });
  const codes = useMemo(
    () => [...new Set(rows.flatMap(({ status_code: code }) => (code === null ? [] : [code])))],
    [rows],
  );
  const note = isLoadingAll ? texts.loadingAll(loadedCount) : plan.isOfCompleted ? texts.completedOnly : null;
  const body = () => {
    if (query.data === undefined)
      return query.error === null ? (
        <Skeleton h="16rem" borderRadius="xl" />
      ) : (
        <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
      );
    if (rows.length === 0 && !isLoadingAll)
      return <EmptyState {...(isCrawling && loadedCount === 0 ? texts.noneYet : texts.none)} />;
    return (
      <>
        {query.isError ? (
          <ErrorState title={failed} error={query.error} onRetry={() => void query.fetchNextPage()} />
        ) : null}
        <PagesTable
          table={table}
          shown={shown}
          host={host}
          openId={view.page_id}
          linkTo={linkTo}
          hasMore={query.hasNextPage}
          onNearEnd={loadMore}
          isStale={query.isPlaceholderData}
          now={now}
        />
      </>
    );
  };
  return (
    <>
      <Toolbar view={view} onChange={onChange} shown={shown} codes={codes} />
      {body()}
      <Box as="output" display="block" color="fg.muted" textStyle="xs" mt="2" minH="1.1rem">
        {query.data === undefined
          ? null
          : [texts.count(rows.length, query.hasNextPage), ...(note === null ? [] : [note])].join(' · ')}
      </Box>
    </>
  );
};
