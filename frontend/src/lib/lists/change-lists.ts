import type { ArticleRow, Page } from '@omomi/backend/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from '../queries/query-keys.ts';

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
