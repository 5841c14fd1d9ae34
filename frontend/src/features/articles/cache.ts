import type { ArticlePage, ArticleRow, Feed, Page } from '@omomi/backend/contract';
import type { InfiniteData } from '@tanstack/react-query';

export type ArticlePages = InfiniteData<ArticlePage, string>;

/** The fields of a row that may change while the row stays in its place. */
export type RowChange = Partial<Omit<ArticleRow, 'article_id'>>;

/** Returns the pages with the changed rows in the places of the old ones; the same object if none of them changed. */
export const withRows = <P extends Pick<ArticlePages, 'pages'>>(
  data: P,
  changed: ReadonlyMap<string, RowChange>,
): P => {
  if (!data.pages.some(({ items }) => items.some(({ article_id }) => changed.has(article_id)))) return data;
  return {
    ...data,
    pages: data.pages.map((page) =>
      page.items.some(({ article_id }) => changed.has(article_id))
        ? {
            ...page,
            items: page.items.map((row) => {
              const change = changed.get(row.article_id);
              // Other lists may not know when it was saved, which decides its place.
              return change === undefined ? row : { ...row, ...change, saved_at: row.saved_at };
            }),
          }
        : page,
    ),
  };
};

/** Returns the feeds with their unread counts changed, by feed_id, but never below zero. */
export const withUnread = (feeds: Page<Feed>, changes: ReadonlyMap<string, number>): Page<Feed> => ({
  ...feeds,
  items: feeds.items.map((feed) => {
    const change = changes.get(feed.feed_id);
    if (change === undefined) return feed;
    const unreadCount = Math.max(0, feed.unread_count + change);
    return { ...feed, unread_count: unreadCount, has_unread: unreadCount > 0 };
  }),
});

type Pages = Pick<ArticlePages, 'pages'> | undefined;

/**
 * Returns a function that does what `rowsOf` does. It remembers its last answer, and of a list that has grown it looks at the new
 * pages only: going through twenty thousand rows for each page takes half a frame and leaves as much garbage.
 */
export const createRowsOf = (): ((data: Pages) => ArticleRow[]) => {
  let known: readonly ArticlePage[] = [];
  let rows: ArticleRow[] = [];
  let seen = new Set<string>();
  return (data) => {
    const pages = data?.pages ?? [];
    if (known.some((page, at) => page !== pages[at])) {
      known = [];
      rows = [];
      seen = new Set();
    }
    const added = pages.slice(known.length).flatMap((page) =>
      page.items.filter(({ article_id }) => {
        const isNew = !seen.has(article_id);
        seen.add(article_id);
        return isNew;
      }),
    );
    known = pages;
    if (added.length > 0) rows = [...rows, ...added];
    return rows;
  };
};

/** Returns all rows of the pages without repetition: an article that moved between two requests is in both pages. */
export const rowsOf = (data: Pages): ArticleRow[] => createRowsOf()(data);

/** The open article and the position it had in the list when it was opened. */
export type OpenPlace = { row: ArticleRow; index: number };

/**
 * Returns the rows with the open article in its place. Opening an article marks it as read, so a list of unread
 * articles no longer contains it. It stays where it was until it is closed.
 */
export const withOpenRow = (rows: ArticleRow[], open: OpenPlace | null): ArticleRow[] =>
  open === null || rows.some((row) => row.article_id === open.row.article_id)
    ? rows
    : [...rows.slice(0, open.index), open.row, ...rows.slice(open.index)];
