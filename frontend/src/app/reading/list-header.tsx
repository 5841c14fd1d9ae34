import { StickyHeader } from '../../components/page/sticky-header.tsx';
import { Box, Flex } from '@chakra-ui/react';
import { Suspense, memo, useRef, useState } from 'react';
import { useRoving } from '../../components/focus/use-roving.ts';
import { Choice } from '../../components/controls/choice.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon, MoreIcon } from '../../components/icons.tsx';
import { MarkAllButton } from '../../features/articles/marks/mark-all-button.tsx';
import { FetchProgress, RefreshButton } from '../../features/jobs/refresh-button.tsx';
import { languageOf } from '../../lib/format.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { narrowScreen, useMedia } from '../../lib/screen.ts';
import { titleOf } from '../address/list-scope.ts';
import { useJobWatch } from '../job-watch.tsx';
import { useShowFeeds } from '../layout/layout.tsx';
import { useReading } from '../use-reading.ts';

const ListMenu = loadPart(async () => (await import('./list-menu.tsx')).ListMenu);

const filters = ['all', 'unread', 'read', 'saved'] as const;

type TitleProps = {
  title: string;
  unread: number;
  isMenuOpen: boolean;
  /** Opens the menu under `button`. */
  onMenu: (button: HTMLElement) => void;
};

const TitleLine = ({ title, unread, isMenuOpen, onMenu }: TitleProps) => {
  const { t } = useI18n();
  const { view } = useReading();
  const { fetching } = useJobWatch();
  const showFeeds = useShowFeeds();
  const tools = useRef<HTMLDivElement>(null);
  useRoving(tools, 'horizontal');
  return (
    <Flex alignItems="center" gap="1">
      <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={showFeeds} hideFrom="md" />
      <Flex flex="1" minW="0" wrap="wrap" alignItems="baseline" columnGap="3" ps={{ base: '1', md: '5' }}>
        <Box
          as="h1"
          textStyle={{ base: 'lg', md: 'page' }}
          fontWeight="semibold"
          truncate
          // It gives way to the count as long as some of it can be read; then the count goes to a line of its own.
          flex="1 1 6rem"
          maxW="max-content"
          lang={languageOf(title)}
        >
          {title}
        </Box>
        {unread > 0 ? (
          <Box color="fg.subtle" textStyle="sm" flexShrink="0" data-testid="unread-count">
            {t.nav.unread(unread)}
          </Box>
        ) : null}
      </Flex>
      <Flex ref={tools} role="toolbar" aria-label={t.list.tools} gap="1">
        {/* A narrow screen needs the room for the title. The menu has the same item. */}
        <Box hideBelow="sm">
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
  const { fetching } = useJobWatch();
  const isNarrow = useMedia(narrowScreen);
  const [menuButton, setMenuButton] = useState<HTMLElement | null>(null);
  const unread = place.kind === 'saved' ? 0 : shown.reduce((sum, feed) => sum + feed.unread_count, 0);
  return (
    <>
      <StickyHeader>
        <Box
          maxW={width}
          mx="auto"
          px={{ base: '2', md: edge }}
          pt={{ base: '1.5', md: '5' }}
          pb={{ base: '1.5', md: '3' }}
        >
          <TitleLine
            title={titleOf(t, place, feeds ?? [])}
            unread={unread}
            isMenuOpen={menuButton !== null}
            onMenu={setMenuButton}
          />
          {isNarrow ? null : <ListControls />}
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
      {isNarrow ? (
        <Box px="2" pt="0.5">
          <ListControls isDense />
        </Box>
      ) : null}
    </>
  );
});

/** Dense, both choices just have room on a line of a phone. With larger letters they have a line each. */
const ListControls = ({ isDense = false }: { isDense?: boolean }) => {
  const { t } = useI18n();
  const { view, changeView } = useReading();
  return (
    <Flex
      wrap="wrap"
      gap={isDense ? '1.5' : '2'}
      justifyContent="space-between"
      mt={isDense ? '1' : '2'}
      ps={{ base: '0', md: '5' }}
      pe={{ base: '0', md: '2' }}
    >
      <Choice
        isDense={isDense}
        label={t.list.sort}
        value={view.sort}
        onChange={(sort) => changeView({ sort, article_id: null })}
        options={[
          { value: 'importance_score', label: t.list.byImportance },
          { value: 'published_at', label: t.list.byTime },
        ]}
      />
      <Choice
        isDense={isDense}
        label={t.list.filter}
        value={view.filter}
        onChange={(filter) => changeView({ filter, article_id: null })}
        options={filters.map((filter) => ({ value: filter, label: t.list.filters[filter] }))}
      />
    </Flex>
  );
};
