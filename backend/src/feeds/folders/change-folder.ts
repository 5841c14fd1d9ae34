import pMap from 'p-map';
import type { FolderChanges } from '../../contract/index.ts';
import type { FolderStore } from '../../model/feed/folder.ts';
import type { Subscription, SubscriptionStore } from '../../model/feed/subscription.ts';
import { DomainError } from '../../lib/domain-error.ts';

/** Returns the error of a folder in which no feed is. */
export const folderUnknown = () => new DomainError('NOT_FOUND', 'You have no folder of this name.');

const CONCURRENT_WRITES = 8;

export type ChangeFolderDeps = {
  subscriptions: Pick<SubscriptionStore, 'list' | 'setFolder'>;
  folders: FolderStore;
};

const feedsIn = (all: Subscription[], name: string): Subscription[] => {
  const inside = all.filter(({ folder }) => folder === name);
  if (inside.length === 0) throw folderUnknown();
  return inside;
};

/** Moves feeds out of a folder, one conditional write each. One that left it meanwhile stays where it is. */
const moveFeeds = async (
  { subscriptions }: ChangeFolderDeps,
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
export type ChangeFolder = (
  userId: string,
  name: string,
  changes: FolderChanges,
) => Promise<{ name: string; is_merged: boolean }>;

export const createChangeFolder =
  (deps: ChangeFolderDeps): ChangeFolder =>
  async (user_id, from, { name: to = from, position: asked }) => {
    const { folders } = deps;
    const all = await deps.subscriptions.list(user_id);
    const inside = feedsIn(all, from);
    const is_merged = to !== from && all.some(({ folder }) => folder === to);
    const before = (await folders.positions(user_id)).get(from) ?? null;
    // Two folders that become one keep the position of the one that had the name, unless another is asked for.
    const position = asked === undefined && !is_merged ? before : asked;
    if (position === null) await folders.delete(user_id, to);
    else if (position !== undefined) await folders.put({ user_id, name: to, position });
    if (to === from) return { name: to, is_merged };
    await moveFeeds(deps, inside, to);
    await folders.delete(user_id, from);
    return { name: to, is_merged };
  };

/** Takes the feeds out of a folder. @throws NOT_FOUND if no feed is in it. */
export type DeleteFolder = (userId: string, name: string) => Promise<void>;

export const createDeleteFolder =
  (deps: ChangeFolderDeps): DeleteFolder =>
  async (userId, name) => {
    await moveFeeds(deps, feedsIn(await deps.subscriptions.list(userId), name), null);
    await deps.folders.delete(userId, name);
  };
