import type { ArticleRow, Page, Feed, OpenedArticle } from '@omomi/backend/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from '../queries/query-keys.ts';
import { type MarkAll, waitingMarkAlls } from '../offline/outbox.ts';

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
