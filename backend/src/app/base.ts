import { countUnread } from '../articles/reading/unread.ts';
import type { CountUnread } from '../model/feed/subscription.ts';
import type { Base } from './context.ts';

/*
 * Use cases that the handlers of several functions share.
 */

export const countUnreadOf =
  (ctx: Base): CountUnread =>
  (userId, feedId, lastReadAt) =>
    countUnread(ctx, userId, feedId, lastReadAt);
