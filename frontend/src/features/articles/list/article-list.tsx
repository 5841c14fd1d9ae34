import type { ArticleRow } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { EndOfList, EmptyState, ErrorState } from '../../../components/page/states.tsx';
import { loadLaterTexts, useI18n } from '../../../lib/i18n/language.tsx';
import { useAskForKeywords } from '../../../lib/queries/common.ts';
import type { ListScope } from '../../../lib/queries/query-keys.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { ArticleItems } from './article-items.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { type ListPage, articleListQuery } from '../queries.ts';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { MissingArticle } from '../pane/missing-article.tsx';
import { NewsPill } from '../snapshot/news-pill.tsx';
import { type Section, sectionsByDay, sectionsByTier } from '../rows/sections.tsx';
import { useSnapshot } from '../snapshot/use-snapshot.ts';
import { useOpenArticle } from './use-open-article.ts';
import { useTakesLong } from '../../../lib/clock.ts';

type Props = {
  scope: ListScope;
  openId: string | null;
  onOpen: (articleId: string | null) => void;
  /** Returns the address of an article in this list. */
  addressOf: (articleId: string) => string;
  now: Date;
  /** True while the first articles of a feed may be on their way. The list is then looked at again and again. */
  isArriving: boolean;
  /** Shown in place of the list while it is empty and its first articles are on their way. */
  comingNote: ReactNode;
  emptyAction: ReactNode;
  /** Shown above the rows, with them: a note that came later would push them down. It is about the reader's keywords. */
  head: ReactNode;
  /** Shown after the text of the open article. */
  afterText: (articleId: string) => ReactNode;
};

/** Says under a list that it has ended, or that only the newest articles are ranked. */
const EndNote = ({ rankedOf, isLong }: { rankedOf: number | null; isLong: boolean }) => {
  const { t } = useI18n();
  if (rankedOf === null && !isLong) return null;
  return (
    <Box role="note" textAlign="center" color="fg.muted" textStyle="sm" px="3" py="10" data-testid="list-end">
      {rankedOf === null ? t.list.end : t.list.rankedOf(rankedOf)}
    </Box>
  );
};

type ArticleListQuery = UseInfiniteQueryResult<InfiniteData<ListPage>>;

/** Loads the next page where the list comes near its end; says that it failed, or that the list has ended. */
const MoreArticles = ({
  list,
  look,
  isLong,
}: {
  list: ArticleListQuery;
  look: ListLook;
  isLong: boolean;
}) => {
  const { t } = useI18n();
  if (list.isFetchNextPageError) {
    return (
      <ErrorState
        isInList
        title={t.list.loadFailed}
        error={list.error}
        onRetry={() => void list.fetchNextPage()}
      />
    );
  }
  if (list.isFetchingNextPage) return <ListSkeleton rows={3} label={t.list.more} look={look} />;
  if (list.hasNextPage) return <EndOfList onNear={() => void list.fetchNextPage()} />;
  return <EndNote rankedOf={list.data?.pages.at(-1)?.ranked_of ?? null} isLong={isLong} />;
};

type NothingProps = {
  list: ArticleListQuery;
  filter: ListScope['filter'];
  /** Null unless articles are on their way. */
  comingNote: ReactNode;
  children: ReactNode;
};

/** Says that the list could not be loaded, or that it is empty and what to do then. */
const Nothing = ({ list, filter, comingNote, children }: NothingProps) => {
  const { t } = useI18n();
  if (list.data === undefined)
    return (
      <ErrorState isInList title={t.list.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
    );
  return comingNote ?? <EmptyState {...t.empty[filter]}>{children}</EmptyState>;
};

/** Returns the sections of a list: its tiers by importance, otherwise its days. */
const useSections = (rows: ArticleRow[], sort: ListScope['sort'], now: Date): Section[] => {
  const { t, language } = useI18n();
  const day = now.toDateString();
  return useMemo(
    () =>
      sort === 'importance_score'
        ? sectionsByTier(rows, t.list.tiers)
        : sectionsByDay(rows, new Date(day), language),
    [rows, sort, t, day, language],
  );
};

/** The time after the start, which has enough to load and to ask for, in milliseconds. */
const NOTICE_MS = 10_000;

type Show = (now: Date) => ReactNode;

/** Returns what says whether the model answers; null until it is loaded. The list works without it. */
const useModelNotice = (): Show | null => {
  const [show, setShow] = useState<Show | null>(null);
  useEffect(() => {
    const load = async (): Promise<void> => {
      const [{ ModelNotice }] = await Promise.all([import('./model-notice.tsx'), loadLaterTexts()]);
      setShow(() => (now: Date) => <ModelNotice now={now} />);
    };
    const timer = setTimeout(() => void load().catch(() => undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  return show;
};

const AboveRows = ({ now, head, children }: { now: Date; head: ReactNode; children: ReactNode }) => {
  const showNotice = useModelNotice();
  return (
    <>
      {head}
      {showNotice?.(now)}
      {children}
    </>
  );
};

/** Shows a list of articles, page after page, in sections. */
export const ArticleList = (props: Props) => {
  const { scope, openId, now, isArriving, head, afterText } = props;
  const { page_size: pageSize, view: look, balance } = usePreferences();
  // The view of one line shows numbers, which keywords that share a section would mix up.
  const asked = { scope, pageSize, isBalanced: balance && look !== 'compact' };
  const list = useInfiniteQuery({ ...articleListQuery(asked), placeholderData: keepPreviousData });
  const { rows, alone, actions, missing } = useOpenArticle({
    ...props,
    loaded: list.data,
    look,
    isStale: list.isPlaceholderData,
  });
  const isHeadPending = useAskForKeywords(list.data?.pages[0]?.items) && head !== null;
  const sections = useSections(rows, scope.sort, now);
  const { renew, ...changes } = useSnapshot({
    list: asked,
    data: list.isPlaceholderData ? undefined : list.data,
    openId,
    isArriving,
  });

  // The first rows are rendered in slices; the skeleton stays until all of them are ready.
  const isReady = useDeferredValue(!list.isPending && !isHeadPending);
  const takesLong = useTakesLong(list.isPlaceholderData);
  if (!isReady || list.isPending || isHeadPending || takesLong) return <ListSkeleton look={look} />;
  const hasFailed = list.data === undefined;
  const isComing = isArriving && (scope.filter === 'unread' || scope.filter === 'all');
  const hasNothing = hasFailed || (rows.length === 0 && !list.isPlaceholderData);
  return (
    <>
      <MissingArticle missing={missing} look={look} />
      {hasFailed ? null : (
        <AboveRows now={now} head={head}>
          <NewsPill {...changes} onRenew={() => void renew()} />
        </AboveRows>
      )}
      {hasNothing ? (
        <Nothing list={list} filter={scope.filter} comingNote={isComing ? props.comingNote : null}>
          {props.emptyAction}
        </Nothing>
      ) : null}
      {rows.length === 0 ? null : (
        <ArticleItems
          rows={rows}
          alone={alone}
          hasMore={list.hasNextPage}
          onMore={() => list.fetchNextPage({ throwOnError: true, cancelRefetch: false })}
          openId={openId}
          look={look}
          sections={sections}
          isStale={list.isPlaceholderData}
          now={now}
          actions={actions}
          afterText={afterText}
        />
      )}
      {hasFailed ? null : <MoreArticles list={list} look={look} isLong={rows.length > 12} />}
    </>
  );
};
