import type { Feed, FeedChanges } from '@omomi/backend/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from '../../lib/notify.ts';
import { call } from '../../lib/api/api.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useMarkAll } from '../../lib/marks/mark-all.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { reloadFeeds } from '../../lib/queries/refresh-lists.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

/** Checks whether the articles of a feed come by mail. */
export const isNewsletter = ({ url }: Pick<Feed, 'url'>): boolean => url.startsWith('mailto:');

/** Returns a function that loads the feeds anew. */
export const reload = (client: QueryClient) => () => reloadFeeds(client);

/** Finds the feeds of an address. Shows no notice of an error, because the form shows it. */
export const useDiscover = () =>
  useMutation({ mutationFn: (url: string) => call('discoverFeeds', { body: { url } }) });

/** Changes a feed. Changes are sent one after the other, so that the last one counts. */
export const useUpdateFeed = () => {
  const client = useQueryClient();
  return useDeed({
    scope: { id: 'update-feed' },
    mutationFn: ({ feed, changes }: { feed: Feed; changes: FeedChanges }) =>
      call('updateFeed', { params: { feed_id: feed.feed_id }, body: changes }),
    onSettled: reload(client),
  });
};

type Choice = 'fetch_interval_minutes' | 'keep_days' | 'text_mode' | 'volume';

/**
 * Returns the value of a feed's setting and a function that changes it. A new value is returned at once, before the server has
 * answered. So a control need not be disabled while the change is sent, and keeps the focus.
 */
export const useFeedChoice = <K extends Choice>(
  feed: Feed,
  key: K,
): [chosen: Feed[K], choose: (value: Feed[K]) => void] => {
  const { mutate, isPending } = useUpdateFeed();
  const [last, setLast] = useState(feed[key]);
  const choose = (value: Feed[K]): void => {
    setLast(value);
    mutate({ feed, changes: { [key]: value } });
  };
  return [isPending ? last : feed[key], choose];
};

/** Checks whether a resumed feed waits until a minute has passed since it was last asked. By the server's clock alone. */
const isWaiting = ({ next_fetch_at, last_fetched_at }: Feed): boolean =>
  next_fetch_at !== null &&
  last_fetched_at !== null &&
  Date.parse(next_fetch_at) - Date.parse(last_fetched_at) <= 60_000;

export const useResumeFeed = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  return useDeed({
    mutationFn: (feed: Feed) => call('resumeFeed', { params: { feed_id: feed.feed_id } }),
    onSuccess: (feed) => {
      if (isWaiting(feed)) notify.info(t.jobs.tried(0, 1));
      else if (feed.error_code === null) notify.info(t.feed.retried);
    },
    onSettled: reload(client),
  });
};

/** Tries all these feeds again, one after the other, and tells how many of them are asked. */
export const useResumeFeeds = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  return useDeed({
    mutationFn: async (feedIds: () => Promise<string[]>) => {
      const feeds: Feed[] = [];
      for (const feed_id of await feedIds()) feeds.push(await call('resumeFeed', { params: { feed_id } }));
      return feeds;
    },
    onSuccess: (feeds) => {
      const waiting = feeds.filter(isWaiting).length;
      notify.info(t.jobs.tried(feeds.length - waiting, waiting));
    },
    onSettled: reload(client),
  });
};

/** Fetches one feed now. The job watch shows the result. */
export const useFetchFeed = () =>
  useDeed({
    mutationFn: (feed: Feed) => call('fetchFeeds', { body: { feed_id: feed.feed_id } }),
    reload: [keys.jobs],
  });

/** Marks all articles of these feeds as read, which may be those of a folder, by one mark, and offers to undo it. */
export const useMarkFeedsRead = () => {
  const { mutate: markAll, isPending } = useMarkAll();
  const mutate = (feeds: readonly Feed[], folder: string | null = null): void =>
    markAll({
      feedIds: feeds.map(({ feed_id }) => feed_id),
      folder,
      olderThan: 0,
      count: feeds.reduce((sum, { unread_count }) => sum + unread_count, 0),
    });
  return { mutate, isPending };
};
