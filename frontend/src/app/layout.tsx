import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, Suspense, createContext, useCallback, useContext, useState } from 'react';
import { IconButton } from '../components/controls/icon-button.tsx';
import { CloseIcon } from '../components/icons.tsx';
import { barHeight } from '../components/page/bar-height.ts';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import { useI18n } from '../lib/i18n/language.tsx';
import { closeWindow, openWindow, useHash } from '../lib/address/history.ts';
import { loadPart } from '../lib/load-part.tsx';
import type { Route } from './address/route.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Navigation } from './navigation.tsx';

const FeedsDrawer = loadPart(async () => (await import('./feeds-drawer.tsx')).FeedsDrawer);

/** The name of the drawer in the address. */
const drawerName = 'feeds';

const sidebarWidth = '17.5rem';

const ShowFeedsContext = createContext<() => void>(() => undefined);

/** Returns a function that opens the drawer with the feeds. Only a narrow screen has a button for it. */
export const useShowFeeds = (): (() => void) => useContext(ShowFeedsContext);

const SkipLink = () => {
  const { t } = useI18n();
  return (
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
  );
};

const Drawer = ({
  route,
  open,
  onClose,
  onFailed,
}: {
  route: Route;
  open: boolean;
  onClose: () => void;
  onFailed: () => void;
}) => {
  const { t } = useI18n();
  return (
    <ErrorBoundary pane="window" onBack={onFailed}>
      <Suspense>
        <FeedsDrawer label={t.nav.label} open={open} onClose={onClose}>
          <Navigation
            route={route}
            action={<IconButton label={t.common.close} icon={<CloseIcon />} onClick={onClose} me="-2" />}
            onLeave={onClose}
          />
        </FeedsDrawer>
      </Suspense>
    </ErrorBoundary>
  );
};

/** Shows the feeds on the left and the page on the right. On a narrow screen the feeds are in a drawer. */
export const Layout = ({ route, children }: { route: Route; children: ReactNode }) => {
  const isOpen = useHash() === `#${drawerName}`;
  // Once opened, the drawer stays mounted, so that it can close with its animation.
  const [isMounted, setMounted] = useState(false);
  // A drawer that could not be shown stays away while the browser goes back from its address.
  const [isBroken, setBroken] = useState(false);
  if (isBroken && !isOpen) setBroken(false);
  if (isOpen && !isBroken && !isMounted) setMounted(true);
  const showFeeds = useCallback(() => openWindow(drawerName), []);
  return (
    <ShowFeedsContext value={showFeeds}>
      <Flex minH="100dvh">
        <SkipLink />
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
          <Navigation route={route} />
        </Box>
        {isMounted ? (
          <Drawer
            route={route}
            open={isOpen}
            onClose={closeWindow}
            onFailed={() => {
              setBroken(true);
              setMounted(false);
              closeWindow();
            }}
          />
        ) : null}
        <Box
          as="main"
          id="content"
          tabIndex={-1}
          flex="1"
          minW="0"
          outline="none"
          pb={{ base: barHeight, md: '0' }}
        >
          {children}
        </Box>
        <BottomBar route={route} />
      </Flex>
    </ShowFeedsContext>
  );
};
