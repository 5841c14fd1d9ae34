import { useQueryClient } from '@tanstack/react-query';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { useMarkAll } from '../../../lib/marks/use-mark-all.ts';

export const ages = ['any', 'day', 'week'] as const;
/** The age an article must have to be marked: any age, older than a day, older than a week. */
export type Age = (typeof ages)[number];

const day = 24 * 60 * 60_000;
const shortest = { any: 0, day, week: 7 * day } as const satisfies Record<Age, number>;

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
  const { mutate: markAll, isPending } = useMarkAll();
  const feedsOf = ({ feed_id, folder }: Mark): string[] | null => {
    if (feed_id !== null) return [feed_id];
    if (folder === null) return null;
    const feeds = client.getQueryData(feedsQuery.queryKey)?.items ?? [];
    return feeds.filter((feed) => feed.folder === folder).map((feed) => feed.feed_id);
  };
  const mutate = (mark: Mark): void =>
    markAll({
      feedIds: feedsOf(mark),
      folder: mark.feed_id === null ? mark.folder : null,
      olderThan: shortest[mark.age],
      count: mark.count,
    });
  return { mutate, isPending };
};
