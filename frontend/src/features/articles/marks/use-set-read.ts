import type { ArticleRow, Feed, Page } from '@omomi/backend/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { useNotify } from '../../../lib/notify.ts';
import { countsQuery, feedsQuery } from '../../../lib/queries/feeds.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { tellTabs } from '../../../lib/tabs/tabs.ts';
import { withUnread } from '../cache.ts';
import { keepShownList } from '../snapshot/kept-list.ts';
import { keepMarks } from './keep-marks.ts';
import { applyChange } from './mutations.ts';

/** The time without a mark after which the server's counts are loaded, in milliseconds. */
const PAUSE_MS = 5_000;
/** The same for the counts of saved searches, each of which goes through all that the reader has. */
const SEARCH_PAUSE_MS = 15_000;

const changeUnread = (client: QueryClient, feedId: string, change: number): void => {
  client.setQueryData<Page<Feed>>(keys.feeds, (feeds) =>
    feeds === undefined ? feeds : withUnread(feeds, feedId, change),
  );
};

/** Shows a mark in the lists, the article and the counts. */
export const showMark = (
  client: QueryClient,
  { article_id, feed_id }: Pick<ArticleRow, 'article_id' | 'feed_id'>,
  isRead: boolean,
): void => {
  applyChange(client, article_id, { is_read: isRead, read_at: isRead ? new Date().toISOString() : null });
  changeUnread(client, feed_id, isRead ? -1 : 1);
};

/**
 * Returns the function that marks an article read or unread. The mark is shown at once, and sent with those of the same
 * two seconds.
 */
export const useSetRead = (): ((row: ArticleRow, isRead: boolean) => void) => {
  const client = useQueryClient();
  return useCallback(
    (row, isRead) => {
      const { article_id, feed_id, is_former_feed } = row;
      // An article kept from a feed that the reader has left stays read.
      if (row.is_read === isRead || (is_former_feed && !isRead)) return;
      showMark(client, row, isRead);
      readMarksOf(client).add({ article_id, feed_id, is_read: isRead });
      tellTabs({ kind: 'read', marks: [{ article_id, feed_id, is_read: isRead }] });
    },
    [client],
  );
};

/** Keeps the unread counts up. Takes back marks that the server refuses. */
export const useReadMarks = (): void => {
  const client = useQueryClient();
  const notify = useNotify();
  const { isSuccess } = useQuery(feedsQuery);
  // The list of feeds brings the first counts.
  useQuery({ ...countsQuery, enabled: isSuccess });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let searchTimer: ReturnType<typeof setTimeout> | undefined;
    readMarksOf(client).listen({
      onSent: () => {
        clearTimeout(timer);
        clearTimeout(searchTimer);
        timer = setTimeout(() => {
          void client.invalidateQueries({ queryKey: keys.counts });
          tellTabs({ kind: 'changed', what: 'counts' });
        }, PAUSE_MS);
        searchTimer = setTimeout(
          () => void client.invalidateQueries({ queryKey: keys.searchCounts }),
          SEARCH_PAUSE_MS,
        );
      },
      onRefused: (marks, error) => {
        for (const mark of marks) showMark(client, mark, !mark.is_read);
        tellTabs({ kind: 'read', marks: marks.map((mark) => ({ ...mark, is_read: !mark.is_read })) });
        notify.error(error);
      },
    });
    const forget = keepMarks(client);
    const forgetList = keepShownList(client);
    return () => {
      clearTimeout(timer);
      clearTimeout(searchTimer);
      forget();
      forgetList();
    };
  }, [client, notify]);
};
