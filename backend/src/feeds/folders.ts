import type { Context } from '../model/context.ts';
import pMap from 'p-map';
import { type FolderChanges, onlyPage, type Folder } from '../contract/index.ts';
import { byPosition, type Subscription } from '../model/feed/subscription.ts';
import { DomainError } from '../lib/errors.ts';
import { withCounts, type CountContext } from '../articles/reading/unread.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';

/** Returns the error of a folder in which no feed is. */
export const folderUnknown = () => new DomainError('NOT_FOUND', 'You have no folder of this name.');

const CONCURRENT_WRITES = 8;

type FolderContext = CountContext & Pick<Context, 'folders'>;

const feedsIn = (all: readonly Subscription[], name: string): Subscription[] => {
  const inside = all.filter(({ folder }) => folder === name);
  if (inside.length === 0) throw folderUnknown();
  return inside;
};

/** Moves feeds out of a folder, one conditional write each. One that left it meanwhile stays where it is. */
const moveFeeds = async (
  { subscriptions }: FolderContext,
  inside: Subscription[],
  to: string | null,
): Promise<void> => {
  await pMap(
    inside,
    ({ user_id, feed_id, folder }) => subscriptions.setFolder(user_id, feed_id, folder, to),
    {
      concurrency: CONCURRENT_WRITES,
    },
  );
};

/**
 * Changes the name or the position of a folder. Returns its name then, and whether there was a folder of that name
 * already. If the call is interrupted, some feeds are in the old folder and some in the new one, and the same call
 * completes it. @throws NOT_FOUND if no feed is in the folder.
 */
const changeFolder = async (
  ctx: FolderContext,
  user_id: string,
  from: string,
  { name: to = from, position: asked }: FolderChanges,
): Promise<{ name: string; is_merged: boolean }> => {
  const { folders } = ctx;
  const all = await ctx.subscriptions.list(user_id);
  const inside = feedsIn(all, from);
  const is_merged = to !== from && all.some(({ folder }) => folder === to);
  const before = (await folders.positions(user_id)).get(from) ?? null;
  // Two folders that become one keep the position of the one that had the name, unless another is asked for.
  const position = asked === undefined && !is_merged ? before : asked;
  if (position === null) await folders.delete(user_id, to);
  else if (position !== undefined) await folders.put({ user_id, name: to, position });
  if (to === from) return { name: to, is_merged };
  await moveFeeds(ctx, inside, to);
  await folders.delete(user_id, from);
  return { name: to, is_merged };
};

/** Takes the feeds out of a folder. @throws NOT_FOUND if no feed is in it. */
const deleteFolder = async (ctx: FolderContext, userId: string, name: string): Promise<void> => {
  await moveFeeds(ctx, feedsIn(await ctx.subscriptions.list(userId), name), null);
  await ctx.folders.delete(userId, name);
};

/** Returns the folders that a reader's feeds are in, in the reader's order. */
const foldersOf = async (ctx: FolderContext, userId: string): Promise<Folder[]> => {
  const { subscriptions, folders } = ctx;
  const inFolders = (await subscriptions.list(userId)).filter(({ folder }) => folder !== null);
  const [counted, positions] = await Promise.all([
    withCounts(ctx, userId, inFolders),
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

/** The endpoints for a reader's folders. */
export const folderEndpoints = (
  ctx: FolderContext,
): HandlersOf<'listFolders' | 'updateFolder' | 'deleteFolder'> => ({
  listFolders: async ({ reader: { user_id } }) => onlyPage(await foldersOf(ctx, user_id)),
  updateFolder: async ({ reader: { user_id }, params: { name }, body }) => {
    const changed = await changeFolder(ctx, user_id, name, body);
    const folder = (await foldersOf(ctx, user_id)).find((one) => one.name === changed.name);
    if (folder === undefined) throw folderUnknown();
    return { ...folder, is_merged: changed.is_merged };
  },
  deleteFolder: async ({ reader: { user_id }, params: { name } }) => {
    await deleteFolder(ctx, user_id, name);
    return undefined;
  },
});
