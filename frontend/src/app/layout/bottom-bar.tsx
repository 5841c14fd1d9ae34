import './layout.css';
import type { ReactNode } from 'react';
import { linkTo } from '../../components/inner-link.tsx';
import { BookmarkIcon, InboxIcon, SearchIcon, TodayIcon } from '../../components/icons.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { type Route, pathOf } from '../address/route.ts';
import { openSearch } from '../search/use-search-key.ts';
import { goToPage, useReading } from '../use-reading.ts';

type ItemProps = { icon: ReactNode; label: string; isCurrent: boolean; href: string; onSelect: () => void };

const Item = ({ icon, label, isCurrent, href, onSelect }: ItemProps) => (
  <a {...linkTo({ href, go: onSelect })} aria-current={isCurrent ? 'page' : undefined}>
    {icon}
    <span>{label}</span>
  </a>
);

/** Shows the main pages at the lower edge of a narrow screen, where a thumb reaches them. */
export const BottomBar = ({ route }: { route: Route }) => {
  const { t } = useI18n();
  const { place, goTo, addressOfPlace } = useReading();
  const shown = route.page === 'reading' ? place.kind : route.page;
  return (
    <nav className="bottom-bar" aria-label={t.nav.main}>
      <Item
        icon={<InboxIcon />}
        label={t.nav.all}
        isCurrent={shown === 'all'}
        href={addressOfPlace({ kind: 'all' })}
        onSelect={() => goTo({ kind: 'all' })}
      />
      <Item
        icon={<TodayIcon />}
        label={t.nav.today}
        isCurrent={shown === 'today'}
        href={pathOf({ page: 'today' })}
        onSelect={() => goToPage({ page: 'today' })}
      />
      <Item
        icon={<SearchIcon />}
        label={t.nav.search}
        isCurrent={shown === 'search'}
        href={pathOf({ page: 'search' })}
        onSelect={openSearch}
      />
      <Item
        icon={<BookmarkIcon />}
        label={t.nav.saved}
        isCurrent={shown === 'saved'}
        href={addressOfPlace({ kind: 'saved' })}
        onSelect={() => goTo({ kind: 'saved' })}
      />
    </nav>
  );
};
