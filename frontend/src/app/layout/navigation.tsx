import { Box, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useRoving } from '../../components/focus/use-roving.ts';
import {
  ActivityIcon,
  CrawlIcon,
  ListIcon,
  SearchIcon,
  SettingsIcon,
  TodayIcon,
  WeightIcon,
  Logo,
} from '../../components/icons.tsx';
import { NavItem } from '../../components/nav-item.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import type { Place } from '../../features/feeds/folders.ts';
import { Sidebar } from '../../features/feeds/sidebar.tsx';
import { savedAs, searchesQuery } from '../../features/search/saved/queries.ts';
import { SavedSearches } from '../../features/search/saved/saved-searches.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { movedTo } from '../../lib/motion.ts';
import { type Route, isOfCrawls, pathOf } from '../address/route.ts';
import { goToSearch, useSearchView } from '../address/use-search-view.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { openSearch } from '../search/use-search-key.ts';
import { goToPage, useReading } from '../use-reading.ts';

const moveToPage = (target: Route, onLeave: () => void): void =>
  movedTo(pathOf(target), () => {
    onLeave();
    goToPage(target);
  });

const Brand = ({ action }: { action: ReactNode }) => (
  <Flex alignItems="center" gap="2.5" px="1.375rem" pt="4" pb="3" minH="4rem">
    <Logo />
    <Box fontWeight="bold" fontSize="1.125rem" letterSpacing="-0.01em" flex="1">
      Omomi
    </Box>
    {action}
  </Flex>
);

const Pages = ({ route, onLeave }: { route: Route; onLeave: () => void }) => {
  const { t } = useI18n();
  const leaveFor = (target: Route) => () => moveToPage(target, onLeave);
  const group = useRef<HTMLDivElement>(null);
  useRoving(group);
  return (
    <Box ref={group} px="3" py="2" borderTopWidth="1px" borderColor="border" flexShrink="0">
      <NavItem
        icon={<WeightIcon />}
        label={t.nav.keywords}
        unread={null}
        isCurrent={route.page === 'keywords'}
        onSelect={leaveFor({ page: 'keywords' })}
      />
      <NavItem
        icon={<ListIcon />}
        label={t.nav.manage}
        unread={null}
        isCurrent={route.page === 'feeds'}
        onSelect={leaveFor({ page: 'feeds' })}
      />
      <NavItem
        icon={<CrawlIcon />}
        label={t.nav.crawls}
        unread={null}
        isCurrent={isOfCrawls(route)}
        onSelect={leaveFor({ page: 'crawls' })}
      />
      <NavItem
        icon={<ActivityIcon />}
        label={t.nav.jobs}
        unread={null}
        isCurrent={route.page === 'jobs'}
        onSelect={leaveFor({ page: 'jobs' })}
      />
      <NavItem
        icon={<SettingsIcon />}
        label={t.nav.settings}
        unread={null}
        isCurrent={route.page === 'settings'}
        onSelect={leaveFor({ page: 'settings', section: 'general' })}
      />
    </Box>
  );
};

const TopPages = ({ route, onLeave }: { route: Route; onLeave: () => void }) => {
  const { t } = useI18n();
  const { view } = useSearchView();
  const { data: searches } = useQuery(searchesQuery);
  const isSaved = savedAs(searches?.items ?? [], view.q, view.order) !== undefined;
  return (
    <Box px="3">
      <NavItem
        icon={<TodayIcon />}
        label={t.nav.today}
        unread={null}
        isCurrent={route.page === 'today'}
        onSelect={() => moveToPage({ page: 'today' }, onLeave)}
      />
      <NavItem
        icon={<SearchIcon />}
        label={t.nav.search}
        unread={null}
        // A saved search is marked in its own list.
        isCurrent={route.page === 'search' && !isSaved}
        onSelect={() => {
          onLeave();
          openSearch();
        }}
      />
    </Box>
  );
};

type Props = {
  route: Route;
  /** A button beside the name. */
  action?: ReactNode;
  /** Called before the reader's choice takes effect. */
  onLeave?: () => void;
};

const stay = (): void => undefined;

/** Shows the links to the lists of articles, the feeds and the other pages. */
export const Navigation = ({ route, action, onLeave = stay }: Props) => {
  const { place, goTo, addressOfPlace } = useReading();
  const { view: search } = useSearchView();
  const openDialog = useOpenDialog();
  const go = (target: Place): void => {
    onLeave();
    goTo(target);
  };
  return (
    <ErrorBoundary pane="feeds" onBack={() => go({ kind: 'all' })}>
      <Sidebar
        place={route.page === 'reading' ? place : null}
        addressOf={addressOfPlace}
        onGo={go}
        onAddFeed={() => {
          onLeave();
          openDialog('add-feed');
        }}
        header={
          <>
            <Brand action={action} />
            <TopPages route={route} onLeave={onLeave} />
          </>
        }
        searches={
          <SavedSearches
            shown={route.page === 'search' ? search : null}
            onGo={(saved) => {
              onLeave();
              goToSearch(saved);
            }}
          />
        }
        footer={<Pages route={route} onLeave={onLeave} />}
      />
    </ErrorBoundary>
  );
};
