import { loadPart } from '../../../lib/load-part.tsx';
import type { Folder } from '../folders.ts';
import { ItemWindows, useItemMenu } from '../../../components/menus/item-menu.tsx';

const FolderMenu = loadPart(async () => (await import('./folder-menu.tsx')).FolderMenu);
const FolderDialog = loadPart(async () => (await import('./folder-dialogs.tsx')).FolderDialog);

const questions = ['rename', 'delete'] as const;
export type FolderQuestion = (typeof questions)[number];

/** Holds which menu and which window of the folders is open. The items are their names. */
export const useFolderWindows = (folders: readonly Folder[]) =>
  useItemMenu<string, FolderQuestion>({
    kind: 'folder',
    items: folders.map(({ name }) => name),
    idOf: (name) => name,
    questions,
  });

type Props = {
  state: ReturnType<typeof useFolderWindows>;
  folders: readonly Folder[];
  /** A folder has another name; null if it is gone. */
  onRenamed: (from: string, to: string | null) => void;
};

/** Shows the menu of a folder and the dialog of its items. */
export const FolderWindows = ({ state, folders, onRenamed }: Props) => (
  <ItemWindows
    state={state}
    menu={({ item: name, button }) => (
      <FolderMenu
        key={name}
        name={name}
        button={button}
        folders={folders}
        onClose={state.closeMenu}
        onAsk={state.ask}
      />
    )}
    dialog={({ item: name, question }) => (
      <FolderDialog
        name={name}
        question={question}
        onClose={state.closeDialog}
        onRenamed={(to) => onRenamed(name, to)}
      />
    )}
  />
);
