import type { SavedSearch } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SearchIcon } from '../../../components/icons.tsx';
import { ItemWindows, useItemMenu } from '../../../components/menus/item-menu.tsx';
import { MenuButton, menuStyle } from '../../../components/menus/menu-button.tsx';
import { NavItem } from '../../../components/nav-item.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { savedAs, searchCountsQuery, searchesQuery } from './queries.ts';
import type { SearchQuestion } from './search-menu.tsx';

const SearchMenu = loadPart(async () => (await import('./search-menu.tsx')).SearchMenu);
const SearchDialog = loadPart(async () => (await import('./search-dialogs.tsx')).SearchDialog);

type Shown = Pick<SavedSearch, 'q' | 'order'>;

type Props = {
  /** The search that the page shows; null if it shows something else. */
  shown: Shown | null;
  onGo: (search: Shown) => void;
  /** Returns the address of a search. */
  addressOf: (search: Shown) => string;
};

const questions = ['rename', 'delete'] as const satisfies readonly SearchQuestion[];
type Windows = ReturnType<typeof useItemMenu<SavedSearch, SearchQuestion>>;

type ListProps = {
  searches: readonly SavedSearch[];
  current: SavedSearch | undefined;
  windows: Windows;
} & Pick<Props, 'onGo' | 'addressOf'>;

const List = ({ searches, current, windows, onGo, addressOf }: ListProps) => {
  const { t } = useI18n();
  const { data: counts } = useQuery(searchCountsQuery);
  const unread = new Map(counts?.items.map((count) => [count.search_id, count.unread_count]));
  return (
    <Box
      as="ul"
      listStyleType="none"
      px="3"
      // A long list must leave room for the feeds.
      maxH="min(12.5rem, 30vh)"
      overflowY="auto"
      css={{ scrollbarWidth: 'thin' }}
    >
      {searches.map((search) => (
        <Box as="li" key={search.search_id} css={menuStyle}>
          <NavItem
            icon={<SearchIcon />}
            label={search.name}
            note={search.q}
            unread={unread.get(search.search_id) ?? null}
            isCurrent={search === current}
            href={addressOf(search)}
            onSelect={() => onGo(search)}
            after={
              <Flex alignItems="center" className="feed-marks">
                <MenuButton
                  label={t.feed.menu(search.name)}
                  isOpen={windows.menu?.item.search_id === search.search_id}
                  onPress={(button) => windows.toggleMenu(search, button)}
                />
              </Flex>
            }
          />
        </Box>
      ))}
    </Box>
  );
};

/** Lists the saved searches with their unread articles. Shows nothing, and counts nothing, if there are none. */
export const SavedSearches = ({ shown, onGo, addressOf }: Props) => {
  const { t } = useI18n();
  const { data } = useQuery(searchesQuery);
  const searches = data?.items ?? [];
  const windows = useItemMenu<SavedSearch, SearchQuestion>({
    kind: 'search',
    items: searches,
    idOf: ({ search_id }) => search_id,
    questions,
  });
  // The sidebar and the drawer may both be in the page.
  const id = useId();
  if (searches.length === 0) return null;
  const current = shown === null ? undefined : savedAs(searches, shown.q, shown.order);
  return (
    <Box as="section" aria-labelledby={id} data-testid="saved-searches">
      <Box
        as="h2"
        id={id}
        textStyle="xs"
        fontWeight="semibold"
        color="fg.subtle"
        letterSpacing="0.04em"
        ps="1.375rem"
        py="2"
      >
        {t.nav.searches}
      </Box>
      <List searches={searches} current={current} windows={windows} onGo={onGo} addressOf={addressOf} />
      <ItemWindows
        state={windows}
        menu={({ item, button }) => (
          <SearchMenu
            key={item.search_id}
            search={item}
            button={button}
            searches={searches}
            onClose={windows.closeMenu}
            onAsk={windows.ask}
          />
        )}
        dialog={({ item, question }) => (
          <SearchDialog search={item} question={question} onClose={windows.closeDialog} />
        )}
      />
    </Box>
  );
};
