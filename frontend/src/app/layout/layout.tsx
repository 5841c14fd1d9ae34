import './layout.css';
import {
  type CSSProperties,
  type ReactNode,
  Suspense,
  createContext,
  useCallback,
  useContext,
  useState,
} from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { endLeft, useLeftRecording } from '../../features/articles/playing/left-recording.ts';
import { narrowScreen, useMedia } from '../../lib/screen.ts';
import { type OpenMode, useOpenMode } from '../../features/articles/pane/open-mode.ts';
import { closeWindow, openWindow, useHash } from '../../lib/address/history.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { Panes, usePanes, RoomProvider } from './panes.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import type { Route } from '../address/route.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Navigation } from './navigation.tsx';

const LeftPlayer = loadPart(
  async () => (await import('../../features/articles/playing/left-player.tsx')).LeftPlayer,
);
const FeedsDrawer = loadPart(async () => (await import('./feeds-drawer.tsx')).FeedsDrawer);

/** The name of the drawer in the address. */
const drawerName = 'feeds';

const ShowFeedsContext = createContext<() => void>(() => undefined);

/** Returns a function that opens the drawer with the feeds. Only a narrow screen has a button for it. */
export const useShowFeeds = (): (() => void) => useContext(ShowFeedsContext);

const SkipLink = () => {
  const { t } = useI18n();
  return (
    <a className="skip-link" data-screen-only="" href="#content">
      {t.common.skipToContent}
    </a>
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
          {(filter) => (
            <Navigation
              route={route}
              drawer={{
                ...filter,
                action: (
                  <IconButton
                    label={t.common.close}
                    icon={<CloseIcon />}
                    className="is-last"
                    onClick={onClose}
                  />
                ),
              }}
              onLeave={onClose}
            />
          )}
        </FeedsDrawer>
      </Suspense>
    </ErrorBoundary>
  );
};

/** Shows the recording that goes on after its article was left, if there is one. */
const Playing = () => {
  const left = useLeftRecording();
  return left === null ? null : (
    <ErrorBoundary pane="window" onBack={endLeft}>
      <Suspense>
        <LeftPlayer left={left} />
      </Suspense>
    </ErrorBoundary>
  );
};

const FeedsPane = ({ route }: { route: Route }) => (
  <div className="feeds-pane" data-screen-only="">
    <div>
      <Navigation route={route} />
    </div>
    <Playing />
  </div>
);

/** Returns where articles open on a page; null if it shows no articles. */
const usePageMode = ({ page }: Route): OpenMode | null => {
  const { view } = usePreferences();
  const mode = useOpenMode(page === 'reading' ? view : 'list');
  return page === 'reading' || page === 'search' || page === 'today' ? mode : null;
};

/** Holds the state of the drawer with the feeds, which has an address. */
const useDrawer = () => {
  const isOpen = useHash() === `#${drawerName}`;
  // Once opened, the drawer stays mounted, so that it can close with its animation.
  const [isMounted, setMounted] = useState(false);
  // A drawer that could not be shown stays away while the browser goes back from its address.
  const [isBroken, setBroken] = useState(false);
  if (isBroken && !isOpen) setBroken(false);
  if (isOpen && !isBroken && !isMounted) setMounted(true);
  return {
    isOpen,
    isMounted,
    giveUp: (): void => {
      setBroken(true);
      setMounted(false);
      closeWindow();
    },
  };
};

type Sizes = CSSProperties & Record<`--${string}`, string>;

/**
 * Shows up to three panes: the feeds, the page, and an article beside it. On a narrow screen the feeds are in a drawer, and
 * an article lies over the page.
 */
export const Layout = ({ route, children }: { route: Route; children: ReactNode }) => {
  const drawer = useDrawer();
  // A hidden pane would take a third of the time in which a phone renders its first page.
  const isNarrow = useMedia(narrowScreen);
  const showFeeds = useCallback(() => openWindow(drawerName), []);
  const mode = usePageMode(route);
  const [wantsAll, setWantsAll] = useState(false);
  const isBeside = mode === 'beside' && !wantsAll;
  const panes = usePanes(isBeside);
  const { widths } = panes;
  const sizes: Sizes = { '--feeds-width': `${widths.feeds}px`, '--list-width': `${widths.list}px` };
  return (
    <ShowFeedsContext value={showFeeds}>
      <div className="layout" style={sizes}>
        <SkipLink />
        {isNarrow ? null : <FeedsPane route={route} />}
        {drawer.isMounted ? (
          <Drawer route={route} open={drawer.isOpen} onClose={closeWindow} onFailed={drawer.giveUp} />
        ) : null}
        <Panes isBeside={isBeside} isNarrow={isNarrow} panes={panes}>
          <RoomProvider value={setWantsAll}>{children}</RoomProvider>
        </Panes>
        {isNarrow ? (
          <>
            <div className="above-bar">
              <Playing />
            </div>
            <BottomBar route={route} />
          </>
        ) : null}
      </div>
    </ShowFeedsContext>
  );
};
