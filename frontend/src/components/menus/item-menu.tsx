import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { ErrorBoundary } from '../page/error-boundary.tsx';

type Open<Item> = { item: Item; button: HTMLElement };
type Asked<Item, Question> = { item: Item; question: Question };

/** Holds the state of the open menu of an item of the sidebar, and of the dialog that it opens. */
export const useItemMenu = <Item, Question>() => {
  const [menu, setMenu] = useState<Open<Item> | null>(null);
  const [asked, setAsked] = useState<Asked<Item, Question> | null>(null);
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
    ask: (item: Item, question: Question) => setAsked({ item, question }),
    closeDialog: () => setAsked(null),
  };
};

type Props<Item, Question> = {
  state: ReturnType<typeof useItemMenu<Item, Question>>;
  menu: (open: Open<Item>) => ReactNode;
  dialog: (asked: Asked<Item, Question>) => ReactNode;
};

/** Shows the open menu and the open dialog, if any. */
export const ItemWindows = <Item, Question>({ state, menu, dialog }: Props<Item, Question>) => (
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
