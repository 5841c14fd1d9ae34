import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { InnerLink } from '../../components/inner-link.tsx';
import { BookmarkIcon, InboxIcon, SearchIcon, TodayIcon } from '../../components/icons.tsx';
import { barHeight } from '../../lib/screen.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { type Route, pathOf } from '../address/route.ts';
import { openSearch } from '../search/use-search-key.ts';
import { goToPage, useReading } from '../use-reading.ts';

type ItemProps = { icon: ReactNode; label: string; isCurrent: boolean; href: string; onSelect: () => void };

const Item = ({ icon, label, isCurrent, href, onSelect }: ItemProps) => (
  <InnerLink
    to={{ href, go: onSelect }}
    aria-current={isCurrent ? 'page' : undefined}
    _hover={{}}
    flex="1"
    minW="0"
    h={barHeight}
    display="flex"
    flexDirection="column"
    alignItems="center"
    justifyContent="center"
    gap="0.5"
    color={isCurrent ? 'shu.fg' : 'fg.muted'}
    fontWeight={isCurrent ? '600' : '400'}
    fontSize="0.6875rem"
    lineHeight="1.1"
    cursor="pointer"
    _focusVisible={{ outlineOffset: '-2px' }}
    css={{ '@media (forced-colors: active)': { '&[aria-current] span': { textDecoration: 'underline' } } }}
  >
    {icon}
    <Box as="span" truncate maxW="full" px="1">
      {label}
    </Box>
  </InnerLink>
);

/** Shows the main pages at the lower edge of a narrow screen, where a thumb reaches them. */
export const BottomBar = ({ route }: { route: Route }) => {
  const { t } = useI18n();
  const { place, goTo, addressOfPlace } = useReading();
  const shown = route.page === 'reading' ? place.kind : route.page;
  return (
    <Flex
      as="nav"
      aria-label={t.nav.main}
      position="fixed"
      bottom="0"
      insetX="0"
      zIndex="docked"
      bg="bg"
      borderTopWidth="1px"
      borderColor="border"
      pb="env(safe-area-inset-bottom)"
    >
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
    </Flex>
  );
};
