import { Suspense, useCallback, useState } from 'react';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import type { Folder } from '../folders.ts';
import type { FolderQuestion } from './folder-menu.tsx';

const FolderMenu = loadPart(async () => (await import('./folder-menu.tsx')).FolderMenu);
const FolderDialog = loadPart(async () => (await import('./folder-dialogs.tsx')).FolderDialog);

/** Holds the state of the open folder menu and of the dialog that it opens. */
export const useFolderMenu = () => {
  const [menu, setMenu] = useState<{ name: string; button: HTMLElement } | null>(null);
  const [asked, setAsked] = useState<{ name: string; question: FolderQuestion } | null>(null);
  const toggleMenu = useCallback(
    (name: string, button: HTMLElement) =>
      setMenu((open) => (open?.button === button ? null : { name, button })),
    [],
  );
  return { menu, setMenu, asked, setAsked, toggleMenu };
};

type Props = {
  state: ReturnType<typeof useFolderMenu>;
  folders: readonly Folder[];
  /** A folder has another name; null if it is gone. */
  onRenamed: (from: string, to: string | null) => void;
};

/** Shows the menu of a folder and the dialog of its items. */
export const FolderWindows = ({ state: { menu, setMenu, asked, setAsked }, folders, onRenamed }: Props) => (
  <>
    {menu === null ? null : (
      <ErrorBoundary pane="window" onBack={() => setMenu(null)}>
        <Suspense>
          <FolderMenu
            key={menu.name}
            target={menu}
            folders={folders}
            // A touch opens another folder's menu before it closes this one.
            onClose={() => setMenu((open) => (open === menu ? null : open))}
            onAsk={(name, question) => setAsked({ name, question })}
          />
        </Suspense>
      </ErrorBoundary>
    )}
    {asked === null ? null : (
      <ErrorBoundary pane="window" onBack={() => setAsked(null)}>
        <Suspense>
          <FolderDialog
            {...asked}
            onClose={() => setAsked(null)}
            onRenamed={(name) => onRenamed(asked.name, name)}
          />
        </Suspense>
      </ErrorBoundary>
    )}
  </>
);
