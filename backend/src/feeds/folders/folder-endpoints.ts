import { withCounts, type CountContext } from '../../articles/reading/unread.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { onlyPage, type Folder } from '../../contract/index.ts';
import { byPosition, type FolderStore } from '../../model/feed/folder.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import { folderUnknown, type ChangeFolder, type DeleteFolder } from './change-folder.ts';

type FolderEndpointDeps = CountContext & {
  subscriptions: Pick<SubscriptionStore, 'list'>;
  folders: Pick<FolderStore, 'positions'>;
  changeFolder: ChangeFolder;
  deleteFolder: DeleteFolder;
};

/** Returns the folders that a reader's feeds are in, in the reader's order. */
const foldersOf = async (deps: FolderEndpointDeps, userId: string): Promise<Folder[]> => {
  const { subscriptions, folders } = deps;
  const inFolders = (await subscriptions.list(userId)).filter(({ folder }) => folder !== null);
  const [counted, positions] = await Promise.all([
    withCounts(deps, userId, inFolders),
    folders.positions(userId),
  ]);
  const byName = Map.groupBy(counted, ({ folder }) => folder ?? '');
  return Array.from(byName, ([name, feeds]) => ({
    name,
    position: positions.get(name) ?? null,
    feed_count: feeds.length,
    unread_count: feeds.reduce((sum, { unread_count }) => sum + unread_count, 0),
  })).toSorted(byPosition);
};

/** Creates the endpoints for a reader's folders. */
export const createFolderEndpoints = (
  deps: FolderEndpointDeps,
): HandlersOf<'listFolders' | 'updateFolder' | 'deleteFolder'> => ({
  listFolders: async ({ reader: { user_id } }) => onlyPage(await foldersOf(deps, user_id)),
  updateFolder: async ({ reader: { user_id }, params: { name }, body }) => {
    const changed = await deps.changeFolder(user_id, name, body);
    const folder = (await foldersOf(deps, user_id)).find((one) => one.name === changed.name);
    if (folder === undefined) throw folderUnknown();
    return { ...folder, is_merged: changed.is_merged };
  },
  deleteFolder: async ({ reader: { user_id }, params: { name } }) => {
    await deps.deleteFolder(user_id, name);
    return undefined;
  },
});
