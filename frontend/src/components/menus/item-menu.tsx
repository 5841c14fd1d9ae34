import '../nav.css';
import { type ReactNode, useId, Suspense, useCallback, useState } from 'react';
import { MoreIcon } from '../icons.tsx';
import { closeWindow, openWindow, useHash, windowEntry } from '../../lib/address/history.ts';
import { ErrorBoundary } from '../page/error-boundary.tsx';

/** The id of the open menu. Its button names it in `aria-controls`, so that a drawer lets the focus go there. */
export const itemMenuId = 'item-menu';

type MenuButtonProps = { label: string; isOpen: boolean; onPress: (button: HTMLElement) => void };

/** The button of the menu of an item of the sidebar. It is no Tab stop of its own: the right arrow leads to it. */
export const MenuButton = ({ label, isOpen, onPress }: MenuButtonProps) => (
  <button
    type="button"
    className="nav-menu"
    tabIndex={-1}
    data-aside=""
    aria-label={label}
    title={label}
    id={useId()}
    aria-haspopup="menu"
    aria-expanded={isOpen}
    aria-controls={isOpen ? itemMenuId : undefined}
    onClick={(event) => onPress(event.currentTarget)}
  >
    <MoreIcon />
  </button>
);

/** The part of a window's address that names the feed of an article or of a list. */
export const feedOfList = 'source';

/** Returns the name of the window that asks something about an item, which is its address behind that of the page. */
export const windowName = (kind: string, question: string, id: string): string =>
  `${kind}-${question}-${encodeURIComponent(id)}`;

/**
 * Returns what the window of an address asks, and the id of its item; null if the address has no window of this kind. `hash`
 * begins with `#`, or is empty.
 */
export const parseWindowName = <Question extends string>(
  hash: string,
  kind: string,
  questions: readonly Question[],
): { question: Question; id: string } | null => {
  const question = questions.find((each) => hash.startsWith(`#${kind}-${each}-`));
  if (question === undefined) return null;
  try {
    return { question, id: decodeURIComponent(hash.slice(`#${kind}-${question}-`.length)) };
  } catch {
    return null;
  }
};

type Open<Item> = { item: Item; button: HTMLElement };
type Asked<Item, Question> = { item: Item; question: Question };

type Windows<Item, Question extends string> = {
  /** The first part of the windows' addresses, such as `feed` of `#feed-rename-17`. No other list has the same. */
  kind: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  questions: readonly Question[];
};

/**
 * Holds the state of the open menu of an item, and of the window that it opens. The window has an address, unless it lies over
 * another window, such as the drawer with the feeds, whose step of the history it then shares.
 */
export const useItemMenu = <Item, Question extends string>(of: Windows<Item, Question>) => {
  const [menu, setMenu] = useState<Open<Item> | null>(null);
  const [over, setOver] = useState<Asked<Item, Question> | null>(null);
  const hash = useHash();
  const named = parseWindowName(hash, of.kind, of.questions);
  const found = named === null ? undefined : of.items.find((each) => of.idOf(each) === named.id);
  // The window stays while what it did takes the item away, or gives it another name.
  const [last, setLast] = useState<{ hash: string; item: Item } | null>(null);
  if (found !== undefined && (last?.hash !== hash || last.item !== found)) setLast({ hash, item: found });
  const item = found ?? (last?.hash === hash ? last.item : undefined);
  const asked = over ?? (named === null || item === undefined ? null : { item, question: named.question });
  const toggleMenu = useCallback(
    (item: Item, button: HTMLElement) =>
      setMenu((open) => (open?.button === button ? null : { item, button })),
    [],
  );
  return {
    menu,
    asked,
    toggleMenu,
    // A touch opens another item's menu before it closes this one.
    closeMenu: () => setMenu((open) => (open === menu ? null : open)),
    ask: (about: Item, question: Question) => {
      if (windowEntry() !== null) setOver({ item: about, question });
      else openWindow(windowName(of.kind, question, of.idOf(about)));
    },
    closeDialog: () => (over === null ? closeWindow() : setOver(null)),
  };
};

type Props<Item, Question extends string> = {
  state: ReturnType<typeof useItemMenu<Item, Question>>;
  menu: (open: Open<Item>) => ReactNode;
  dialog: (asked: Asked<Item, Question>) => ReactNode;
};

/** Shows the open menu and the open dialog, if any. */
export const ItemWindows = <Item, Question extends string>({
  state,
  menu,
  dialog,
}: Props<Item, Question>) => (
  <>
    {state.menu === null ? null : (
      <ErrorBoundary pane="window" onBack={state.closeMenu}>
        <Suspense>{menu(state.menu)}</Suspense>
      </ErrorBoundary>
    )}
    {state.asked === null ? null : (
      <ErrorBoundary pane="window" onBack={state.closeDialog}>
        <Suspense>{dialog(state.asked)}</Suspense>
      </ErrorBoundary>
    )}
  </>
);
