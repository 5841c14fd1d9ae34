import { noBookmarkCounts } from '../bookmarks/counts.ts';
import { createLoadStories } from '../articles/stories/known-stories.ts';
import { once } from '../lib/once.ts';
import { notifyReader, sendToAll, type Sending } from '../notifications/notify.ts';
import type { ContextOf } from './context.ts';

/**
 * Creates the sending of notifications and, where a server is set, of mails, with what a process keeps for it. Its rows are never shown, so
 * they need no keys of pictures.
 */
export const createNotify = (ctx: ContextOf['dispatch']): ((userIds: readonly string[]) => Promise<void>) => {
  const kept = {
    ...ctx,
    loadStories: createLoadStories(ctx),
    bookmarkCounts: noBookmarkCounts,
    imageKeys: { load: () => Promise.resolve(() => null), isValid: () => Promise.resolve(false) },
  };
  const notify: Sending = (userId, isLate) => notifyReader(kept, userId, isLate);
  const morning = once(async () => (await import('../morning/send-morning.ts')).sendMorning);
  const mail: Sending = async (userId) => (await morning())(kept, userId);
  const sendings = ctx.mail === null ? [notify] : [notify, mail];
  return (userIds) => sendToAll(kept, userIds, sendings);
};
