import './reading.css';
import type { Job } from '@omomi/backend/contract';
import { StickyHeader } from '../../components/page/sticky-header.tsx';
import { useQuery } from '@tanstack/react-query';
import { Suspense, memo, useRef, useState } from 'react';
import { useRoving } from '../../components/use-roving.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon, MoreIcon, SearchIcon } from '../../components/icons.tsx';
import { MarkAllButton } from '../../features/articles/marks/mark-all-button.tsx';
import { RefreshButton } from '../../features/jobs/refresh-button.tsx';
import { languageOf } from '../../lib/format.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { titleOf } from '../address/list-scope.ts';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { useJobWatch } from '../job-watch.tsx';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage, useReading } from '../use-reading.ts';

const ListMenu = loadPart(async () => (await import('./list-menu.tsx')).ListMenu);

const sorts = ['importance_score', 'published_at', 'oldest'] as const;
const filters = ['all', 'unread', 'read', 'saved'] as const;

type MenuProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

/** Offers a few options by the browser's own menu, under a button as wide as the chosen one. */
const SmallMenu = <T extends string>({ label, value, options, onChange }: MenuProps<T>) => (
  <select
    className="list-choice"
    aria-label={label}
    title={label}
    value={value}
    data-stop=""
    onChange={({ target }) => {
      const chosen = options.find((option) => option.value === target.value);
      if (chosen !== undefined) onChange(chosen.value);
      // The keys of the list are the list's again.
      target.blur();
    }}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

const ListControls = () => {
  const { t } = useI18n();
  const { view, changeView } = useReading();
  return (
    <>
      <SmallMenu
        label={t.list.sort}
        value={view.sort}
        onChange={(sort) => changeView({ sort, article_id: null })}
        options={sorts.map((sort) => ({ value: sort, label: t.list.sorts[sort] }))}
      />
      <SmallMenu
        label={t.list.filter}
        value={view.filter}
        onChange={(filter) => changeView({ filter, article_id: null })}
        options={filters.map((filter) => ({ value: filter, label: t.list.filters[filter] }))}
      />
    </>
  );
};

/** Shows the number of unread articles, where there is room. */
const Count = ({ unread }: { unread: number }) => {
  const { t } = useI18n();
  return unread === 0 ? null : (
    <div className="list-count" title={t.nav.unread(unread)} data-testid="unread-count">
      <span aria-hidden="true">{t.numbers.whole(unread)}</span>
      <span className="visually-hidden">{t.nav.unread(unread)}</span>
    </div>
  );
};

type TitleProps = {
  title: string;
  unread: number;
  isMenuOpen: boolean;
  /** Opens the menu under `button`. */
  onMenu: (button: HTMLElement) => void;
};

/**
 * The title and everything that concerns the list, on one line. A phone has search in its bar and the rest in the menu. Letters
 * so large that the tools leave no room for the title have them on lines of their own.
 */
const TitleLine = ({ title, unread, isMenuOpen, onMenu }: TitleProps) => {
  const { t } = useI18n();
  const { view } = useReading();
  const { fetching } = useJobWatch();
  const showFeeds = useShowFeeds();
  const tools = useRef<HTMLDivElement>(null);
  useRoving(tools, 'horizontal');
  return (
    <div className="list-head">
      <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={showFeeds} className="is-narrow" />
      <div className="list-title">
        <h1 title={title} lang={languageOf(title)}>
          {title}
        </h1>
        <Count unread={unread} />
      </div>
      <div ref={tools} className="list-tools" role="toolbar" aria-label={t.list.tools}>
        <ListControls />
        <IconButton
          label={t.nav.search}
          data-stop=""
          icon={<SearchIcon />}
          className="is-wide"
          onClick={() => goToPage({ page: 'search' })}
        />
        {/* The menu has the same item; the key works wherever it is hidden. */}
        <div className="list-mark-all">
          <MarkAllButton feedId={view.feed_id} folder={view.folder} unread={unread} />
        </div>
        <IconButton
          label={t.list.menu}
          data-stop=""
          icon={<MoreIcon />}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          className="is-plain"
          onClick={({ currentTarget }) => onMenu(currentTarget)}
        />
        <RefreshButton fetching={fetching} />
      </div>
    </div>
  );
};

/** Shows a thin progress line under the header while feeds are fetched. The refresh button says the same in words. */
const FetchProgress = ({ fetching }: { fetching: Job | null }) => {
  const share =
    fetching === null
      ? 0
      : fetching.total === null || fetching.total === 0
        ? 0.06
        : fetching.done / fetching.total;
  return (
    <div className={`fetch-progress${fetching === null ? '' : ' is-shown'}`} aria-hidden="true">
      <div style={{ width: `${Math.max(4, share * 100)}%` }} />
    </div>
  );
};

/** Shows the title and controls above the list, whose `column` they are in. It is not rendered anew with the list. */
export const ListHeader = memo(({ column }: { column: string }) => {
  const { t } = useI18n();
  const { place, shown, feeds } = useReading();
  const { isFetched: isAnswered } = useQuery(feedsQuery);
  const { fetching } = useJobWatch();
  const [menuButton, setMenuButton] = useState<HTMLElement | null>(null);
  const unread = place.kind === 'saved' ? 0 : shown.reduce((sum, feed) => sum + feed.unread_count, 0);
  return (
    <>
      <StickyHeader>
        <div className={column}>
          <TitleLine
            // A feed without a known name, because the feeds failed to load or it is no longer followed.
            title={titleOf(t, place, feeds ?? []) || (isAnswered ? t.nav.label : '')}
            unread={unread}
            isMenuOpen={menuButton !== null}
            onMenu={setMenuButton}
          />
        </div>
        <FetchProgress fetching={fetching} />
        {menuButton === null ? null : (
          <ErrorBoundary pane="window" onBack={() => setMenuButton(null)}>
            <Suspense>
              <ListMenu button={menuButton} unread={unread} onClose={() => setMenuButton(null)} />
            </Suspense>
          </ErrorBoundary>
        )}
      </StickyHeader>
    </>
  );
});
