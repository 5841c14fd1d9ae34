import type { QueryClient } from '@tanstack/react-query';
import { sendWaitingHighlight } from '../features/articles/highlights/send-highlight.ts';
import { applyChange } from '../features/articles/marks/mutations.ts';
import { ApiError, mayPass } from '../lib/api/api-error.ts';
import { call } from '../lib/api/api.ts';
import type { Dictionary } from '../lib/i18n/en/start.ts';
import type { useUndo } from '../lib/jobs.ts';
import { markAllBody } from '../lib/marks/mark-all.ts';
import type { Notify } from '../lib/notify.ts';
import type { Sent, Waiting } from '../lib/offline/outbox.ts';
import { keys } from '../lib/queries/query-keys.ts';
import { refreshArrivals } from '../lib/queries/refresh-lists.ts';

type Around = { client: QueryClient; notify: Notify; t: Dictionary; undo: ReturnType<typeof useUndo> };

/** Checks whether the answer to an earlier attempt was lost: the feed is followed, or the keyword is there. */
const isThere = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ALREADY_SUBSCRIBED' || error.code === 'KEYWORD_EXISTS');

const sendOne = async (change: Waiting, { client, notify, t, undo }: Around): Promise<void> => {
  switch (change.kind) {
    case 'save': {
      const { article_id, is_saved, saved_at } = change;
      await call('setSaved', { params: { article_id }, body: { is_saved, saved_at } });
      return;
    }
    case 'tags': {
      const { article_id, tags } = change;
      await call('setTags', { params: { article_id }, body: { tags } });
      await client.invalidateQueries({ queryKey: keys.tags });
      // The sidebar shows tags from the first one on.
      await client.invalidateQueries({ queryKey: keys.preferences });
      return;
    }
    case 'highlight':
      await sendWaitingHighlight(change, change.is);
      await client.invalidateQueries({ queryKey: keys.highlights });
      await client.invalidateQueries({ queryKey: keys.preferences });
      return;
    case 'follow': {
      const feed = await call('addFeed', { body: { url: change.url } });
      notify.info(t.offline.added(feed.title));
      await refreshArrivals(client);
      return;
    }
    case 'save-page': {
      const { title } = await call('savePage', { body: { url: change.url } });
      notify.info(t.offline.added(title));
      await refreshArrivals(client);
      return;
    }
    case 'keyword': {
      const { text, weight, is_excluding } = change;
      await call('addKeyword', { body: { text, weight, is_excluding } });
      notify.info(t.offline.added(text));
      await client.invalidateQueries({ queryKey: keys.keywords });
      await client.invalidateQueries({ queryKey: keys.jobs });
      return;
    }
    case 'mark-all':
      undo.tell(await call('markRead', { body: markAllBody(change) }), change.count);
      return;
    default:
      return change satisfies never;
  }
};

/** Sends a change that was made without a connection, and says if the server refuses it. */
export const sendChange = async (change: Waiting, around: Around): Promise<Sent> => {
  try {
    await sendOne(change, around);
  } catch (error) {
    if (mayPass(error)) return 'waits';
    if (isThere(error)) return 'done';
    if (change.kind === 'save') applyChange(around.client, change.article_id, { is_saved: !change.is_saved });
    around.notify.error(error);
  }
  return 'done';
};
