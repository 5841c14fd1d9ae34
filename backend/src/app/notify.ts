import { createLoadStories } from '../articles/stories/known-stories.ts';
import { once } from '../lib/memory.ts';
import { notifyReader, sendToAll, type Sending } from '../notifications/notify.ts';
import type { DispatchContext } from './dispatch.ts';

/**
 * Returns the context with the parts that the process keeps for notifications. Their rows are never shown, so they need no keys of
 * pictures.
 */
const keptOf = (ctx: DispatchContext) => ({
  ...ctx,
  loadStories: createLoadStories(ctx),
  bookmarkCounts: null,
  imageKeys: { load: () => Promise.resolve(() => null), isValid: () => Promise.resolve(false) },
});

/** Creates the sending of notifications and of the morning edition. */
export const createNotify = (ctx: DispatchContext): ((userIds: readonly string[]) => Promise<void>) => {
  const kept = keptOf(ctx);
  const notify: Sending = (userId, isLate) => notifyReader(kept, userId, isLate);
  const loaded = once(async () => (await import('../morning/send-morning.ts')).sendMorning);
  const morning: Sending = async (userId) => (await loaded())(kept, userId);
  return (userIds) => sendToAll(kept, userIds, [notify, morning]);
};
