import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/api.ts';
import { serverNow } from '../time/clock.ts';
import { useI18n } from '../i18n/language.tsx';
import { useUndo } from '../jobs/undo.ts';
import { useNotify } from '../notify.ts';
import { type MarkAll, sendLater, takeBack } from '../offline/outbox.ts';
import { refreshMarks } from '../queries/refresh-lists.ts';
import { hideMarkAll, showMarkAll } from './mark-all.ts';
import { readMarksOf } from './read-marks.ts';

type Wanted = {
  /** The feeds whose articles are marked; null for all. */
  feedIds: readonly string[] | null;
  /** The folder that has these feeds, if they are those of a folder. */
  folder?: string | null;
  /** The age that an article must have, in milliseconds since its arrival. */
  olderThan: number;
  /** The number of articles; null if it is not known. */
  count: number | null;
};

/** Returns the time up to which articles must have arrived: those that arrive after the reader's wish stay unread. */
export const beforeOf = (olderThan: number, now: Date): string =>
  new Date(now.getTime() - olderThan).toISOString();

/** Returns the body of the request for a mark. It names a folder, which may have more feeds than a request may name. */
export const markAllBody = ({
  before,
  feed_ids,
  folder,
}: Pick<MarkAll, 'before' | 'feed_ids' | 'folder'>) => ({
  before,
  ...(folder !== null ? { folder } : feed_ids === null ? {} : { feed_ids }),
});

/** Returns a function that keeps a mark until the server can be reached, shows it, and offers to take it back. */
const useMarkLater = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  return (mark: MarkAll): void => {
    sendLater(mark);
    const shown = showMarkAll(client, mark);
    const undo = (): void => {
      const isWaiting = takeBack(mark);
      if (isWaiting) hideMarkAll(client, shown);
      notify.info(isWaiting ? t.marks.undone : t.marks.tooLate);
    };
    notify.offer(t.marks.marked(mark.count), { label: t.marks.undo, run: undo });
  };
};

/** Marks all articles of feeds as read, and offers to undo it. Without a connection it does so as soon as there is one. */
export const useMarkAll = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const markLater = useMarkLater();
  const { tell } = useUndo();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ mark, olderThan }: { mark: MarkAll; olderThan: number }) => {
      // Single marks that were made before must not arrive after this one.
      await readMarksOf(client).flush();
      // The server takes no time that is later than its own, of which only the second is known here.
      return call('markRead', { body: markAllBody({ ...mark, before: beforeOf(olderThan, new Date()) }) });
    },
    onSuccess: async (job, { mark }) => {
      tell(job, mark.count);
      await refreshMarks(client);
    },
    onError: async (error, { mark }) => {
      if (error instanceof ApiError && error.status === 0) {
        readMarksOf(client).markedAll(mark);
        markLater(mark);
        return;
      }
      notify.error(error);
      await refreshMarks(client);
    },
  });
  return {
    isPending,
    mutate: ({ feedIds, folder = null, olderThan, count }: Wanted): void => {
      const feed_ids = feedIds === null ? null : [...feedIds];
      const before = beforeOf(olderThan, serverNow());
      const mark = { kind: 'mark-all', before, feed_ids, folder, is_whole: olderThan === 0, count } as const;
      mutate({ mark, olderThan });
    },
  };
};
