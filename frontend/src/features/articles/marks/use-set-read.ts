import type { ArticleRow, Feed, Page } from '@omomi/backend/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ReadMark } from '../../../lib/marks/mark-book.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { countChanges, readMarksOf } from '../../../lib/marks/read-marks.ts';
import { useNotify } from '../../../lib/notify.ts';
import { countsQuery, feedsQuery } from '../../../lib/queries/feeds.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { tellTabs } from '../../../lib/tabs.ts';
import { withUnread } from '../cache.ts';
import { keepShownList } from '../snapshot/kept-list.ts';
import { applyChanges } from './mutations.ts';

/** The time without a mark after which the server's counts are loaded, in milliseconds. */
const PAUSE_MS = 5_000;
/** The same for the counts of saved searches, each of which goes through all that the reader has. */
const SEARCH_PAUSE_MS = 15_000;

/** Returns the marks that take these back. */
const oppositeOf = (marks: readonly ReadMark[]): ReadMark[] =>
  marks.map((mark) => ({ ...mark, is_read: !mark.is_read }));

/** Shows marks in the lists, the articles and the counts. */
export const showMarks = (client: QueryClient, marks: readonly ReadMark[]): void => {
  const now = new Date().toISOString();
  applyChanges(
    client,
    new Map(marks.map(({ article_id, is_read }) => [article_id, { is_read, read_at: is_read ? now : null }])),
  );
  client.setQueryData<Page<Feed>>(keys.feeds, (feeds) =>
    feeds === undefined ? feeds : withUnread(feeds, countChanges(marks)),
  );
};

/**
 * Marks articles read or unread. The marks are shown at once, and sent with those of the same two seconds. Articles that
 * are as asked for, or cannot be, are left out.
 */
export const markRows = (client: QueryClient, rows: readonly ArticleRow[], isRead: boolean): void => {
  const marks = rows.flatMap(({ article_id, feed_id, is_read, is_former_feed }) =>
    // An article kept from a feed that the reader has left stays read.
    is_read === isRead || (is_former_feed && !isRead) ? [] : { article_id, feed_id, is_read: isRead },
  );
  if (marks.length > 0) sendMarks(client, marks);
};

/** Shows marks at once, in the other tabs too, and sends them with those of the same two seconds. */
const sendMarks = (client: QueryClient, marks: ReadMark[]): void => {
  showMarks(client, marks);
  const takenBack = readMarksOf(client).add(...marks);
  tellTabs({ kind: 'read', marks });
  if (takenBack.length === 0) return;
  // The server gets neither of two opposite marks.
  tellTabs({ kind: 'settled', marks: [...takenBack, ...oppositeOf(takenBack)], is_taken: false });
};

/** Returns the function that marks one article. */
export const useSetRead = (): ((row: ArticleRow, isRead: boolean) => void) => {
  const client = useQueryClient();
  return useCallback((row, isRead) => markRows(client, [row], isRead), [client]);
};

/** Keeps the unread counts up. Takes back marks that the server refuses. */
export const useReadMarks = (): void => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const { isSuccess } = useQuery(feedsQuery);
  // The list of feeds brings the first counts.
  useQuery({ ...countsQuery, enabled: isSuccess });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let searchTimer: ReturnType<typeof setTimeout> | undefined;
    readMarksOf(client).listen({
      onSettled: (marks, isTaken) => {
        tellTabs({ kind: 'settled', marks, is_taken: isTaken });
        if (!isTaken) return;
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
      onFinished: (marks) => {
        showMarks(client, marks);
        tellTabs({ kind: 'read', marks });
        tellTabs({ kind: 'settled', marks, is_taken: true });
        notify.offer(t.marks.finished(marks.length), {
          label: t.marks.undo,
          run: () => sendMarks(client, oppositeOf(marks)),
        });
      },
      onRefused: (marks, error) => {
        const back = oppositeOf(marks);
        showMarks(client, back);
        tellTabs({ kind: 'read', marks: back });
        tellTabs({ kind: 'settled', marks: back, is_taken: false });
        notify.error(error);
      },
    });
    const forgetList = keepShownList(client);
    return () => {
      clearTimeout(timer);
      clearTimeout(searchTimer);
      forgetList();
    };
  }, [client, notify, t]);
};
