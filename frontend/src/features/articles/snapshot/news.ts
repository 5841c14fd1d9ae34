import type { ArticleRow } from '@omomi/backend/contract';
import type { ArticleSort } from '../../../lib/article-terms.ts';

/** A list as it was loaded. */
export type Snapshot = {
  sort: ArticleSort;
  rows: readonly ArticleRow[];
  /** True if the list has no more pages. */
  isComplete: boolean;
  /** The time by the server's clock when the first page was asked for. */
  asked_at: string;
};

/** Articles are listed once they are scored. That long after they were stored they may be new, in milliseconds. */
const SCORED_WITHIN_MS = 60_000;

const shownIds = (rows: readonly ArticleRow[]): Set<string> =>
  new Set(
    rows.flatMap(({ article_id, story }) => [
      article_id,
      ...(story?.others.map((other) => other.article_id) ?? []),
    ]),
  );

/**
 * Returns the ids of the articles that have arrived since the snapshot was taken. `newest` are the articles that the
 * server lists first by time. What lies below the last row of a list by time has not been loaded yet, so it is not new.
 */
export const newsIn = (newest: readonly ArticleRow[], snapshot: Snapshot): string[] => {
  const known = shownIds(snapshot.rows);
  const oldest = snapshot.isComplete ? '' : (snapshot.rows.at(-1)?.published_at ?? '');
  const since = new Date(Date.parse(snapshot.asked_at) - SCORED_WITHIN_MS).toISOString();
  const isNew = (row: ArticleRow): boolean =>
    snapshot.sort === 'published_at' ? row.published_at >= oldest : row.created_at >= since;
  return newest.filter((row) => !known.has(row.article_id) && isNew(row)).map(({ article_id }) => article_id);
};
