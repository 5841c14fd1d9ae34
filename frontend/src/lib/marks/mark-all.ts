import type { ArticleRow, Page, Feed, OpenedArticle } from '@omomi/backend/contract';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../queries/query-keys.ts';
import { type MarkAll, waitingMarkAlls, sendLater, takeBack } from '../offline/outbox.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/api.ts';
import { serverNow } from '../clock.ts';
import { useI18n } from '../i18n/language.tsx';
import { useUndo } from '../jobs.ts';
import { useNotify } from '../notify.ts';
import { refreshMarks } from '../queries/refresh-lists.ts';
import { readMarksOf } from './read-marks.ts';

const changeItems = (client: QueryClient, change: (items: ArticleRow[]) => ArticleRow[]): void => {
  client.setQueriesData<InfiniteData<Page<ArticleRow>>>({ queryKey: keys.articleLists }, (data) =>
    data === undefined
      ? data
      : { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
};

/** Takes the articles of a feed out of the lists, except for saved ones, which the reader keeps. */
export const dropFeed = (client: QueryClient, feedId: string): void =>
  changeItems(client, (items) => items.filter(({ feed_id, is_saved }) => feed_id !== feedId || is_saved));

/** Shows articles as read or unread in the places that they have in the lists. */
export const showRead = (client: QueryClient, articleIds: readonly string[], isRead: boolean): void => {
  const marked = new Set(articleIds);
  changeItems(client, (items) =>
    items.map((row) => (marked.has(row.article_id) ? { ...row, is_read: isRead } : row)),
  );
};

type Scope = Pick<MarkAll, 'before' | 'feed_ids'>;

/** Checks whether a mark is of this article. */
export const covers = (
  { before, feed_ids }: Scope,
  row: Pick<ArticleRow, 'feed_id' | 'created_at'>,
): boolean => row.created_at <= before && (feed_ids?.includes(row.feed_id) ?? true);

/** Checks whether marks that wait leave nothing unread in a feed, as far as it is known here. */
export const isCleared = (feedId: string, marks: readonly MarkAll[]): boolean =>
  marks.some(({ is_whole, feed_ids }) => is_whole && (feed_ids?.includes(feedId) ?? true));

/** The changes that a mark has made on the page: the articles that were unread, and the feeds with their former counts. */
type Shown = { articleIds: string[]; counts: ReadonlyMap<string, number> };

/** Shows articles as read or unread in the lists, and where they are open. */
const show = (client: QueryClient, articleIds: readonly string[], isRead: boolean): void => {
  showRead(client, articleIds, isRead);
  for (const id of articleIds)
    client.setQueryData<OpenedArticle>(keys.article(id), (data) =>
      data === undefined ? data : { ...data, is_read: isRead },
    );
};

const setCounts = (client: QueryClient, countOf: (feed: Feed) => number): void => {
  client.setQueryData<Page<Feed>>(keys.feeds, (feeds) =>
    feeds === undefined
      ? feeds
      : {
          ...feeds,
          items: feeds.items.map((feed) => {
            const unread_count = countOf(feed);
            return { ...feed, unread_count, has_unread: unread_count > 0 };
          }),
        },
  );
};

/** Shows the articles that a mark is of as read in all lists. Returns those that were unread. */
const showRows = (client: QueryClient, mark: Scope): string[] => {
  const lists = client.getQueriesData<InfiniteData<Page<ArticleRow>>>({ queryKey: keys.articleLists });
  const rows = lists.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []);
  const articleIds = new Set(
    rows.filter((row) => !row.is_read && covers(mark, row)).map(({ article_id }) => article_id),
  );
  if (articleIds.size > 0) show(client, [...articleIds], true);
  return [...articleIds];
};

/** Shows a mark that waits, in the lists and the counts. Returns what it has changed. */
export const showMarkAll = (client: QueryClient, mark: MarkAll): Shown => {
  const feeds = client.getQueryData<Page<Feed>>(keys.feeds)?.items ?? [];
  const cleared = feeds.filter(({ feed_id }) => isCleared(feed_id, [mark]));
  const counts = new Map(cleared.map(({ feed_id, unread_count }) => [feed_id, unread_count]));
  setCounts(client, ({ feed_id, unread_count }) => (counts.has(feed_id) ? 0 : unread_count));
  return { articleIds: showRows(client, mark), counts };
};

/** Shows what was before a mark. */
export const hideMarkAll = (client: QueryClient, { articleIds, counts }: Shown): void => {
  show(client, articleIds, false);
  setCounts(client, ({ feed_id, unread_count }) => counts.get(feed_id) ?? unread_count);
};

/** Shows the marks that wait in lists that were loaded after them. */
export const showWaitingMarkAlls = (client: QueryClient): void => {
  for (const mark of waitingMarkAlls()) showRows(client, mark);
};

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
