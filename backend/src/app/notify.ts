import { noBookmarkCounts } from '../bookmarks/counts.ts';
import { createLoadStories } from '../articles/stories/known-stories.ts';
import { notifyAll } from '../notifications/notify.ts';
import type { ContextOf } from './context.ts';

/** Creates the sending of notifications, with what a process keeps for it. Its rows are never shown, so they need no keys of pictures. */
export const createNotify = (ctx: ContextOf['dispatch']): ((userIds: readonly string[]) => Promise<void>) => {
  const kept = {
    ...ctx,
    loadStories: createLoadStories(ctx),
    bookmarkCounts: noBookmarkCounts,
    imageKeys: { load: () => Promise.resolve(() => null), isValid: () => Promise.resolve(false) },
  };
  return (userIds) => notifyAll(kept, userIds);
};
