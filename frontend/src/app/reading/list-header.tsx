import { StickyHeader } from '../../components/page/sticky-header.tsx';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, memo, useRef, useState } from 'react';
import { useRoving } from '../../components/focus/use-roving.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon, MoreIcon, SearchIcon } from '../../components/icons.tsx';
import { MarkAllButton } from '../../features/articles/marks/mark-all-button.tsx';
import { FetchProgress, RefreshButton } from '../../features/jobs/refresh-button.tsx';
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
  <chakra.select
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
    minH="10"
    px="2"
    borderRadius="lg"
    bg="transparent"
    color="fg.muted"
    textStyle="sm"
    cursor="pointer"
    css={{ fieldSizing: 'content' }}
    _hover={{ bg: 'bg.muted', color: 'fg' }}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </chakra.select>
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
    <Box
      color="fg.subtle"
      textStyle="sm"
      flexShrink="0"
      fontVariantNumeric="tabular-nums"
      hideBelow="sm"
      title={t.nav.unread(unread)}
      data-testid="unread-count"
    >
      <span aria-hidden="true">{t.numbers.whole(unread)}</span>
      <span className="visually-hidden">{t.nav.unread(unread)}</span>
    </Box>
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
    <Flex wrap="wrap" alignItems="center" justifyContent="flex-end" columnGap="1">
      <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={showFeeds} hideFrom="md" />
      <Flex flex="1 1 3rem" minW="0" alignItems="baseline" columnGap="2" ps={{ base: '1', md: '3' }}>
        <Box
          as="h1"
          textStyle="lg"
          fontWeight="semibold"
          truncate
          minW="0"
          title={title}
          lang={languageOf(title)}
        >
          {title}
        </Box>
        <Count unread={unread} />
      </Flex>
      <Flex
        ref={tools}
        role="toolbar"
        aria-label={t.list.tools}
        wrap="wrap"
        alignItems="center"
        justifyContent="flex-end"
        maxW="full"
      >
        <ListControls />
        <IconButton
          label={t.nav.search}
          data-stop=""
          icon={<SearchIcon />}
          hideBelow="md"
          onClick={() => goToPage({ page: 'search' })}
        />
        {/* The menu has the same item; the key works wherever it is hidden. */}
        <Box hideBelow="2xl">
          <MarkAllButton feedId={view.feed_id} folder={view.folder} unread={unread} />
        </Box>
        <IconButton
          label={t.list.menu}
          data-stop=""
          icon={<MoreIcon />}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          _expanded={{ bg: 'transparent' }}
          onClick={({ currentTarget }) => onMenu(currentTarget)}
        />
        <RefreshButton fetching={fetching} />
      </Flex>
    </Flex>
  );
};

/**
 * Shows the title and controls above the list. `width` is the width of that list, `edge` the space beside it on a wide screen.
 * It is not rendered anew with the list.
 */
export const ListHeader = memo(({ width, edge }: { width: string; edge: string }) => {
  const { t } = useI18n();
  const { place, shown, feeds } = useReading();
  const { isFetched: isAnswered } = useQuery(feedsQuery);
  const { fetching } = useJobWatch();
  const [menuButton, setMenuButton] = useState<HTMLElement | null>(null);
  const unread = place.kind === 'saved' ? 0 : shown.reduce((sum, feed) => sum + feed.unread_count, 0);
  return (
    <>
      <StickyHeader>
        <Box maxW={width} mx="auto" px={{ base: '2', md: edge }} py="1.5">
          <TitleLine
            // A feed without a known name, because the feeds failed to load or it is no longer followed.
            title={titleOf(t, place, feeds ?? []) || (isAnswered ? t.nav.label : '')}
            unread={unread}
            isMenuOpen={menuButton !== null}
            onMenu={setMenuButton}
          />
        </Box>
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
