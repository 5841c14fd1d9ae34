import type { FolderChanges } from '@omomi/backend/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { feedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';
import { useNotify } from '../../../lib/notify.ts';
import { useReloadFolders } from './queries.ts';

/** Renames a folder. If that merged two folders, a notice says so. */
export const useRenameFolder = () => {
  const notify = useNotify();
  const texts = useTexts(feedDialogsTexts);
  const reload = useReloadFolders();
  return useMutation({
    mutationFn: ({ name, changes }: { name: string; changes: FolderChanges }) =>
      call('updateFolder', { params: { name }, body: changes }),
    onSuccess: (folder) => {
      if (folder.is_merged) notify.info(texts.folderMerged(folder.name));
    },
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
};

export const useDeleteFolder = () => {
  const notify = useNotify();
  const texts = useTexts(feedDialogsTexts);
  const reload = useReloadFolders();
  return useMutation({
    mutationFn: (name: string) => call('deleteFolder', { params: { name } }),
    onSuccess: (_, name) => notify.info(texts.folderDeleted(name)),
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
};
