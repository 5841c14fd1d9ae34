import type { Job } from '@omomi/backend/contract';
import { StickyHeader } from '../../components/page/sticky-header.tsx';
import { Box, Flex } from '@chakra-ui/react';
import { Suspense, lazy, useState } from 'react';
import { Choice } from '../../components/controls/choice.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon, MoreIcon } from '../../components/icons.tsx';
import { MarkAllButton } from '../../features/articles/marks/mark-all-button.tsx';
import { FetchProgress, RefreshButton } from '../../features/jobs/refresh-button.tsx';
import { languageOf } from '../../lib/format.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import type { View } from '../address/url-state.ts';
import type { ChangeView } from '../address/use-view.ts';

const ListMenu = lazy(async () => ({ default: (await import('./list-menu.tsx')).ListMenu }));

type Props = {
  title: string;
  unread: number;
  view: View;
  changeView: ChangeView;
  fetching: Job | null;
  onMenu: () => void;
  /** Of the list beneath. */
  width: string;
};

const filters = ['all', 'unread', 'read', 'saved'] as const;

export const ListHeader = ({ title, unread, view, changeView, fetching, onMenu, width }: Props) => {
  const { t } = useI18n();
  const [menuButton, setMenuButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <StickyHeader>
        <Box
          maxW={width}
          mx="auto"
          px={{ base: '2', md: '6' }}
          pt={{ base: '1.5', md: '5' }}
          pb={{ base: '1.5', md: '3' }}
        >
          <Flex alignItems="center" gap="1">
            <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={onMenu} hideFrom="md" />
            <Flex flex="1" minW="0" alignItems="baseline" gap="3" ps={{ base: '1', md: '5' }}>
              <Box
                as="h1"
                textStyle={{ base: 'lg', md: 'page' }}
                fontWeight="semibold"
                truncate
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
            {/* A narrow screen needs the room for the title; the menu has it too. */}
            <Box hideBelow="sm">
              <MarkAllButton feedId={view.feed_id} folder={view.folder} unread={unread} />
            </Box>
            <IconButton
              label={t.list.menu}
              icon={<MoreIcon />}
              aria-haspopup="menu"
              aria-expanded={menuButton !== null}
              _expanded={{ bg: 'transparent' }}
              onClick={({ currentTarget }) => setMenuButton(currentTarget)}
            />
            <RefreshButton fetching={fetching} />
          </Flex>
          <Box hideBelow="md">
            <ListControls view={view} changeView={changeView} />
          </Box>
        </Box>
        <FetchProgress fetching={fetching} />
        <Suspense>
          {menuButton === null ? null : (
            <ListMenu
              button={menuButton}
              feedId={view.feed_id}
              folder={view.folder}
              unread={unread}
              onClose={() => setMenuButton(null)}
            />
          )}
        </Suspense>
      </StickyHeader>
      <Box hideFrom="md" px="3" pt="1">
        <ListControls view={view} changeView={changeView} />
      </Box>
    </>
  );
};

const ListControls = ({ view, changeView }: Pick<Props, 'view' | 'changeView'>) => {
  const { t } = useI18n();
  return (
    <Flex wrap="wrap" gap="2" justifyContent="space-between" mt="2" ps={{ base: '0', md: '5' }}>
      <Choice
        label={t.list.sort}
        value={view.sort}
        onChange={(sort) => changeView({ sort, article_id: null })}
        options={[
          { value: 'importance_score', label: t.list.byImportance },
          { value: 'published_at', label: t.list.byTime },
        ]}
      />
      <Choice
        label={t.list.filter}
        value={view.filter}
        onChange={(filter) => changeView({ filter, article_id: null })}
        options={filters.map((filter) => ({ value: filter, label: t.list.filters[filter] }))}
      />
    </Flex>
  );
};
