import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { IconButton } from '../components/controls/icon-button.tsx';
import { ActivityIcon, CloseIcon, SettingsIcon, WeightIcon } from '../components/icons.tsx';
import { Logo } from '../components/logo.tsx';
import { NavItem } from '../components/nav-item.tsx';
import { type Place, Sidebar } from '../features/feeds/sidebar.tsx';
import { SignOutItem } from '../features/sign-in/sign-out-item.tsx';
import { useI18n } from '../lib/i18n/language.tsx';
import type { Route } from './address/route.ts';

const FeedsDrawer = lazy(async () => ({ default: (await import('./feeds-drawer.tsx')).FeedsDrawer }));

type Props = {
  route: Route;
  /** Null on the pages that are no list of articles. */
  place: Place | null;
  onGo: (place: Place) => void;
  onAddFeed: () => void;
  onKeywords: () => void;
  onPage: (route: Route) => void;
  children: (showFeeds: () => void) => ReactNode;
};

const sidebarWidth = '17.5rem';

const Brand = ({ action }: { action?: ReactNode }) => (
  <Flex alignItems="center" gap="2.5" px="1.375rem" pt="5" pb="4" minH="4.5rem">
    <Logo />
    <Box fontWeight="bold" fontSize="1.125rem" letterSpacing="-0.01em" flex="1">
      Omomi
    </Box>
    {action}
  </Flex>
);

/** Feeds on the left, articles on the right; on a narrow screen the feeds come as a drawer. */
export const Layout = ({ route, place, onGo, onPage, onAddFeed, onKeywords, children }: Props) => {
  const { t } = useI18n();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [wasDrawerOpen, setWasDrawerOpen] = useState(false);
  const openDrawer = (): void => {
    setWasDrawerOpen(true);
    setDrawerOpen(true);
  };
  const closeDrawer = (): void => setDrawerOpen(false);

  const sidebar = (action?: ReactNode) => {
    const after =
      <T extends unknown[]>(act: (...args: T) => void) =>
      (...args: T): void => {
        closeDrawer();
        act(...args);
      };
    return (
      <Sidebar
        place={place}
        onGo={after(onGo)}
        onAddFeed={after(onAddFeed)}
        header={<Brand action={action} />}
        footer={
          <Box px="3" py="3" borderTopWidth="1px" borderColor="border">
            <NavItem
              icon={<WeightIcon />}
              label={t.nav.keywords}
              unread={null}
              isCurrent={false}
              onSelect={after(onKeywords)}
            />
            <NavItem
              icon={<ActivityIcon />}
              label={t.nav.jobs}
              unread={null}
              isCurrent={route.page === 'jobs'}
              onSelect={() => after(onPage)({ page: 'jobs' })}
            />
            <NavItem
              icon={<SettingsIcon />}
              label={t.nav.settings}
              unread={null}
              isCurrent={route.page === 'settings'}
              onSelect={() => after(onPage)({ page: 'settings', section: 'general' })}
            />
            <SignOutItem />
          </Box>
        }
      />
    );
  };

  return (
    <Flex minH="100dvh">
      <Box
        as="a"
        position="fixed"
        top="2"
        left="2"
        zIndex="skipNav"
        bg="bg.panel"
        px="4"
        py="2.5"
        borderRadius="lg"
        boxShadow="md"
        transform="translateY(-200%)"
        _focus={{ transform: 'none' }}
        {...{ href: '#content' }}
      >
        {t.common.skipToContent}
      </Box>
      <Box
        hideBelow="md"
        w={sidebarWidth}
        flexShrink="0"
        position="sticky"
        top="0"
        h="100dvh"
        bg="bg.subtle"
        borderEndWidth="1px"
        borderColor="border"
      >
        {sidebar()}
      </Box>
      <Suspense>
        {wasDrawerOpen ? (
          <FeedsDrawer label={t.nav.label} open={isDrawerOpen} onClose={closeDrawer}>
            {sidebar(
              <IconButton label={t.common.close} icon={<CloseIcon />} onClick={closeDrawer} me="-2" />,
            )}
          </FeedsDrawer>
        ) : null}
      </Suspense>
      <Box as="main" id="content" tabIndex={-1} flex="1" minW="0" outline="none">
        {children(openDrawer)}
      </Box>
    </Flex>
  );
};
