import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyChange } from '../../features/articles/marks/mutations.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/api.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { onReachedAgain } from '../../lib/offline/connection.ts';
import { type Sent, type Waiting, sendWaiting, waitingChanges } from '../../lib/offline/outbox.ts';
import { refreshArrivals } from '../../lib/queries/refresh-lists.ts';

/** The time between two attempts to send what waits, in milliseconds. */
const AGAIN_MS = 15_000;

/** Checks whether a failure may pass: no connection, signed out, a limit, or an error of the server. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500);

/** Sends the changes that were made without a connection, as soon as there is one, and says what the server refuses. */
export const useOutbox = (): void => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  useEffect(() => {
    const sendOne = async (change: Waiting): Promise<void> => {
      if (change.kind === 'save') {
        const { article_id, is_saved } = change;
        await call('setSaved', { params: { article_id }, body: { is_saved } });
        return;
      }
      const feed = await call('addFeed', { body: { url: change.url } });
      notify.info(t.offline.followed(feed.title));
      await refreshArrivals(client);
    };
    const send = async (change: Waiting): Promise<Sent> => {
      try {
        await sendOne(change);
      } catch (error) {
        if (mayPass(error)) return 'waits';
        // A repetition after an answer that was lost: the feed is followed.
        if (error instanceof ApiError && error.code === 'ALREADY_SUBSCRIBED') return 'done';
        if (change.kind === 'save') applyChange(client, change.article_id, { is_saved: !change.is_saved });
        notify.error(error);
      }
      return 'done';
    };
    const flush = (): void => {
      if (waitingChanges().length > 0) void sendWaiting(send);
    };
    flush();
    const timer = setInterval(flush, AGAIN_MS);
    const forget = onReachedAgain(flush);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      forget();
      window.removeEventListener('online', flush);
    };
  }, [client, notify, t]);
};
