import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { useMarkAll } from '../../../lib/marks/mark-all.ts';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CheckAllIcon } from '../../../components/icons.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { isTyping } from '../../../lib/typing.ts';

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

type Props = { feedId: string | null; folder: string | null; unread: number };

/** Marks the shown feed, folder or all articles as read, by button or the A key. It does not ask: it can be undone. */
export const MarkAllButton = ({ feedId, folder, unread }: Props) => {
  const { t } = useI18n();
  const { mutate, isPending } = useMarkRead();
  const isIdle = unread === 0 || isPending;
  useEffect(() => {
    if (isIdle) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'A' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      mutate({ feed_id: feedId, folder, age: 'any', count: unread });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isIdle, mutate, feedId, folder, unread]);
  return (
    <IconButton
      label={t.list.markAllRead}
      icon={<CheckAllIcon />}
      data-stop=""
      disabled={isIdle}
      onClick={() => mutate({ feed_id: feedId, folder, age: 'any', count: unread })}
    />
  );
};
