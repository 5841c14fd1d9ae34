import pMap from 'p-map';
import type { ArticleStore } from '../articles/article.ts';
import type { EntryRow, EntryStore } from '../articles/entry.ts';
import { covers, type MarkStore } from '../articles/marks.ts';
import type { Clock } from '../config/log.ts';
import { cutOffs, tombstoneUntil, type Retention } from './expiry.ts';
import { noFigures, plus, type CleanupFigures } from './figures.ts';

/** Rows asked for at once, about 20 read units. */
const PAGE = 1000;
/** A slice ends after so many rows, or when so many of them were removed: some seconds of work. */
const ROWS = 10_000;
const REMOVED = 1000;
/** Removing an entry takes four write units of the 1,000 a second that one reader's partition takes. */
const CONCURRENT_WRITES = 4;

export type RemoveDeps = {
  entries: Pick<EntryStore, 'listExpired' | 'bury' | 'delete'>;
  articles: Pick<ArticleStore, 'deleteExpired'>;
  marks: Pick<MarkStore, 'get'>;
  now: Clock;
  /** The deployment's: no article is kept for longer. */
  retention: Retention;
};

/**
 * Removes a slice of what has expired by `at`: read entries leave a tombstone, others nothing. Articles that no reader can
 * have any more go with them. `next` is the `after` of the rest, null at the end.
 */
export const createRemoveExpired = ({ entries, articles, marks, now, retention }: RemoveDeps) => {
  /** An article that came to its last reader so long ago is past its own time too, unless somebody follows the feed since. */
  const removeShared = async (rows: EntryRow[]): Promise<{ articles: number; blobs: number }> => {
    const { article_cutoff } = cutOffs(now(), retention);
    const versions = rows
      .filter(({ created_at }) => created_at <= article_cutoff)
      .flatMap(({ article_id, feed_ids }) => feed_ids.map((feed_id) => ({ article_id, feed_id })));
    if (versions.length === 0) return { articles: 0, blobs: 0 };
    return articles.deleteExpired(versions, Math.floor(now().getTime() / 1000));
  };

  const remove = async (userId: string, rows: EntryRow[], at: string): Promise<Partial<CleanupFigures>> => {
    if (rows.length === 0) return {};
    // Before their entries: a run that is cut off between the two finds them by those.
    const shared = await removeShared(rows);
    const standing = await marks.get(userId);
    const isRead = (row: EntryRow) => row.is_read || standing.marks.some((mark) => covers(mark, row));
    const until = tombstoneUntil(now());
    const gone = await pMap(
      rows,
      (row) =>
        isRead(row)
          ? entries.bury(userId, row.article_id, until, at)
          : entries.delete(userId, row.article_id, at),
      { concurrency: CONCURRENT_WRITES },
    );
    const read = rows.filter((row, index) => gone[index] === true && isRead(row)).length;
    return {
      deleted_articles: gone.filter(Boolean).length - read,
      deleted_read_articles: read,
      deleted_shared_articles: shared.articles,
      deleted_blobs: shared.blobs,
    };
  };

  return async (
    userId: string,
    at: string,
    after: string | null,
  ): Promise<{ next: string | null; figures: CleanupFigures }> => {
    let figures = noFigures;
    let next = after;
    let rows = 0;
    let removed = 0;
    do {
      const page = await entries.listExpired(userId, at, next, PAGE);
      figures = plus(figures, await remove(userId, page.expired, at));
      rows += PAGE;
      removed += page.expired.length;
      next = page.next;
    } while (next !== null && rows < ROWS && removed < REMOVED);
    return { next, figures };
  };
};
