import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Endpoints, type Today as TodayAnswer, articleId } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '@chakra-ui/react/button';
import { call } from '../../lib/api/api.ts';
import { readMarksOf } from '../../lib/marks/read-marks.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { EmptyState, ErrorState } from '../../components/page/states.tsx';
import { fullTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { ArticleItems } from '../../features/articles/list/article-items.tsx';
import { ListSkeleton } from '../../features/articles/list/list-skeleton.tsx';
import { useOpenArticle } from '../../features/articles/list/use-open-article.ts';
import { MissingArticle } from '../../features/articles/pane/missing-article.tsx';
import { sectionsByTier } from '../../features/articles/rows/sections.tsx';
import { useAskForKeywords } from '../../lib/queries/common.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon } from '../../components/icons.tsx';
import { StickyHeader } from '../../components/page/sticky-header.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { useNow } from '../../lib/clock.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { KeywordHint } from '../reading/keyword-hint.tsx';
import { useListColumn } from '../reading/list-column.ts';
import { RelatedArticles } from '../search/related-articles.tsx';
import { showArticle, useSearch } from '../../lib/address/history.ts';
import { pathOf } from '../address/route.ts';
import { goToPage } from '../use-reading.ts';

/** Returns the query of Today, in the form of a list of one page, so that marks change its rows as those of every list. */
const todayQuery = infiniteQueryOptions({
  queryKey: keys.today,
  queryFn: async ({ signal, client }) => {
    await readMarksOf(client).flush();
    const today = await call('listToday', { query: {}, signal });
    return { ...today, next_cursor: null, has_more: false, ranked_of: null };
  },
  initialPageParam: '',
  getNextPageParam: (): string | null => null,
  staleTime: 60_000,
});

type TodayProps = {
  now: Date;
  openId: string | null;
  onOpen: (articleId: string | null) => void;
  /** Returns the address of an article in this list. */
  addressOf: (articleId: string) => string;
  /** Shown above the stories, for a reader without keywords. */
  hint: ReactNode;
  /** The texts that are shown if there are no stories. */
  empty: { title: string; text: string };
  /** Leads to all articles, or to the feeds to choose from. */
  action: ReactNode;
  /** Shown after the text of the open article. */
  afterText: (articleId: string) => ReactNode;
};

type LeftOutProps = { page: TodayAnswer; children: ReactNode };

// Its table of endpoints is not loaded for this page.
const EDITION: Endpoints['getEdition']['path'] = '/api/today/edition';

/** Says how many articles of each tier can wait, leads to them, and gives the stories as a book. */
const LeftOut = ({ page: { left_out: counts, since }, children }: LeftOutProps) => {
  const texts = useTexts('today');
  return (
    <Box role="note" textAlign="center" color="fg.muted" textStyle="sm" px="3" py="8" data-testid="left-out">
      <Box mb="3">{texts.leftOut(counts)}</Box>
      {children}
      <Box mt="4">
        <Box asChild textDecoration="underline">
          <a href={`${EDITION}?${new URLSearchParams({ since })}`} download>
            {texts.book}
          </a>
        </Box>
      </Box>
    </Box>
  );
};

/** Shows the stories that matter since the last visit, with the keys of a list, and what was left out. */
const Today = ({ now, openId, onOpen, addressOf, hint, empty, action, afterText }: TodayProps) => {
  const { t, language } = useI18n();
  const texts = useTexts('today');
  const { data, error, isPending, refetch } = useInfiniteQuery(todayQuery);
  const { rows, alone, actions, missing } = useOpenArticle({
    loaded: data,
    look: 'list',
    openId,
    onOpen,
    addressOf,
  });
  // A hint that came later would push the stories down.
  const isHintPending = useAskForKeywords(data?.pages[0]?.items);
  const missingArticle = <MissingArticle missing={missing} look="list" />;
  const page = data?.pages[0];
  if (isPending || isHintPending) return <ListSkeleton />;
  if (page === undefined)
    return (
      <>
        {missingArticle}
        <ErrorState isInList title={texts.loadFailed} error={error} onRetry={() => void refetch()} />
      </>
    );
  if (rows.length === 0)
    return (
      <>
        {missingArticle}
        {hint}
        <EmptyState {...empty}>{action}</EmptyState>
      </>
    );
  return (
    <>
      {missingArticle}
      <Box color="fg.muted" textStyle="sm" px="3" pt="2" pb="1" textWrap="balance">
        {texts.since(fullTime(page.since, language))}
      </Box>
      {hint}
      <ArticleItems
        rows={rows}
        alone={alone}
        hasMore={false}
        onMore={() => Promise.resolve()}
        openId={openId}
        look="list"
        sections={sectionsByTier(rows, t.list.tiers)}
        isStale={false}
        now={now}
        actions={actions}
        afterText={afterText}
      />
      <LeftOut page={page}>{action}</LeftOut>
    </>
  );
};

const addressOf = (id: string | null): string =>
  `${pathOf({ page: 'today' })}${id === null ? '' : `?article=${id}`}`;

/** Shows what matters since the last visit. */
export const TodayPage = () => {
  const { t } = useI18n();
  const texts = useTexts('today');
  const now = useNow();
  const showFeeds = useShowFeeds();
  const isNew = useQuery(feedsQuery).data?.items.length === 0;
  const column = useListColumn('list');
  const openId = articleId.safeParse(new URLSearchParams(useSearch()).get('article')).data ?? null;
  return (
    <>
      <StickyHeader>
        <div className={column}>
          <div className="list-head">
            <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={showFeeds} className="is-narrow" />
            <div className="list-title">
              <h1>{t.nav.today}</h1>
            </div>
          </div>
        </div>
      </StickyHeader>
      <div className={column}>
        <Today
          now={now}
          openId={openId}
          onOpen={(id) => showArticle(addressOf(id), id !== null, openId !== null)}
          addressOf={addressOf}
          afterText={(articleId) => <RelatedArticles articleId={articleId} now={now} />}
          hint={<KeywordHint />}
          empty={isNew ? texts.noFeeds : texts.empty}
          action={
            <Button variant="subtle" onClick={() => goToPage({ page: 'reading' })}>
              {isNew ? texts.chooseFeeds : texts.showAll}
            </Button>
          }
        />
      </div>
    </>
  );
};
