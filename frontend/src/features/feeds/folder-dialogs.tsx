import type { FolderChanges } from '@omomi/backend/contract';
import { useRef } from 'react';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { Confirm } from '../../components/overlays/modal.tsx';
import { TextDialog } from '../../components/overlays/text-dialog.tsx';
import { folderKey } from './tree/lines.ts';
import { useReloadFolders } from './folders.ts';
import type { FolderQuestion } from './windows.tsx';
import { useDeed } from '../../lib/queries/use-deed.ts';

/** Renames a folder. If that merged two folders, a notice says so. */
const useRenameFolder = () => {
  const notify = useNotify();
  const texts = useTexts('feedDialogs');
  const reload = useReloadFolders();
  return useDeed({
    mutationFn: ({ name, changes }: { name: string; changes: FolderChanges }) =>
      call('updateFolder', { params: { name }, body: changes }),
    onSuccess: (folder) => {
      if (folder.is_merged) notify.info(texts.folderMerged(folder.name));
    },
    onSettled: reload,
  });
};

const useDeleteFolder = () => {
  const notify = useNotify();
  const texts = useTexts('feedDialogs');
  const reload = useReloadFolders();
  return useDeed({
    mutationFn: (name: string) => call('deleteFolder', { params: { name } }),
    onSuccess: (_, name) => notify.info(texts.folderDeleted(name)),
    onSettled: reload,
  });
};

type Props = {
  name: string;
  question: FolderQuestion;
  onClose: () => void;
  /** The folder has another name; null if it is gone. */
  onRenamed: (name: string | null) => void;
};

/** Returns what has the focus in the line of a folder. */
const lineOf = (name: string): HTMLElement | null =>
  document.querySelector(`[data-key="${CSS.escape(folderKey(name))}"] [data-stop]`);

/** Shows the dialog of a menu item of a folder: rename or delete. */
export const FolderDialog = ({ name, question, onClose, onRenamed }: Props) => {
  const texts = useTexts('feedDialogs');
  const rename = useRenameFolder();
  const remove = useDeleteFolder();
  // A folder with another name has another line.
  const newName = useRef(name);
  if (question === 'rename') {
    return (
      <TextDialog
        title={texts.renameFolderTitle}
        label={texts.newFolder}
        hint={texts.renameFolderHint}
        start={name}
        maxLength={100}
        busy={rename.isPending}
        onClose={onClose}
        focusAfter={() => lineOf(newName.current)}
        onSubmit={(text) => {
          if (text === '' || text === name) return onClose();
          return rename.mutate(
            { name, changes: { name: text } },
            {
              onSuccess: (folder) => {
                newName.current = folder.name;
                onRenamed(folder.name);
                onClose();
              },
            },
          );
        }}
      />
    );
  }
  return (
    <Confirm
      open
      title={texts.deleteFolderTitle(name)}
      text={texts.deleteFolderText}
      action={texts.deleteFolderConfirm}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(name, { onSuccess: () => onRenamed(null), onSettled: onClose })}
    />
  );
};
