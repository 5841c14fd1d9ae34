import type { SavedSearch } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { SearchIcon } from '../../components/icons.tsx';
import { ItemWindows, useItemMenu } from '../../components/menus/item-menu.tsx';
import { NavSection } from '../../components/nav-items.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { savedAs, searchCountsQuery } from './saved-queries.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
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
  // Nothing is counted if there are none.
  const { data: counts } = useQuery({ ...searchCountsQuery, enabled: searches.length > 0 });
  if (searches.length === 0) return null;
  const unread = new Map(counts?.items.map((count) => [count.search_id, count.unread_count]));
  const current = shown === null ? undefined : savedAs(searches, shown.q, shown.order);
  return (
    <NavSection
      title={t.nav.searches}
      testId="saved-searches"
      icon={<SearchIcon />}
      lines={searches.map((search) => ({
        key: search.search_id,
        label: search.name,
        note: search.q,
        unread: unread.get(search.search_id) ?? null,
        isCurrent: search === current,
        href: addressOf(search),
        onSelect: () => onGo(search),
        isMenuOpen: windows.menu?.item.search_id === search.search_id,
        onMenu: (button) => windows.toggleMenu(search, button),
      }))}
    >
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
    </NavSection>
  );
};
