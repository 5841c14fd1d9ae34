import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../../lib/notify.ts';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { call } from '../../../lib/api/api.ts';
import { useUndo } from '../../../lib/jobs/undo.ts';
import { refreshMarks } from '../../../lib/queries/refresh-lists.ts';

export const ages = ['any', 'day', 'week'] as const;
/** The age an article must have to be marked: any age, older than a day, older than a week. */
export type Age = (typeof ages)[number];

const day = 24 * 60 * 60_000;
const shortest = { any: 0, day, week: 7 * day } as const satisfies Record<Age, number>;

/** Returns the time up to which articles must have arrived. Those that arrive during the request stay unread. */
export const beforeOf = (age: Age, now: Date): string =>
  new Date(now.getTime() - shortest[age]).toISOString();

type Mark = {
  feed_id: string | null;
  folder: string | null;
  age: Age;
  /** The number of articles that are marked; null if not known. */
  count: number | null;
};

/** Marks a feed, a folder or all articles as read, and offers to undo it. */
export const useMarkRead = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { tell } = useUndo();
  return useMutation({
    mutationFn: async ({ feed_id, folder, age }: Mark) => {
      // Single marks that were made before must not arrive after this one.
      await readMarksOf(client).flush();
      return call('markRead', {
        body: {
          before: beforeOf(age, new Date()),
          ...(feed_id === null ? {} : { feed_id }),
          ...(folder === null ? {} : { folder }),
        },
      });
    },
    onSuccess: (job, { count }) => tell(job, count),
    onError: (error) => notify.error(error),
    onSettled: () => refreshMarks(client),
  });
};
