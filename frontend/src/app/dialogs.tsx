import {
  type ReactNode,
  Suspense,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import { feedOfList } from '../components/menus/item-menu.tsx';
import { closeWindow, go, openWindow, useHash } from '../lib/address/history.ts';
import { loadEveryLanguage } from '../lib/i18n/languages.ts';
import { loadPart } from '../lib/load-part.tsx';
import { pathOf } from './address/route.ts';
import { useJobWatch } from './job-watch.tsx';
import { useHelpKey } from './use-app-keys.ts';
import { goToPage, useReading } from './use-reading.ts';

const Adding = loadPart(async () => (await import('../features/feeds/adding/add-feed.tsx')).Adding);
const FeedOfList = loadPart(async () => (await import('../features/feeds/feed-of-list.tsx')).FeedOfList);
const Palette = loadPart(async () => {
  const [{ Palette: Part }] = await Promise.all([import('./palette.tsx'), loadEveryLanguage()]);
  return Part;
});
const OwnPanel = loadPart(async () => (await import('./own-panel.tsx')).OwnPanel);
const ShortcutHelp = loadPart(async () => (await import('./pages/shortcut-help.tsx')).ShortcutHelp);

/** Shows what the menu of an article asks about its feed. It stays until another window is opened. */
const AboutFeed = () => {
  const { place, goTo } = useReading();
  const hash = useHash();
  const [isThere, setThere] = useState(false);
  if (!isThere && hash.startsWith(`#${feedOfList}-`)) setThere(true);
  return isThere ? (
    <ErrorBoundary pane="window" onBack={closeWindow}>
      <Suspense>
        <FeedOfList
          onGone={(feedId, replacement) => {
            if (place.kind !== 'feed' || place.feedId !== feedId) return;
            goTo(replacement === null ? { kind: 'all' } : { kind: 'feed', feedId: replacement });
          }}
        />
      </Suspense>
    </ErrorBoundary>
  ) : null;
};

const dialogs = ['add-feed', 'save-page', 'shortcuts', 'palette', 'highlights', 'listening'] as const;
type Dialog = (typeof dialogs)[number];

const DialogContext = createContext<(which: Dialog) => void>(() => undefined);

/** Returns a function that opens one of the dialogs that several parts of the page use. */
export const useOpenDialog = (): ((which: Dialog) => void) => useContext(DialogContext);

type ShownProps = { which: Dialog; open: boolean; onClose: () => void };

const Shown = ({ which, open, onClose }: ShownProps) => {
  const { expectJob } = useJobWatch();
  const { goTo, addressOfPlace } = useReading();
  switch (which) {
    case 'add-feed':
    case 'save-page':
      return (
        <Adding
          which={which}
          open={open}
          onClose={onClose}
          onAdded={([feedId, ...others]) => {
            expectJob();
            if (feedId !== undefined && others.length === 0) goTo({ kind: 'feed', feedId });
          }}
          linkTo={(feedId) => ({
            href: addressOfPlace({ kind: 'feed', feedId }),
            go: () => goTo({ kind: 'feed', feedId }),
          })}
          onImport={() => goToPage({ page: 'settings', section: 'feeds' })}
          onSaved={() => goTo({ kind: 'saved' })}
        />
      );
    case 'palette':
      return <Palette open={open} onClose={onClose} />;
    case 'highlights':
    case 'listening':
      return <OwnPanel which={which} open={open} onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutHelp open={open} onClose={onClose} />;
  }
};

/** Shows the dialog that the address names, such as `#add-feed`. A closed dialog stays mounted, so that its closing is animated. */
export const DialogProvider = ({ children }: { children: ReactNode }) => {
  const hash = useHash();
  const opened = dialogs.find((which) => hash === `#${which}`) ?? null;
  const [mounted, setMounted] = useState<readonly Dialog[]>([]);
  // One that could not be shown stays away while the browser goes back from its address.
  const [broken, setBroken] = useState<Dialog | null>(null);
  if (broken !== null && opened !== broken) setBroken(null);
  if (opened !== null && opened !== broken && !mounted.includes(opened)) setMounted([...mounted, opened]);
  const isFirst = useRef(true);
  const unmount = (which: Dialog): void => {
    setBroken(opened);
    closeWindow();
    setMounted((before) => before.filter((each) => each !== which));
  };
  useEffect(() => {
    // Keywords were a window once, and links to it are kept.
    if (hash === '#keywords') go(pathOf({ page: 'keywords' }), 'replace');
    // The window of a link that subscribes or saves: it reads the address.
    const { pathname } = window.location;
    if (hash === '' && isFirst.current)
      if (pathname === '/subscribe') openWindow('add-feed');
      else if (pathname === '/save') openWindow('save-page');
    isFirst.current = false;
  }, [hash]);
  useHelpKey(useCallback(() => openWindow('shortcuts'), []));
  return (
    <DialogContext value={openWindow}>
      {children}
      <AboutFeed />
      {mounted.map((which) => (
        <ErrorBoundary key={which} pane="window" onBack={() => unmount(which)}>
          <Suspense>
            <Shown which={which} open={opened === which} onClose={closeWindow} />
          </Suspense>
        </ErrorBoundary>
      ))}
    </DialogContext>
  );
};
