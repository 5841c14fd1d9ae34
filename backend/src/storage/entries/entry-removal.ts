import type { EntryStore } from '../../model/article/entry.ts';
import { and, itemIsNew } from '../table/expressions.ts';
import { articleIdIn, entriesOf, entryKey, indexes, timeRange } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';
import { carriedBy, expiredBy, removable, unreadAndUnsaved } from './entry-conditions.ts';
import { rowFromItem } from './entry-item.ts';

/** Creates what finds and removes entries; see EntryStore. Its conditions keep entries that are saved meanwhile. */
export const createEntryRemoval = (
  table: TableClient,
): Pick<EntryStore, 'listExpired' | 'replaceWithTombstone' | 'leave' | 'mute' | 'muteUnread' | 'delete'> => ({
  // List read entries first: only the cleanup removes them, whereas DynamoDB also deletes unread ones by itself.
  listExpired: async (userId, now, after, limit) => {
    const state = after?.startsWith(timeRange('UNREAD')) === true ? 'UNREAD' : 'READ';
    const prefix = timeRange(state);
    const page = await table.queryPage({
      PK: entriesOf(userId).PK,
      prefix,
      index: 'by-time',
      filter: expiredBy(now),
      limit,
      after:
        after === null || after === prefix
          ? undefined
          : { ...entryKey(userId, articleIdIn(after)), [indexes['by-time']]: after },
      is_consistent: false,
    });
    const last = page.last?.[indexes['by-time']];
    return {
      expired: page.items.map(rowFromItem),
      next: typeof last === 'string' ? last : state === 'READ' ? timeRange('UNREAD') : null,
    };
  },
  replaceWithTombstone: (userId, articleId, ttl, expiredBefore) =>
    table.put({ ...entryKey(userId, articleId), ttl }, removable(expiredBefore)),
  leave: ({ user_id: userId, article_id: articleId, feed_ids }, ttl, allowRefollow) =>
    table.put(
      { ...entryKey(userId, articleId), ttl, ...(allowRefollow ? { left: true } : {}) },
      and(removable(undefined), carriedBy(feed_ids)),
    ),
  mute: async ({ user_id: userId, article_id: articleId }, tombstone) => {
    await table.put({ ...entryKey(userId, articleId), ...tombstone }, itemIsNew);
  },
  muteUnread: ({ user_id: userId, article_id: articleId }, tombstone) =>
    table.put({ ...entryKey(userId, articleId), ...tombstone }, unreadAndUnsaved),
  delete: (userId, articleId, expiredBefore) =>
    table.delete(entryKey(userId, articleId), removable(expiredBefore)),
});
