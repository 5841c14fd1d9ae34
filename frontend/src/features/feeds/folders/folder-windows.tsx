import { loadPart } from '../../../lib/load-part.tsx';
import type { Folder } from '../folders.ts';
import { ItemWindows, type useItemMenu } from '../../../components/menus/item-menu.tsx';
import type { FolderQuestion } from './folder-menu.tsx';

const FolderMenu = loadPart(async () => (await import('./folder-menu.tsx')).FolderMenu);
const FolderDialog = loadPart(async () => (await import('./folder-dialogs.tsx')).FolderDialog);

type Props = {
  /** The items are the names of folders. */
  state: ReturnType<typeof useItemMenu<string, FolderQuestion>>;
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
