import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef } from 'react';
import { useRoving } from '../../components/use-roving.ts';
import { ListIcon, SearchIcon, SettingsIcon, TodayIcon, WeightIcon, Logo } from '../../components/icons.tsx';
import { NavItem } from '../../components/nav-items.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { useHasListened } from '../../features/articles/media/kept.ts';
import type { Place } from '../../features/feeds/folders.ts';
import { type Find, Sidebar } from '../../features/feeds/sidebar.tsx';
import { savedAs } from '../../features/search/saved-queries.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
import { SavedSearches } from '../../features/search/saved-searches.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { preferencesQuery } from '../../lib/preferences/queries.ts';
import { type Route, isOfSettings, pathOf } from '../address/route.ts';
import { goToSearch, searchAddress, useSearchView } from '../address/use-search-view.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { openSearch } from '../search/use-search-key.ts';
import { goToPage, useReading } from '../use-reading.ts';

const Brand = ({ action }: { action: ReactNode }) => (
  <div className="brand">
    <Logo />
    <div>Omomi</div>
    {action}
  </div>
);

/** The pages for what is done now and then; crawls and activity are parts of the settings. */
const rarerPages = [
  { page: 'keywords', icon: <WeightIcon />, label: 'keywords' },
  { page: 'feeds', icon: <ListIcon />, label: 'manage' },
  { page: 'settings', section: 'display', icon: <SettingsIcon />, label: 'settings' },
] as const;

const Pages = ({ route, onLeave }: { route: Route; onLeave: () => void }) => {
  const { t } = useI18n();
  const group = useRef<HTMLDivElement>(null);
  useRoving(group);
  const shown = isOfSettings(route) ? 'settings' : route.page;
  return (
    <div ref={group} className="nav-group is-last">
      {rarerPages.map(({ icon, label, ...target }) => (
        <NavItem
          key={label}
          icon={icon}
          label={t.nav[label]}
          unread={null}
          isCurrent={shown === target.page}
          href={pathOf(target)}
          onSelect={() => {
            onLeave();
            goToPage(target);
          }}
        />
      ))}
    </div>
  );
};

const TopPages = ({ route, onLeave }: { route: Route; onLeave: () => void }) => {
  const { t } = useI18n();
  const { view } = useSearchView();
  const { data: searches } = useQuery(searchesQuery);
  const isSaved = savedAs(searches?.items ?? [], view.q, view.order) !== undefined;
  return (
    <div className="nav-group is-first">
      <NavItem
        icon={<TodayIcon />}
        label={t.nav.today}
        unread={null}
        isCurrent={route.page === 'today'}
        href={pathOf({ page: 'today' })}
        onSelect={() => {
          onLeave();
          goToPage({ page: 'today' });
        }}
      />
      <NavItem
        icon={<SearchIcon />}
        label={t.nav.search}
        unread={null}
        // A saved search is marked in its own list.
        isCurrent={route.page === 'search' && !isSaved}
        href={pathOf({ page: 'search' })}
        onSelect={() => {
          onLeave();
          openSearch();
        }}
      />
    </div>
  );
};

const OwnLinks = loadPart(async () => (await import('./own-links.tsx')).OwnLinks);

type Props = {
  route: Route;
  /** The drawer of a phone: a button beside the name, and what filters the feeds. */
  drawer?: { action: ReactNode; filter: ReactNode; find: Find | null };
  /** Called before the reader's choice takes effect. */
  onLeave?: () => void;
};

const stay = (): void => undefined;

/** Shows the links to the lists of articles, the feeds and the other pages. */
export const Navigation = ({ route, drawer, onLeave = stay }: Props) => {
  const { place, goTo, addressOfPlace } = useReading();
  const { view: search } = useSearchView();
  const openDialog = useOpenDialog();
  const { data: preferences } = useQuery(preferencesQuery);
  const hasListened = useHasListened();
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
        isDrawer={drawer !== undefined}
        find={drawer?.find ?? null}
        top={
          <div className="sidebar-top">
            <Brand action={drawer?.action} />
            {drawer?.filter}
          </div>
        }
        header={<TopPages route={route} onLeave={onLeave} />}
        searches={
          <SavedSearches
            shown={route.page === 'search' ? search : null}
            addressOf={({ q, order }) => searchAddress({ q, order, article_id: null })}
            onGo={(saved) => {
              onLeave();
              goToSearch(saved);
            }}
          />
        }
        footer={
          <>
            {preferences?.has_tags === true || preferences?.has_highlights === true || hasListened ? (
              <Suspense>
                <OwnLinks isReading={route.page === 'reading'} onLeave={onLeave} />
              </Suspense>
            ) : null}
            <Pages route={route} onLeave={onLeave} />
          </>
        }
      />
    </ErrorBoundary>
  );
};
